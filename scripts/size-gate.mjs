// size-gate.mjs [SITE] - what a reader downloads, compressed as a server would; fails above the budget.
//   loader      before a figure comes near: att-svm.js and what it imports
//   first use   everything to the first live figure: also what is imported on demand, and the WASM
// The page itself and the posters are not counted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const BUDGET = { loader: 15_000, 'first use': 300_000 };

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

/** The modules reached from `names` by static imports, and by import() too if `onDemand`. */
function modules(names, onDemand, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(join(site, name), 'utf8');
    const pattern = onDemand ? /(?:\bfrom|\bimport)\s*\(?\s*['"]\.\/([^'"]+)['"]/g
                             : /(?:\bfrom|\bimport)\s*['"]\.\/([^'"]+)['"]/g;
    modules([...text.matchAll(pattern)].map(match => match[1]), onDemand, seen);
  }
  return [...seen];
}

let failed = false;
row('file', 'bytes', 'brotli');
const groups = {
  loader: modules(['att-svm.js'], false),
  'first use': [...modules(['att-svm.js'], true), 'att-svm-core.wasm'],
};
if (!groups['first use'].includes('att-svm-core.mjs')) throw new Error('att-svm-core.mjs is imported by nothing');
for (const [what, names] of Object.entries(groups)) {
  let raw = 0;
  let compressed = 0;
  for (const name of names) {
    const file = size(name);
    raw += file.raw;
    compressed += file.compressed;
  }
  const within = compressed <= BUDGET[what];
  failed ||= !within;
  row(`= ${what}`, raw, compressed, `${within ? 'within' : 'ABOVE'} the budget of ${BUDGET[what]}`);
}
process.exit(failed ? 1 : 0);
