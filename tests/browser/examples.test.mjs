// web/examples, each as its reader meets it: React, MDX, slides and a notebook with their own programs as far as they are at hand.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { address, folder, fromRoot, open, pythonServer } from './harness.mjs';

const example = name => readFileSync(fromRoot(`web/examples/${name}`), 'utf8');
const JS = 'text/javascript';

test('example: plain HTML', async t => {
  const it = await open(t, { path: 'examples/plain.html' });
  await it.page.waitForFunction(() => /^35\.0°$/.test(document.getElementById('angle').value));
  await it.page.click('#play');
  await it.waitState(s => s.playing);
});

test('example: Markdown, as its HTML stands in a page', async t => {
  const html = example('jekyll-hugo.md').split('\n').filter(line => line.startsWith('<')).join('\n');
  const it = await open(t, { bare: true, body: html.replaceAll('/att-svm/', '') });
  assert.equal((await it.state()).scene, 'multi-input');
});

// --- React and MDX -----------------------------------------------------------------------------------------------------

/** JSX as a build would leave it. */
const compiled = source => ts.transpileModule(source, {
  fileName: 'file.jsx', compilerOptions: { jsx: ts.JsxEmit.ReactJSX, module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 },
}).outputText;

/** React is CommonJS: one module with all of it, and small ones with the names that are imported. */
function react() {
  const require = createRequire(fromRoot('package.json'));
  const files = {
    react: 'react/cjs/react.production.js',
    'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
    scheduler: 'scheduler/cjs/scheduler.production.js',
    'react-dom': 'react-dom/cjs/react-dom.production.js',
    'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  };
  const folder = require.resolve('react/package.json').replace('react/package.json', '');
  const parts = Object.entries(files).map(([name, path]) => `'${name}'(module, exports, require) {${readFileSync(folder + path, 'utf8')}}`);
  const names = { react: 'useEffect, useRef, useState', 'react/jsx-runtime': 'jsx, jsxs, Fragment', 'react-dom/client': 'createRoot' };
  const routes = { '**/react-all.mjs': [JS, `const parts = {${parts.join(',\n')}}, made = {};
    export const require = name => (made[name] ??= (module => (parts[name](module, module.exports, require), module))({ exports: {} })).exports;`] };
  const imports = { 'att-svm': './att-svm.js' };
  for (const [name, list] of Object.entries(names)) {
    imports[name] = `./use/${name}.mjs`;
    routes[`**/use/${name}.mjs`] = [JS, `import { require } from '../${'../'.repeat(name.split('/').length - 1)}react-all.mjs'; export const { ${list} } = require('${name}');`];
  }
  return { routes, map: `<script type="importmap">${JSON.stringify({ imports })}</script>` };
}

test('example: a React component mounts, updates and unmounts its figure', async t => {
  const { routes, map } = react();
  routes['**/react.js'] = [JS, compiled(example('react.jsx'))];
  routes['**/app.js'] = [JS, compiled(`import { createRoot } from 'react-dom/client';
    import { useState } from 'react';
    import { Attention } from './react.js';
    function App() {
      const [props, set] = useState({ scene: 'local', iteration: 100 });
      const [iteration, tell] = useState(-1);
      window.setProps = set;
      return <><output>{iteration}</output>{props && <Attention {...props} onChange={detail => tell(detail.iteration)} />}</>;
    }
    createRoot(document.getElementById('app')).render(<App />);`)];
  const it = await open(t, { bare: true, routes, body: `${map}<div id="app"></div><script type="module" src="app.js"></script>`, options: { far: true } });
  await it.page.waitForFunction(() => figures()[0]?.state?.iteration === 100);
  const told = value => it.page.waitForFunction(value => document.querySelector('output').textContent === value, String(value));
  await it.evaluate(() => setProps({ scene: 'local', iteration: 7 }));
  await told(7);
  const same = await it.evaluate(() => { window.first = figures()[0]; return first.figure.handle !== 0; });
  assert.ok(same);
  await it.evaluate(() => setProps({ scene: 'local', iteration: 7, playing: true }));
  await it.waitState(s => s.playing);
  await it.evaluate(() => setProps({ scene: 'local', iteration: 7, playing: false }));
  await it.waitState(s => !s.playing);
  await it.evaluate(() => setProps({ experiment: { data: { tokens: [[[1, 2], [0, 1]]] }, model: { head: { v: [1, 0] } } } }));
  await it.page.waitForFunction(() => JSON.stringify(JSON.parse(figures()[0].figure.experimentText()).data.tokens) === '[[[1,2],[0,1]]]');
  assert.ok(await it.evaluate(() => figures()[0] === first));
  const alive = await it.evaluate(async () => {
    const { module } = first.figure;
    setProps(null);
    while (figures().length > 0) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return module._att_alive();
  });
  assert.equal(alive, 0);
});

test('example: MDX, its import and its JSX, as a page of React', async t => {
  const source = example('page.mdx');
  const lines = source.split('\n');
  const imports = lines.filter(line => line.startsWith('import ')).join('\n').replace('react.jsx', 'react.js');
  const jsx = lines.filter(line => line.startsWith('<')).join('\n');
  assert.ok(imports && jsx && lines.some(line => line.startsWith('# ')));
  const { routes, map } = react();
  routes['**/react.js'] = [JS, compiled(example('react.jsx'))];
  routes['**/page.js'] = [JS, compiled(`${imports}\nimport { createRoot } from 'react-dom/client';
    createRoot(document.getElementById('app')).render(<>${jsx.replace('console.log', '(n => { window.logged = n; })')}</>);`)];
  const it = await open(t, { bare: true, routes, body: `${map}<div id="app"></div><script type="module" src="page.js"></script>`, options: { far: true } });
  await it.page.waitForFunction(() => figures()[0]?.state?.scene === 'losses' && figures()[0].state.iteration === 100);
  await it.evaluate(() => figures()[0].seek(42));
  await it.page.waitForFunction(() => window.logged === 42);
});

// --- slides ------------------------------------------------------------------------------------------------------------

test('example: slides of reveal.js; the figure of the slide plays, and the pointer hits in a scaled slide', async t => {
  const it = await open(t, { path: 'examples/reveal.html', options: { far: true }, folders: { 'examples/reveal.js': fromRoot('node_modules/reveal.js') },
    contextOptions: { viewport: { width: 800, height: 600 } } });
  const slide = () => it.evaluate(() => [...document.querySelectorAll('section')].findIndex(section => section.classList.contains('present')));
  await it.waitState(s => s.playing, 0);
  await it.keyboard.press('ArrowRight');
  await it.waitState(s => s.playing, 1);
  assert.deepEqual([await slide(), (await it.state(0)).playing], [1, false]);
  await it.keyboard.press('ArrowLeft');
  await it.waitState(s => s.playing, 0);
  await it.evaluate(() => figures()[0].pause());
  await it.page.waitForFunction(() => settled(figures()[0]) && document.getAnimations().length === 0);

  const spot = () => it.evaluate(() => {
    const area = figures()[0].shadowRoot.querySelector('.picture');
    const shown = area.getBoundingClientRect(), scale = shown.width / area.offsetWidth;
    const hit = figures()[0].state.hits.find(hit => hit.kind === 'token' && hit.b === 1);
    const [left, top, right, bottom] = hit.box;
    return { scale, x: shown.left + scale * (left + right) / 2, y: shown.top + scale * (top + bottom) / 2 };
  });
  const before = await spot();
  assert.ok(before.scale < 0.7, `scale ${before.scale}`);
  await it.mouse.move(before.x, before.y);
  await it.page.waitForFunction(() => figures()[0].shadowRoot.querySelector('.picture').style.cursor === 'grab');
  await it.mouse.down();
  await it.mouse.move(before.x + 60, before.y - 40, { steps: 6 });
  await it.mouse.up();
  await it.page.waitForFunction(() => settled(figures()[0]));
  const after = await spot();  // under the pointer still
  assert.ok(Math.hypot(after.x - before.x - 60, after.y - before.y + 40) <= 1, `${after.x - before.x}, ${after.y - before.y}`);
  await it.keyboard.press('Space');  // the figure's, not the slide's
  await it.waitState(s => s.playing, 0);
  await it.keyboard.press('ArrowRight');
  assert.equal(await slide(), 0);
  await it.keyboard.press('Escape');
  await it.keyboard.press('ArrowRight');
  await it.waitState(s => s.playing, 1);
  assert.equal(await slide(), 1);
});

// --- a notebook --------------------------------------------------------------------------------------------------------

/** What the cells give for display, by Python; IPython's own two classes are stood in for. */
function outputs(cells) {
  const program = `
import ast, json, sys, types
class HTML:
    def __init__(self, data): self.html = data
class IFrame:
    def __init__(self, src, width, height):
        self.html = f'<iframe width="{width}" height="{height}" src="{src}" frameborder="0" allowfullscreen></iframe>'
display = types.ModuleType("IPython.display")
display.HTML, display.IFrame = HTML, IFrame
sys.modules["IPython"], sys.modules["IPython.display"] = types.ModuleType("IPython"), display
names, shown = {}, []
for cell in json.load(sys.stdin):
    *before, last = ast.parse(cell).body
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    shown.append(eval(compile(ast.Expression(last.value), "cell", "eval"), names).html)
print(json.dumps(shown))`;
  return JSON.parse(execFileSync('python3', ['-c', program], { input: JSON.stringify(cells), encoding: 'utf8' }));
}

test('example: a notebook shows a frame and an element, from another origin', async t => {
  const at = folder(t);
  writeFileSync(join(at, 'notebook.html'), '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>notebook</title>');
  const it = await open(t, { url: `${await pythonServer(t, at)}notebook.html`, options: { far: true } });
  const site = address().replace(/\/$/, '');
  const cells = JSON.parse(example('jupyter.ipynb')).cells.filter(cell => cell.cell_type === 'code').map(cell => cell.source.join(''));
  const shown = outputs(cells.filter(cell => !cell.includes('pandas')).map(cell => cell.replace(/SITE = ".*"/, `SITE = "${site}"`)));
  assert.equal(shown.length, 2);
  await it.evaluate(shown => {
    for (const html of shown) {
      const output = document.body.appendChild(document.createElement('div'));
      output.innerHTML = html;
      for (const script of output.querySelectorAll('script')) {  // as JupyterLab has them run
        const live = document.createElement('script');
        for (const { name, value } of script.attributes) live.setAttribute(name, value);
        script.replaceWith(live);
      }
    }
  }, shown);
  const frame = await it.page.waitForSelector('iframe').then(element => element.contentFrame());
  await frame.waitForFunction(() => figures()[0]?.state?.iteration === 52);
  assert.equal(await frame.evaluate(() => figures()[0].state.scene), 'local');
  await it.evaluate(() => figures()[0].scrollIntoView());
  await it.settled();
  const { experiment } = await it.evaluate(() => figures()[0].get());
  assert.deepEqual(experiment.data.tokens, [[[1, 2], [-1, 0.5], [0.2, -1]], [[1.5, 1], [-0.5, -1]]]);
  assert.notEqual(await it.evaluate(() => location.origin), new URL(site).origin);
});
