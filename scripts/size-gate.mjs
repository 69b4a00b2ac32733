// size-gate.mjs [SITE] - what a reader downloads, compressed as a server would; fails above the budget.
//   loader      before a figure comes near: att-svm.js and what it imports
//   first use   everything to the first live figure: also what the loader then imports, and the WASM
//   on request  what a reader's or a page's wish brings: menu, links, exports, the solver without a figure, frames
// The page itself and the posters are not counted. tests/browser/screen.test.mjs checks that the first use fetches no more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const BUDGET = { loader: 15_000, 'first use': 300_000, 'on request': 15_000 };
const AT_START = ['att-svm.js', 'att-svm-runtime.js', 'att-svm-figure.js'];
const ON_REQUEST = ['att-svm-menu.js', 'att-svm-export.js', 'att-svm-share.js', 'att-svm-solve.js', 'att-svm-worker.js', 'att-svm-frame.js'];

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

/** The modules reached from `names` by static imports. */
function modules(names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(join(site, name), 'utf8');
    modules([...text.matchAll(/(?:\bfrom|\bimport)\s*['"]\.\/([^'"]+)['"]/g)].map(match => match[1]), seen);
  }
  return [...seen];
}

let failed = false;
row('file', 'bytes', 'brotli');
const atStart = modules(AT_START);
const groups = {
  loader: modules(['att-svm.js']),
  'first use': [...atStart, 'att-svm-core.wasm'],
  'on request': modules(ON_REQUEST).filter(name => !atStart.includes(name)),
};
if (!atStart.includes('att-svm-core.mjs')) throw new Error('att-svm-core.mjs is imported by nothing');
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
