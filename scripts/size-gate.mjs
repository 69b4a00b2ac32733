// size-gate.mjs [SITE] - what a reader downloads, compressed as a server would; fails above the budget.
//   loader      before a figure comes near: the script that defines the element
//   first use   everything to the first live figure: loader, module, WASM (the page itself and posters are not counted)
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const BUDGET = { loader: 15_000, 'first use': 300_000 };
const FILES = {
  loader: ['att-svm.js'],
  'first use': ['att-svm.js', 'att-svm-runtime.js', 'att-svm-core.mjs', 'att-svm-core.wasm'],
};

const site = process.argv[2] ?? 'build/web';
const row = (name, raw, compressed, note = '') =>
  console.log(`${name.padEnd(24)}${String(raw).padStart(10)}${String(compressed).padStart(10)}  ${note}`);
const sizes = new Map();
function size(name) {
  if (!sizes.has(name)) {
    const bytes = readFileSync(join(site, name));
    const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    sizes.set(name, { raw: bytes.length, compressed });
    row(name, bytes.length, compressed);
  }
  return sizes.get(name);
}

let failed = false;
row('file', 'bytes', 'brotli');
for (const [what, names] of Object.entries(FILES)) {
  let raw = 0;
  let compressed = 0;
  for (const name of names) {
    if (name === 'att-svm-runtime.js' && !existsSync(join(site, name))) continue;
    const file = size(name);
    raw += file.raw;
    compressed += file.compressed;
  }
  const within = compressed <= BUDGET[what];
  failed ||= !within;
  row(`= ${what}`, raw, compressed, `${within ? 'within' : 'ABOVE'} the budget of ${BUDGET[what]}`);
}
process.exit(failed ? 1 : 0);
