// What is handed out: the npm package, the one file, the lines to copy.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { folder, fromRoot, open, pythonServer, site } from './harness.mjs';

const read = path => readFileSync(path, 'utf8');

/** The package, made in `folder`: what npm says of it. */
function pack(folder) {
  const text = execFileSync('npm', ['pack', site, '--json', '--pack-destination', folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(text)[0];
}

test('npm pack gives a package whose every export is there, with types, and which runs nothing when installed', t => {
  const at = folder(t);
  const packed = pack(at);
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

for (const from of ['build/web', 'the package of npm pack']) {
  test(`three lines of the README in an empty file, on any static server, with the folder of ${from}`, async t => {
    const at = folder(t);
    if (from === 'build/web') {
      cpSync(site, join(at, 'att-svm'), { recursive: true });
    } else {
      execFileSync('tar', ['-xzf', join(at, pack(at).filename), '-C', at]);
      renameSync(join(at, 'package'), join(at, 'att-svm'));
    }
    const [, lines] = read(fromRoot('README.md')).match(/## Embed a figure in three lines[^]*?```html\n([^]*?)```/);
    assert.equal(lines.trim().split('\n').length, 3);
    writeFileSync(join(at, 'index.html'), lines);
    writeFileSync(join(at, 'favicon.ico'), '');
    const it = await open(t, { url: await pythonServer(t, at) });
    const { scene, width, iteration } = await it.state();
    assert.deepEqual([scene, width > 900], ['local', true]);
    assert.equal(await it.evaluate(() => figures()[0].figure.framesDrawn > 0), true);
    await it.drag(await it.place('token', 0, 0), -60, -40);
    await it.mouse.up();
    const moved = await it.waitState(s => s.edited);
    assert.equal(moved.iteration, iteration);
    const [picture] = [...lines.matchAll(/<img src="([^"]+)"/g)].map(match => match[1]);
    assert.ok(read(join(at, picture)).startsWith('<svg'), picture);  // for readers without scripts
  });
}
