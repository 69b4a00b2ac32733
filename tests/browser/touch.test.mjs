// A finger: what it can take hold of, and what it must not hide.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const REACH = 21.5;  // half of a target of 44 pixels, less what rounds
const MOVABLE = ['token', 'start', 'value', 'scrubber', 'parameter'];

/** A figure on a telephone, and its fingers, of which none rests long enough for the menu: a busy machine is slow. */
async function phone(t, scene) {
  const it = await open(t, { body: `<att-svm scene="${scene}"></att-svm>`, contextOptions: { hasTouch: true, isMobile: true, viewport: { width: 700, height: 1000 } } });
  const cdp = await it.context.newCDPSession(it.page);
  const touch = (type, points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await it.evaluate(() => { const real = setTimeout; window.setTimeout = (run, ms) => ms === 500 ? 0 : real(run, ms); });
  const corner = await it.evaluate(() => { const { x, y } = figures()[0].shadowRoot.querySelector('.picture').getBoundingClientRect(); return { x, y }; });
  return { it, touch, corner };
}

for (const [scene, own] of [['local', 'start'], ['values', 'value'], ['path', 'parameter']]) {
  test(`every movable part of "${scene}" is taken by a finger 21 pixels beside its middle [27]`, async t => {
    const { it, touch, corner } = await phone(t, scene);
    const middles = (await it.state()).hits.filter(hit => MOVABLE.includes(hit.kind))
      .map(({ kind, a, b, box: [left, top, right, bottom] }) => ({ kind, a, b, x: (left + right) / 2, y: (top + bottom) / 2, long: right - left > 60 }));
    assert.ok(middles.length > 4);
    const values = () => it.evaluate(() => Object.fromEntries(figures()[0].figure.words().controls.map(({ kind, a, b, value }) => [`${kind} ${a} ${b}`, value])));
    const kinds = new Set();
    let tried = 0;
    for (const part of middles) {
      // Between two parts the nearer one is taken, so the finger comes from where nothing else is near.
      const from = [[0, -REACH], [0, REACH], ...(part.long ? [] : [[-REACH, 0], [REACH, 0]])].map(([dx, dy]) => ({ x: part.x + dx, y: part.y + dy }))
        .filter(({ x, y }) => middles.every(other => other === part || other.long || Math.hypot(other.x - x, other.y - y) > 2 * REACH));
      for (const { x, y } of from) {
        const before = await values();
        const at = { x: corner.x + x, y: corner.y + y };
        await touch('touchStart', [at]);
        for (const step of [1, 2, 3]) await touch('touchMove', [{ x: at.x + step * (10 + tried), y: at.y }]);  // to another value each time
        await touch('touchEnd', []);
        const key = `${part.kind} ${part.a} ${part.b}`, after = await values();
        assert.notEqual(after[key], before[key], `${key} is not taken at ${x - part.x}, ${y - part.y}`);
        assert.deepEqual((await it.state()).camera, { x: 0, y: 0, zoom: 1 });
        await it.evaluate(() => figures()[0].command({ do: 'undo' }));
        await it.settled();
        kinds.add(part.kind);
        ++tried;
      }
    }
    t.diagnostic(`${tried} places of ${middles.length} parts`);
    for (const kind of ['token', 'scrubber', own]) assert.ok(kinds.has(kind), kind);
  });
}

test('what a finger is told stands at least 48 pixels from it, while it rests and while it drags [27]', async t => {
  const { it, touch, corner } = await phone(t, 'local');
  /** The card at the pointer is drawn last: the last rectangle of the picture, with the words after it. */
  const gap = async ({ x, y }) => {
    await it.ticks(2);
    const svg = await it.evaluate(() => figures()[0].figure.ask('fig_picture'));
    const card = svg.slice(svg.lastIndexOf('<rect'));
    assert.match(card.replace(/<[^>]*>/g, ''), /attention/);
    const [left, top, width, height] = ['x', 'y', 'width', 'height'].map(name => Number(card.match(new RegExp(`\\b${name}="([^"]*)"`))[1]));
    const outside = (v, low, size) => Math.max(low - v, v - low - size, 0);
    return Math.hypot(outside(x - corner.x, left, width), outside(y - corner.y, top, height));
  };
  for (const token of [0, 1]) {
    const at = await it.place('token', 0, token);
    await touch('touchStart', [at]);
    assert.ok(await gap(at) >= 48, `${await gap(at)} pixels`);
    for (const [dx, dy] of [[20, 10], [60, -40], [60, -120]]) {
      const to = { x: at.x + dx, y: at.y + dy };
      await touch('touchMove', [to]);
      assert.ok(await gap(to) >= 48, `${await gap(to)} pixels`);
    }
    await touch('touchEnd', []);
  }
});
