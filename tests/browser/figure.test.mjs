// What a reader does with a figure: drag, play, scrub, step, reset; and what it answers, checked against the native solver.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { near, open, solve } from './harness.mjs';

const LOCAL = '<att-svm scene="local"></att-svm>';

test('a dragged token moves, and the margin is the one the native solver finds [38]', async t => {
  const it = await open(t, { body: LOCAL });
  const before = await it.state();
  near(before.solutions[0].margin, 1.004987562112089, 1e-12);
  await it.drag(await it.place('token', 0, 0), -60, -40);
  const during = await it.state();
  assert.notEqual(during.solutions[0].margin, before.solutions[0].margin);
  await it.mouse.up();
  await it.settled();
  const after = await it.state();
  const document = await it.evaluate(() => figures()[0].get());
  assert.notDeepEqual(document.experiment.data.tokens[0][0], [-0.1, 1, 1]);
  const [global] = solve(document).selections;
  assert.equal(global.kind, 'global');
  near(after.solutions[0].margin, global.svm.margin);
  after.solutions[0].p.forEach((p, i) => near(p, global.svm.p[i]));
  assert.deepEqual(after.solutions[0].support, global.svm.support);
  assert.ok(after.solutions[0].kkt <= 1e-12);
});

test('the answer to a drag is in the next frame [17]', async t => {
  const it = await open(t, { body: LOCAL });
  const from = await it.place('token', 0, 1);
  await it.mouse.move(from.x, from.y);
  await it.mouse.down();
  const margins = await it.evaluate(async ({ x, y }) => {
    const element = figures()[0];
    const area = element.shadowRoot.querySelector('.picture');
    const before = element.state.solutions[0].margin;
    const frames = element.figure.framesDrawn;
    area.dispatchEvent(new PointerEvent('pointermove', { clientX: x - 40, clientY: y - 90, pointerId: 1, pointerType: 'mouse' }));
    const at_once = element.state.solutions[0].margin;
    await new Promise(requestAnimationFrame);
    return { before, at_once, drawn: element.figure.framesDrawn - frames };
  }, from);
  assert.notEqual(margins.at_once, margins.before);
  assert.ok(margins.drawn >= 1);
  await it.mouse.up();
});

test('a drag goes on outside the figure, and ends where it is let go', async t => {
  const it = await open(t, { body: LOCAL });
  const from = await it.place('start', 3);
  await it.drag(from, 0, -100);
  const inside = (await it.evaluate(() => figures()[0].get())).experiment;
  await it.mouse.move(5, 795);
  const outside = (await it.evaluate(() => figures()[0].get())).experiment;
  assert.notDeepEqual(outside.train.init, inside.train.init);
  await it.mouse.up();
  await it.mouse.move(from.x, from.y, { steps: 3 });
  assert.deepEqual((await it.evaluate(() => figures()[0].get())).experiment, outside);
});

test('play runs in log time, pause stops, step and reset do as they say', async t => {
  const it = await open(t, { body: LOCAL });
  const click = async (kind, a = 0) => { const at = await it.place(kind, a); await it.mouse.click(at.x, at.y); };
  await click('play');
  await it.waitState(s => s.playing && s.iteration > 60);
  await click('play');
  const paused = await it.waitState(s => !s.playing);
  await click('step');
  assert.equal((await it.state()).iteration, paused.iteration + 1);
  await it.drag(await it.place('token', 0, 1), 30, 30);
  await it.mouse.up();
  assert.equal((await it.state()).edited, true);
  await click('reset');
  assert.equal((await it.waitState(s => !s.edited)).edited, false);
});

test('the scrubber reaches both ends and shows exact states', async t => {
  const it = await open(t, { body: LOCAL });
  const seek = k => it.evaluate(k => figures()[0].seek(k).then(() => figures()[0].state), k);
  const hundred = await seek(100);
  assert.equal(hundred.iteration, 100);
  const from = await it.place('scrubber');
  await it.mouse.move(from.x, from.y);
  await it.mouse.down();
  await it.mouse.move(from.x + 900, from.y);
  assert.equal((await it.state()).iteration, hundred.horizon);
  await it.mouse.move(from.x - 900, from.y);
  assert.equal((await it.state()).iteration, 0);
  await it.mouse.up();
  assert.deepEqual((await seek(100)).run, hundred.run);
});

test('softmax weights sum to one and stay in [0, 1] [38]', async t => {
  const it = await open(t, { body: '<att-svm scene="multi-input"></att-svm>' });
  for (const weights of (await it.state()).run.weights) {
    assert.ok(weights.every(w => w >= 0 && w <= 1));
    near(weights.reduce((a, b) => a + b), 1);
  }
});

test('verbs: set a patch, get, set it back; export; a mistake is named and changes nothing [37]', async t => {
  const it = await open(t, { body: LOCAL });
  const result = await it.evaluate(async () => {
    const [f] = figures();
    const first = await f.get();
    let changes = 0;
    f.addEventListener('change', () => ++changes);
    await f.set({ model: { head: { kind: 'linear', v: [0, 0, 2] } } });
    const patched = await f.get();
    let message = '';
    await f.set({ data: { tokens: [[[1, 2, 3], [1, 2]]] } }).catch(error => { message = error.message; });
    const kept = await f.get();
    await f.set(first);
    return { first, patched, kept, message, changes, again: await f.get(), svg: await f.export('svg'), json: await f.export('json') };
  });
  assert.deepEqual(result.patched.experiment.model.head.v, [0, 0, 2]);
  assert.match(result.message, /data\.tokens\[0\]\[1\]/);
  assert.deepEqual(result.kept, result.patched);
  assert.deepEqual(result.again, result.first);
  assert.ok(result.changes >= 2);
  assert.match(result.svg, /^<(\?xml|svg)[^]*<text[^]*<\/svg>\s*$/);
  assert.deepEqual(JSON.parse(result.json), result.first);
});

test('experiments come inline or from an address; a wrong one is told', async t => {
  const document = { scene: 'local', train: { step: 0.05 } };
  const it = await open(t, { body: `<att-svm experiment='${JSON.stringify(document)}' iteration="7"></att-svm>` });
  const state = await it.state();
  assert.equal(state.iteration, 7);
  assert.equal((await it.evaluate(() => figures()[0].get())).experiment.train.step, 0.05);
  const message = await it.evaluate(async () => {
    const figure = document.createElement('att-svm');
    figure.setAttribute('experiment', '{"scene": "nowhere"}');
    const told = new Promise(resolve => figure.addEventListener('error', event => resolve(event.message)));
    document.body.append(figure);
    return told;
  });
  assert.match(message, /nowhere/);
});

test('the still picture is seen until the first frame is drawn', async t => {
  const it = await open(t, { options: { far: true }, body: `<div class="tall"></div>${LOCAL}` });
  await it.evaluate(() => {
    window.look = () => {
      const root = figures()[0].shadowRoot;
      return [root.querySelector('.poster').hidden, getComputedStyle(root.querySelector('.picture')).backgroundColor];
    };
    window.first = new Promise(resolve => figures()[0].addEventListener('ready', () => resolve(look())));
    figures()[0].scrollIntoView();
  });
  await it.settled();
  assert.deepEqual(await it.evaluate(() => first), [false, 'rgba(0, 0, 0, 0)']);
  assert.deepEqual(await it.evaluate(() => look()), [true, 'rgb(255, 255, 255)']);
});
