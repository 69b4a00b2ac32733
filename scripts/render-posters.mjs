// render-posters.mjs ATT-SVM-CORE.mjs SITE - what the element shows and reserves before a figure is live.
//
//   posters/SCENE-WIDTH-THEME.svg   the first picture of the live figure, drawn by the module of the page itself
//   att-svm-heights.js              the height of every scene's figure by width, so that nothing on the page moves
//
// A file is written only when it differs from the one that is there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, site] = process.argv.slice(2);
const WIDTHS = [360, 720, 1080];  // CSS pixels: one a layout, tiny, compact and full
const MEASURED = [280];           // where heights are measured; they run straight between, and jump from layout to layout
for (let width = 300; width <= 1600; width += 20) MEASURED.push(width, ...[420, 900].filter(edge => edge === width + 20).map(edge => edge - 0.01));

function write(name, text) {
  const file = join(site, name);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

// The module is made for browsers: it asks for a window and, given its bytes, for nothing else.
globalThis.window = globalThis;
globalThis.document = {};
const { default: createModule } = await import(pathToFileURL(resolve(program)));
const module = await createModule({ wasmBinary: readFileSync(program.replace(/mjs$/, 'wasm')) });

const heights = {};
const words = {};
for (const scene of module.UTF8ToString(module._att_scenes()).split(',')) {
  const figure = module.ccall('fig_create', 'number', ['string'], [JSON.stringify({ scene })]);
  if (!figure) throw new Error(`${scene}: ${module.ccall('fig_check', 'string', ['string'], [JSON.stringify({ scene })])}`);
  do {  // to the end of the scrubber
    module._fig_tick(figure, 0, 1000);
    module._fig_picture(figure);
  } while (module._fig_wants_frame(figure));
  heights[scene] = MEASURED.map(width => [width, module._fig_natural_height(figure, width)]);
  words[scene] = ['fig_label', 'fig_status'].map(name => module.ccall(name, 'string', ['number'], [figure])).join('. ');
  for (const width of WIDTHS) {
    module._fig_resize(figure, width, module._fig_natural_height(figure, width));
    for (const theme of ['light', 'dark']) {
      module.ccall('fig_theme', null, ['number', 'string'], [figure, theme]);
      write(`posters/${scene}-${width}-${theme}.svg`, module.UTF8ToString(module._fig_picture(figure)));
    }
  }
  module._fig_destroy(figure);
}

write('att-svm-heights.js', `// Made by scripts/render-posters.mjs: [width, height] of every scene's figure in CSS pixels.
export const POSTER_WIDTHS = ${JSON.stringify(WIDTHS)};
export const HEIGHTS = ${JSON.stringify(heights).replace(/\]\],/g, ']],\n ')};
/** What the posters show, for those who do not see them. */
export const WORDS = ${JSON.stringify(words, null, 1)};
`);
