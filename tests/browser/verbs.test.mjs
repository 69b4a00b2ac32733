// The verbs and events of the element, its attributes, and the solver without a figure.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open, run } from './harness.mjs';

const LOCAL = '<att-svm scene="local"></att-svm>';

test('the element has every member that its types declare [37]', async t => {
  const types = readFileSync(new URL('../../web/att-svm.d.ts', import.meta.url), 'utf8');
  const [body] = types.match(/export class AttSvm[^]*?\n}/);
  const declared = [...new Set([...body.matchAll(/^  (?:readonly )?(\w+)[(<:]/gm)].map(match => match[1]))];
  assert.ok(declared.includes('export') && declared.includes('state') && declared.length >= 11, declared.join());
  const it = await open(t, { body: LOCAL });
  assert.deepEqual(await it.evaluate(names => names.filter(name => !(name in figures()[0])), declared), []);
});

test('events: ready once, change with what changed, converged at the end with the reason [18] [37]', async t => {
  const it = await open(t, { body: '<script>window.heard = []; for (const type of ["ready", "change", "converged", "error"])' +
    'addEventListener(type, e => e.target.localName === "att-svm" && heard.push([type, e.detail ?? null]), true);</script>' + LOCAL });
  assert.deepEqual(await it.evaluate(() => heard.filter(([type]) => type !== 'change')), [['ready', null]]);
  await it.evaluate(() => { heard.length = 0; });
  await it.evaluate(() => figures()[0].seek(12));
  assert.deepEqual(await it.evaluate(() => heard), [['change', { iteration: 12, playing: false, edited: false }]]);
  const { horizon } = await it.state();
  await it.evaluate(k => figures()[0].seek(k), horizon);
  // With the published epsilon a run stands still before it gets there; without it none does.
  assert.deepEqual(await it.evaluate(() => heard.at(-1)), ['converged', { iteration: horizon, reason: 'frozen' }]);
  await it.evaluate(() => figures()[0].command({ do: 'set-epsilon', published: false }));
  await it.page.waitForFunction(() => heard.at(-1)[1].reason === 'converged');
  assert.match((await it.state()).status, /every run has converged/);
  const still = { data: { tokens: [[[-0.1, 1], [1, 0], [0, 0]]] }, model: { head: { v: [0, 1] } }, train: { step: 0 } };
  await it.evaluate(still => { heard.length = 0; return figures()[0].set(still).then(() => figures()[0].seek(1e9)); }, still);
  await it.page.waitForFunction(() => heard.at(-1)?.[0] === 'converged');
  assert.equal(await it.evaluate(() => heard.at(-1)[1].reason), 'iteration-limit');
});

test('play stops by itself at the last iteration and says why [18]', async t => {
  const it = await open(t, { body: LOCAL });
  const detail = await it.evaluate(async () => {
    const [figure] = figures();
    await figure.command({ do: 'set-speed', factor: 100 });
    const told = new Promise(resolve => figure.addEventListener('converged', event => resolve(event.detail), { once: true }));
    await figure.play();
    return told;
  });
  const state = await it.state();
  assert.deepEqual([detail.iteration, state.playing, state.outcome], [state.horizon, false, detail.reason]);
});

