// What is handed out: the npm package, the one file, the examples.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fromRoot, open, site } from './harness.mjs';

const read = path => readFileSync(path, 'utf8');
const example = name => read(fromRoot(`web/examples/${name}`));

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'att-svm-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

test('npm pack gives a package whose every export is there, with types, and which runs nothing when installed', t => {
  const at = folder(t);
  const [packed] = JSON.parse(execFileSync('npm', ['pack', site, '--json', '--pack-destination', at], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  const files = new Set(packed.files.map(file => file.path));
  const manifest = JSON.parse(read(join(site, 'package.json')));
  assert.equal(manifest.version, read(fromRoot('CMakeLists.txt')).match(/project\(attsvm VERSION ([\d.]+)/)[1]);
  assert.equal(manifest.scripts, undefined);
  assert.equal(manifest.dependencies, undefined);
  for (const target of Object.values(manifest.exports).flatMap(entry => typeof entry === 'string' ? [entry] : Object.values(entry))) {
    const path = target.slice(2).replace('*', 'local-720-light.svg');
    assert.ok(files.has(path), path);
  }
  for (const path of ['LICENSE', 'README.md', 'att-svm-core.mjs', 'att-svm-worker.js', 'fonts/math.woff2', 'examples/plain.html'])
    assert.ok(files.has(path), path);
  assert.ok(packed.size < 2_500_000, `${packed.size} bytes`);

  // A consumer of the installed package compiles against its types.
  writeFileSync(join(at, 'package.json'), '{"type": "module"}');
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(at, packed.filename)], { cwd: at, stdio: 'ignore' });
  writeFileSync(join(at, 'use.ts'), `import { mount } from 'att-svm';
    import { connect } from 'att-svm/frame';
    import { solve } from 'att-svm/solve';
    export const all = [mount, connect, (await solve({ scene: 'local' })).selections.length];`);
  execFileSync(fromRoot('node_modules/.bin/tsc'), ['--noEmit', '--strict', '--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'bundler',
    '--lib', 'es2022,dom', join(at, 'use.ts')], { stdio: 'pipe' });
});

test('standalone.html is one file: it works from file://, alone in its folder, and its links lead to itself [34]', async t => {
  const at = folder(t);
  copyFileSync(join(site, 'standalone.html'), join(at, 'a copy.html'));
  const url = pathToFileURL(join(at, 'a copy.html')).href;
  const it = await open(t, { url: `${url}#scene=multi-input&iteration=20` });
  assert.deepEqual([(await it.state()).scene, (await it.state()).iteration], ['multi-input', 20]);
  const requests = await it.evaluate(() => performance.getEntriesByType('resource').map(entry => entry.name).filter(name => !name.startsWith('data:')));
  assert.deepEqual(requests, []);
  await it.evaluate(() => figures()[0].command({ do: 'move-token', input: 0, token: 0, position: [2, 1, 1] }));
  const link = await it.evaluate(() => figures()[0].export('link'));
  assert.ok(link.startsWith(`${url}#state=1.`));
  const again = await open(t, { url: link });
  assert.equal(await again.evaluate(() => figures()[0].figure.text()), await it.evaluate(() => figures()[0].figure.text()));
  assert.ok(await again.evaluate(() => figures()[0].export('png').then(png => png.size)) > 10_000);
  await again.page.getByRole('button', { name: 'Share, embed, save, cite' }).click();
  await again.page.getByRole('menu').waitFor();
});

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

test('example: slides; the figure of the slide plays, the others rest', async t => {
  const Reveal = `export default class { listeners = {};
    async initialize() { window.deck = this; this.slides = [...document.querySelectorAll('section')]; this.show(0); }
    show(at) { this.at = at; this.slides.forEach((s, i) => { s.hidden = i !== at; }); this.listeners.slidechanged?.({ currentSlide: this.slides[at] }); }
    on(type, run) { this.listeners[type] = run; } getCurrentSlide() { return this.slides[this.at]; } }`;
  const it = await open(t, { path: 'examples/reveal.html', options: { far: true }, routes: { '**/reveal.esm.js': ['text/javascript', Reveal], '**/reveal.js/**/*.css': ['text/css', ''] } });
  await it.waitState(s => s.playing, 0);
  await it.evaluate(() => deck.show(1));
  await it.waitState(s => s.playing, 1);
  assert.equal((await it.state(0)).playing, false);
});

test('example: a notebook shows the frame it names', async t => {
  const source = JSON.parse(example('jupyter.ipynb')).cells.map(cell => cell.source.join('')).join('\n');
  const [, path] = source.match(/\{SITE\}\/(embed\.html#[^"]+)"/);
  const it = await open(t, { path });
  assert.deepEqual([(await it.state()).scene, (await it.state()).iteration], ['local', 52]);
});

test('the three lines of the README, in an empty file on a static server', async t => {
  const [, html] = read(fromRoot('README.md')).match(/```html\n([^]*?)```/);
  assert.equal(html.trim().split('\n').length, 3);
  const it = await open(t, { bare: true, body: html.replaceAll('att-svm/', '') });
  assert.equal((await it.state()).scene, 'local');
});
