// The loss landscape: the shader's numbers are C++'s, the toggle works in every way, an idle figure rests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const figure = (scene, more = {}) =>
  `<att-svm experiment='${JSON.stringify({ scene, view: { landscape: true }, ...more })}'></att-svm>`;

/** The largest difference between shader and C++, as a part of the range over the picture. */
async function mismatch(it, index = 0) {
  const probed = await it.evaluate(i => JSON.parse(
    figures()[i].figure.call('fig_probe_landscape', ['number', 'number'], [24, 24], 'string')), index);
  assert.equal(probed.length, 24 * 24);
  const exact = probed.map(([, , , value]) => value);
  const range = Math.max(...exact) - Math.min(...exact);
  assert.ok(range > 0);
  return Math.max(...probed.map(([, , shader, value]) => Math.abs(shader - value))) / range;
}

const CASES = [
  ['local'], ['multi-input'], ['losses'], ['joint'], ['path'],
  ['losses', { cases: [{ name: 'exponential', loss: 'exponential' }] }],
  ['losses', { cases: [{ name: 'correlation', loss: 'correlation' }] }],
];

for (const [scene, more] of CASES) {
  test(`the shader's landscape of ${scene}${more ? ` (${more.cases[0].loss})` : ''} is that of C++`, async t => {
    const it = await open(t, { body: figure(scene, more) });
    assert.ok(await mismatch(it) < 1e-4);
    for (const camera of [{ x: 0, y: 0, zoom: 0.05 }, { x: 0.3, y: 0.2, zoom: 20 }, { x: 800, y: 600, zoom: 1 }]) {
      await it.evaluate(camera => {
        const [f] = figures();
        f.set({ ...f.get(), camera });
      }, camera);
      await it.settled();
      const worst = await mismatch(it);
      assert.ok(worst < 1e-4, `${worst} of the range at ${JSON.stringify(camera)}`);
    }
  });
}

test('the landscape is shown by the chip, the mirrored toggle, the key and the document, and leaves with them', async t => {
  const it = await open(t, { body: '<att-svm scene="local"></att-svm>' });
  const shown = async () => (await it.state()).landscape;
  const chip = await it.place('landscape');
  await it.mouse.click(chip.x, chip.y);
  assert.equal(await shown(), true);
  await it.settled();
  const toggle = it.page.getByRole('button', { name: 'loss landscape behind the plane' });
  await toggle.and(it.page.locator('[aria-pressed=true]')).waitFor({ state: 'attached' });  // the mirror follows
  await toggle.focus();
  await it.keyboard.press('Space');
  assert.equal(await shown(), false);
  await it.page.getByRole('application').focus();
  await it.keyboard.press('KeyL');
  assert.equal(await shown(), true);
  const { experiment } = await it.evaluate(() => figures()[0].get());
  assert.equal(experiment.view.landscape, true);
  await it.keyboard.press('KeyL');
  assert.equal(await shown(), false);
});

test('a landscape is refined to every pixel, then the figure rests; without WebGL it is drawn as bands', async t => {
  const it = await open(t, { body: figure('multi-input') });
  const frames = await it.frames();
  assert.ok(frames > 2, 'coarse first, then finer');
  await it.ticks(20);
  assert.equal(await it.frames(), frames);

  const without = await open(t, { body: figure('multi-input'), options: { noWebGL: true } });
  const bands = await without.evaluate(() =>
    figures()[0].shadowRoot.querySelectorAll('.picture svg path[fill-rule=evenodd]').length);
  assert.ok(bands >= 8, `${bands} bands`);
});

test('a lost context brings the landscape back as it was', async t => {
  const it = await open(t, { body: figure('local') });
  const picture = () => it.evaluate(async () => {
    const canvas = figures()[0].shadowRoot.querySelector('canvas');
    const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
    copy.getContext('2d').drawImage(canvas, 0, 0);
    return copy.toDataURL();
  });
  const before = await picture();
  await it.evaluate(async () => {
    const lose = [...glContexts][0].getExtension('WEBGL_lose_context');
    lose.loseContext();
    await new Promise(resolve => setTimeout(resolve, 100));
    lose.restoreContext();
    await new Promise(resolve => setTimeout(resolve, 100));
  });
  await it.settled();
  assert.equal(await picture(), before);
});
