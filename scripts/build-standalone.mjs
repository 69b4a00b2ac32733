// build-standalone.mjs SITE - SITE/standalone.html: embed.html with everything in it, one file that works from file://.
//
// Modules of a file:// page may not load each other. So each becomes a data: address under a bare name of an import map,
// and its imports say that name; the WASM is a data: address too.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const site = process.argv[2];
const text = name => readFileSync(join(site, name), 'utf8');
const data = (type, bytes) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])\.\/([\w.-]+)\2/g;
const modules = new Map();
(function add(name) {
  if (modules.has(name)) return;
  modules.set(name, '');
  let source = text(name);
  for (const [, , , imported] of source.matchAll(IMPORT)) add(imported);
  source = source.replace(IMPORT, '$1$2standalone/$3$2');
  const wasm = /new URL\((['"])att-svm-core\.wasm\1,\s*import\.meta\.url\)\.(?:href|toString\(\))/g;
  if (name === 'att-svm-core.mjs') {
    if (!wasm.test(source)) throw new Error('the module does not ask for its WASM as it used to');
    source = source.replace(wasm, `"${data('application/wasm', readFileSync(join(site, 'att-svm-core.wasm')))}"`);
  }
  modules.set(name, source.replaceAll('import.meta.url', '"standalone:"'));  // there is no folder beside it
})('embed.js');

const imports = Object.fromEntries([...modules].map(([name, source]) => [`standalone/${name}`, data('text/javascript', source)]));
const poster = text('posters/local-720-light.svg');
const page = text('embed.html')
  .replace(/\s*<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
  .replace('<link rel="stylesheet" href="embed.css">', () => `<style>\n${text('embed.css')}</style>`)
  .replace('<script type="module" src="embed.js"></script>', () =>
    `<script type="importmap">${JSON.stringify({ imports })}</script>\n  <script type="module">import 'standalone/embed.js';</script>`)
  .replace('<att-svm></att-svm>', () => `<att-svm>${poster}</att-svm>`);
for (const left of ['href="embed.css"', 'src="embed.js"', './att-svm']) {
  if (page.includes(left)) throw new Error(`standalone.html still says ${left}`);
}
const file = join(site, 'standalone.html');
if (!existsSync(file) || readFileSync(file, 'utf8') !== page) writeFileSync(file, page);
