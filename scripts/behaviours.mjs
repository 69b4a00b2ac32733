// behaviours.mjs [--check] - docs/behaviours.md: forty behaviours of an embedded figure, and the tests that hold them up.
//
// A browser test names the behaviours it tests by their numbers at the end of its title: "… [9] [14]". With --check the
// file must be current; without, it is written.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const read = path => readFileSync(new URL(path, root), 'utf8');

const BEHAVIOURS = [
  ['Page etiquette',
    'The wheel over a figure without the focus scrolls the page',
    'Clicked into, the wheel zooms; after Esc or a click outside it scrolls the page again',
    'A wheel gesture that began on the page stays with the page',
    'Ctrl and the wheel zoom the page, or the plane of a figure that has the focus and says so',
    'Keys, typing and shortcuts are the page\'s while the figure has no focus',
    'Tab enters, walks the controls and leaves; never a trap',
    'Starting, resizing and removing a figure move neither the page nor the focus',
    'Clipboard and select-all are the page\'s',
    'Removal stops everything and frees the memory; a move within the page restarts nothing',
    'No shared ids, globals or styles; shadow roots and sandboxed iframes',
    'Strict content policy (wasm-unsafe-eval only), no cross-origin isolation'],
  ['Contexts, memory, life cycle',
    'One WebGL context for all figures; the host\'s own survive',
    'Two hundred figures on a page: idle, none blank, the first soon live',
    'A lost context keeps the picture and comes back equal to the pixel',
    'Without WebGL: SVG, readouts, controls and API',
    'Off-screen or hidden: no frame, no step; continues where it was',
    'Idle: no frame, none asked for; an input is drawn in the next one',
    'Stops by itself and says why',
    'Nothing but the loader and a poster before a figure is near; the program once a page',
    'First use at most 300 kB'],
  ['Sharpness and layout',
    'The canvas has the device\'s pixels at any ratio',
    'Another monitor or zoom: sharp within two frames, the pointer hits',
    'The size comes from the container; three layouts, no scrollbars',
    'No black or stretched frame while resizing'],
  ['Touch and mobile',
    'One finger scrolls from the background and drags from a token',
    'Two fingers zoom and pan the plane',
    'Targets of 44 px; the tip keeps clear of the finger',
    'Numbers are edited in a real input'],
  ['Accessibility',
    'A native element mirrors every control; axe finds nothing',
    'role=application only while focused; the result in words, once a second at most',
    'Points are moved, added, deleted and relabelled by keyboard',
    'Reduced motion: no autoplay, paths complete, live',
    'Colour never alone; contrast; forced colours; the reader\'s theme unless pinned'],
  ['State, export, API',
    'State to link and back without the change of a bit; versions, unknown keys, ranges; 2000 characters',
    'The same iterates everywhere',
    'PNG 1x to 4x, SVG with text, CSV, from menu and API, with the link',
    'Element, iframe and module: the same verbs and events; a failed load is told within 10 s'],
  ['Numbers',
    'Every number is certified or equals an independent reference; separators pass where they say',
    'Odd inputs have a named state, never NaN',
    'No number changes unless the model does'],
];

// What a browser test does not hold up, or not all of it.
const NOTES = {
  13: 'the time to the first live figure is printed by the test, not held to 300 ms: software graphics on shared cores',
  20: '`scripts/size-gate.mjs`, a stage of `./test.sh`',
  25: 'Chromium only; iOS Safari is not at hand',
  27: 'every scene and width in `tests/view` too',
  31: 'moving is tested under 5 too',
  33: 'the contrast of every text is tested in `tests/view`',
  35: '`tests/same-bytes.test.mjs`: native and WASM; other engines are not at hand',
  39: 'and `tests/lab/states_test.cpp`',
};

const tests = new Map();  // number -> titles
for (const file of readdirSync(new URL('tests/browser/', root)).filter(name => name.endsWith('.test.mjs')).sort()) {
  for (const [, , title] of read(`tests/browser/${file}`).matchAll(/^ *test\((['`])((?:\\.|(?!\1).)*)\1/gm)) {
    const name = title.replace(/(?: \[\d+\])+$/, '').replace(/\$\{[^}]*\}/g, '…');
    for (const [, number] of title.matchAll(/\[(\d+)\](?=(?: \[\d+\])*$)/g))
      tests.set(Number(number), [...(tests.get(Number(number)) ?? []), `${file.replace('.test.mjs', '')}: ${name}`]);
  }
}

let text = `# Forty behaviours of an embedded figure
Made by \`scripts/behaviours.mjs\` from the titles of the browser tests (Chromium, real input); \`tests/browser\` holds them up.

`;
let number = 0;
let silent = [];
for (const [chapter, ...lines] of BEHAVIOURS) {
  text += `## ${chapter}\n| | behaviour | tests |\n| --- | --- | --- |\n`;
  for (const line of lines) {
    ++number;
    const cell = [...(tests.get(number) ?? []), ...(NOTES[number] ? [`*${NOTES[number]}*`] : [])];
    if (cell.length === 0) silent.push(number);
    text += `| ${number} | ${line} | ${cell.join('<br>').replaceAll('|', '\\|')} |\n`;
  }
  text += '\n';
}
text = `${text.trimEnd()}\n`;
const unknown = [...tests.keys()].filter(n => n < 1 || n > number);
if (silent.length || unknown.length) {
  console.error(`behaviours: without a test or a reason: ${silent.join() || 'none'}; numbers that there are not: ${unknown.join() || 'none'}`);
  process.exit(1);
}
const file = new URL('docs/behaviours.md', root);
if (process.argv[2] !== '--check') {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error(`behaviours: ${fileURLToPath(file)} is not current: run node scripts/behaviours.mjs`);
  process.exit(1);
}
