// The figure as a guest: the page keeps its wheel, keys and focus; figures do not disturb each other; idle means idle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const TWO = `<p><input id="field" value="abc"></p><att-svm scene="local"></att-svm><p>between</p>
  <att-svm scene="local"></att-svm><div class="tall"></div>`;

const scrolled = it => it.evaluate(() => Math.round(scrollY));
const scrollTo = (it, y) => it.evaluate(y => new Promise(resolve => {
  if (Math.round(scrollY) === y) return resolve();
  addEventListener('scrollend', resolve, { once: true });
  scrollTo(0, y);
}), y);
/** A wheel gesture of the page holds the wheel for half a second. */
const gestureOver = it => it.evaluate(() => new Promise(resolve => setTimeout(resolve, 600)));

test('the wheel scrolls the page until the figure has the focus, and after Escape again [1] [2]', async t => {
  const it = await open(t, { body: TWO });
  const at = await it.place('plane');
  await it.mouse.move(at.x, at.y);
  await it.mouse.wheel(0, 120);
  await it.page.waitForFunction(() => scrollY === 120);
  await scrollTo(it, 0);
  await gestureOver(it);
  await it.mouse.click(at.x, at.y);
  await it.mouse.wheel(0, 120);
  const zoomed = await it.waitState(s => s.camera.zoom < 1);
  assert.equal(await scrolled(it), 0);
  assert.equal((await it.state(1)).camera.zoom, 1);
  await it.keyboard.press('Escape');
  await it.mouse.wheel(0, 120);
  await it.page.waitForFunction(() => scrollY === 120);
  assert.equal((await it.state()).camera.zoom, zoomed.camera.zoom);
  await scrollTo(it, 0);
  await it.mouse.dblclick(at.x, at.y);
  assert.equal((await it.waitState(s => s.camera.zoom === 1)).camera.zoom, 1);
});

test('a wheel gesture that began on the page stays with the page [3]', async t => {
  const it = await open(t, { body: TWO });
  const at = await it.place('plane');
  await it.mouse.click(at.x, at.y);
  await it.mouse.move(200, 12);
  await it.mouse.wheel(0, 40);
  await it.mouse.move(at.x, at.y);
  await it.mouse.wheel(0, 40);
  await it.page.waitForFunction(() => scrollY === 80);
  assert.equal((await it.state()).camera.zoom, 1);
});

test('Tab enters, walks the controls and leaves; typing stays where the focus is [5] [6]', async t => {
  const it = await open(t, { body: '<input id="field" value="abc"><att-svm scene="local"></att-svm><button id="after">after</button>' });
  await it.page.click('#field');
  await it.keyboard.press('End');
  await it.keyboard.press('Backspace');
  await it.keyboard.type('Z ');
  assert.equal(await it.evaluate(() => field.value), 'abZ ');
  const walk = async key => {
    const stops = [];
    for (let i = 0; i < 60; ++i) {
      await it.keyboard.press(key);
      const stop = await it.evaluate(() => document.activeElement.id || document.activeElement.shadowRoot?.activeElement?.ariaLabel);
      if (stop === 'after' || stop === 'field') return { stops, stop };
      stops.push(stop);
    }
    return { stops, stop: 'trapped' };
  };
  const forwards = await walk('Tab');
  assert.equal(forwards.stop, 'after');
  assert.equal(forwards.stops[0], 'play');
  assert.ok(forwards.stops.some(label => /^token 2/.test(label)), forwards.stops.join('; '));
  assert.ok(forwards.stops.some(label => /^start of run 4/.test(label)));
  const backwards = await walk('Shift+Tab');
  assert.equal(backwards.stop, 'field');
  assert.deepEqual(backwards.stops.reverse(), forwards.stops);
});

test('keys: space plays, arrows move the focused token, brackets step, other keys stay with the page [5]', async t => {
  const it = await open(t, { body: TWO });
  const token = async () => (await it.evaluate(() => figures()[0].get())).experiment.data.tokens[0][1];
  const at = await it.place('token', 0, 1);
  await it.mouse.click(at.x, at.y);
  assert.deepEqual(await token(), [1, 0, 0.9]);
  await it.keyboard.press('ArrowRight');
  await it.keyboard.press('Shift+ArrowUp');
  await it.keyboard.press('Alt+ArrowLeft');
  const moved = await token();
  assert.ok(Math.abs(moved[0] - 1.09) < 1e-9 && Math.abs(moved[1] - 0.5) < 1e-9 && moved[2] === 0.9, String(moved));
  await it.keyboard.press('Control+z');
  assert.notDeepEqual(await token(), moved);
  await it.settled();
  const { iteration } = await it.state();
  await it.keyboard.press(']');
  await it.keyboard.press(']');
  await it.keyboard.press('[');
  assert.equal((await it.state()).iteration, iteration + 1);
  await it.keyboard.press('Space');
  await it.waitState(s => s.playing);
  await it.keyboard.press('Space');
  await it.waitState(s => !s.playing);
  assert.equal(await scrolled(it), 0);
  await it.keyboard.press('PageDown');
  await it.page.waitForFunction(() => scrollY > 0);
});

test('two figures are independent and share one context [10] [12]', async t => {
  const it = await open(t, { body: TWO, contextOptions: { viewport: { width: 700, height: 2000 } } });
  const other = JSON.stringify((await it.state(1)));
  const frames = await it.frames(1);
  await it.drag(await it.place('token', 0, 0), -40, -20);
  await it.mouse.up();
  await it.settled();
  assert.equal((await it.state(0)).edited, true);
  assert.equal(JSON.stringify(await it.state(1)), other);
  assert.equal(await it.frames(1), frames);
  assert.equal(await it.evaluate(() => glContexts.size), 1);
});

test('idle and off-screen figures draw nothing and compute nothing [16] [17]', async t => {
  const it = await open(t, { body: TWO });
  await it.settled();
  const idle = await it.frames();
  await it.ticks(30);
  assert.equal(await it.frames(), idle);
  await it.evaluate(() => figures()[0].play());
  await it.waitState(s => s.playing && s.iteration > 60);
  await scrollTo(it, 3000);
  await it.page.waitForFunction(() => !figures()[0].figure.visible);
  await it.ticks(2);
  const away = await it.state();
  const frames = await it.frames();
  await it.ticks(30);
  assert.equal(await it.frames(), frames);
  assert.equal((await it.state()).iteration, away.iteration);
  await scrollTo(it, 0);
  await it.page.waitForFunction(k => figures()[0].state.iteration > k, away.iteration);
});

test('a lost context keeps the picture; restored, figures go on from their state [14]', async t => {
  const it = await open(t, { body: TWO });
  await it.mouse.move(2, 2);
  await it.settled();
  const before = await it.page.screenshot();
  await it.evaluate(() => {
    window.loser = [...glContexts][0].getExtension('WEBGL_lose_context');
    loser.loseContext();
  });
  await it.page.waitForFunction(() => [...glContexts][0].isContextLost());
  await it.evaluate(() => figures()[0].command({ do: 'move-token', input: 0, token: 1, position: [2, 0, 0.9] }));
  await it.ticks(5);
  assert.ok(before.equals(await it.page.screenshot()), 'the last picture stays');
  const frames = await it.frames();
  await it.evaluate(() => { loser.restoreContext(); });
  await it.page.waitForFunction(n => figures()[0].figure.framesDrawn > n, frames);
  await it.evaluate(() => figures()[0].command({ do: 'undo' }));
  await it.settled();
  assert.ok(before.equals(await it.page.screenshot()), 'the same picture again');
  assert.equal(await it.evaluate(() => [...glContexts][0].getError()), 0);
});

test('removed figures leave nothing behind; a move within the page keeps the figure [9]', async t => {
  const it = await open(t, { body: TWO });
  const kept = await it.evaluate(async () => {
    const [first] = figures();
    const { figure } = first;
    document.body.append(first);
    await new Promise(requestAnimationFrame);
    return first.figure === figure;
  });
  assert.ok(kept);
  const alive = await it.evaluate(async () => {
    const { module } = figures()[0].figure;
    figures().forEach(f => f.remove());
    await new Promise(requestAnimationFrame);
    return module._att_alive();
  });
  assert.equal(alive, 0);
});