test('attributes follow the figure and the figure follows attributes, without an echo [37]', async t => {
  const it = await open(t, { body: LOCAL });
  const attribute = name => it.evaluate(name => figures()[0].getAttribute(name), name);
  await it.evaluate(() => figures()[0].seek(20));
  assert.equal(await attribute('iteration'), '20');
  await it.evaluate(() => {
    window.changes = 0;
    figures()[0].addEventListener('change', () => ++changes);
    figures()[0].setAttribute('iteration', '31');
  });
  assert.deepEqual([(await it.state()).iteration, await it.evaluate(() => changes)], [31, 1]);
  await it.evaluate(() => figures()[0].toggleAttribute('playing'));
  assert.equal((await it.state()).playing, true);
  await it.evaluate(() => figures()[0].pause());
  assert.equal(await attribute('playing'), null);

  await it.drag(await it.place('token', 0, 1), 30, -40);
  await it.mouse.up();
  await it.page.waitForFunction(() => figures()[0].getAttribute('experiment') === figures()[0].figure.experimentText());
  const copied = await it.evaluate(async () => {
    const clone = figures()[0].cloneNode(true);
    document.body.append(clone);
    const both = [await figures()[0].get(), await clone.get()];
    clone.remove();
    return both.map(document => [document.experiment, document.iteration]);
  });
  assert.deepEqual(copied[1], copied[0]);
  await it.evaluate(() => figures()[0].command({ do: 'undo' }));
  await it.page.waitForFunction(() => !figures()[0].hasAttribute('experiment'));

  await it.evaluate(() => figures()[0].setAttribute('scene', 'global'));
  await it.waitState(s => s.scene === 'global');
  await it.evaluate(() => figures()[0].setAttribute('experiment', '{"scene": "nowhere"}'));
  await it.page.waitForFunction(() => /nowhere/.test(figures()[0].shadowRoot.querySelector('.reason').textContent));
  assert.equal((await it.state()).scene, 'global');
});

test('a figure whose program does not arrive says so within 10 seconds, and starts when asked again [37]', async t => {
  const it = await open(t, { body: '<div class="tall"></div>' + LOCAL, options: { far: true } });
  await it.evaluate(() => {  // ten seconds pass in one
    const real = setTimeout;
    window.setTimeout = (run, wait, ...rest) => real(run, wait === 10_000 ? 1000 : wait, ...rest);
  });
  let arrive;
  const held = new Promise(resolve => { arrive = resolve; });
  await it.page.route('**/att-svm-core.wasm', async route => {
    await held;
    await route.continue();
  });
  await it.evaluate(() => {
    window.told = new Promise(resolve => figures()[0].addEventListener('error', event => resolve(event.message)));
    figures()[0].scrollIntoView();
  });
  assert.match(await it.evaluate(() => told), /10 seconds/);
  arrive();
  await it.evaluate(() => figures()[0].ready);
  assert.equal(await it.evaluate(() => figures()[0].shadowRoot.querySelector('.reason').hidden), true);
});

test('slots: a fallback of the author stands until the figure does, a caption goes below', async t => {
  const it = await open(t, { options: { far: true }, body: `<div class="tall"></div>
    <att-svm scene="local"><img id="own" alt="" src="posters/local-720-light.svg"><p slot="caption" id="caption">Caption</p></att-svm>` });
  const shown = id => it.evaluate(id => document.getElementById(id).checkVisibility(), id);
  assert.deepEqual([await shown('own'), await shown('caption')], [true, true]);
  assert.equal(await it.evaluate(() => figures()[0].shadowRoot.querySelector('.poster > img')), null);
  await it.evaluate(() => figures()[0].scrollIntoView());
  await it.settled();
  assert.deepEqual([await shown('own'), await shown('caption')], [false, true]);
});

test('solve: without a canvas, in the page and in a worker, the bytes of the command line [15] [35] [37]', async t => {
  const it = await open(t, { body: '' , options: { far: true, noWebGL: true } });
  const document = { scene: 'local', train: { step: 0.07, init: { p: [[0, 1, 0], [0.25, -1, 0]] } }, report: { iterations: [0, 10, 1000] } };
  const { here, there, text, message } = await it.evaluate(async document => {
    const { solve, solveText } = await import('./att-svm-solve.js');
    const message = await solve({ scene: 'nowhere' }).catch(error => error.message);
    return { here: await solve(document), there: await solve(document, { worker: true }), text: await solveText(document), message };
  }, document);
  assert.deepEqual(there, here);
  assert.deepEqual(JSON.parse(text), here);
  const native = run(document);
  assert.deepEqual(here, native);
  assert.match(message, /nowhere/);
  assert.equal(await it.evaluate(() => glContexts.size), 0);
});
