// What a page expects of a guest: its shortcuts, its clipboard, its size; and numbers that stand when only the view changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const LOCAL = '<p id="text">text of the page</p><att-svm scene="local"></att-svm><div class="tall"></div>';

test('Ctrl and the wheel zoom the page over a figure without the focus, and the plane of one that has it, which says so [4]', async t => {
  const it = await open(t, { body: LOCAL });
  const at = await it.place('plane');
  await it.evaluate(() => {
    window.prevented = [];
    addEventListener('wheel', event => prevented.push(event.defaultPrevented), { passive: true });
  });
  await it.evaluate(({ x, y }) => document.elementFromPoint(x, y).shadowRoot.elementFromPoint(x, y)
    .dispatchEvent(new WheelEvent('wheel', { clientX: x, clientY: y, deltaY: -100, ctrlKey: true, bubbles: true, composed: true, cancelable: true })), at);
  assert.deepEqual(await it.evaluate(() => prevented), [false]);
  assert.equal((await it.state()).camera.zoom, 1);
  await it.evaluate(() => new Promise(resolve => setTimeout(resolve, 600)));
  await it.mouse.click(at.x, at.y);
  await it.keyboard.down('Control');
  await it.mouse.wheel(0, -100);
  await it.keyboard.up('Control');
  assert.ok((await it.waitState(s => s.camera.zoom > 1)).camera.zoom > 1);
  assert.deepEqual(await it.evaluate(() => prevented), [false, true]);
  const hint = it.page.locator('att-svm .hint');
  assert.match(await hint.textContent(), /zooms this figure/);
  await hint.waitFor({ state: 'hidden' });
});

test('copy, paste and select-all belong to the page [8]', async t => {
  const it = await open(t, { body: `<input id="field">${LOCAL}`, contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await it.evaluate(() => getSelection().selectAllChildren(document.getElementById('text')));
  await it.keyboard.press('Control+c');
  await it.page.focus('#field');
  await it.keyboard.press('Control+v');
  assert.equal(await it.evaluate(() => field.value), 'text of the page');
  await it.keyboard.press('Control+a');
  await it.keyboard.press('Control+x');
  assert.equal(await it.evaluate(() => field.value), '');
});

test('another monitor, three times: sharp within two frames, and the pointer hits what it points at [22]', async t => {
  const it = await open(t, { body: LOCAL });
  const cdp = await it.context.newCDPSession(it.page);
  for (const deviceScaleFactor of [2, 1.5, 3]) {
    await cdp.send('Emulation.setDeviceMetricsOverride', { width: 1000, height: 800, deviceScaleFactor, mobile: false });
    await it.page.waitForFunction(ratio => devicePixelRatio === ratio, deviceScaleFactor);
    const { x, y } = await it.place('token', 0, 1);
    await it.mouse.move(x, y);  // an emulated ratio is announced to nobody, unlike that of a monitor: the pointer wakes the figure
    await it.ticks(2);
    const { canvas, css } = await it.evaluate(() => {
      const canvas = figures()[0].shadowRoot.querySelector('canvas');
      const box = canvas.getBoundingClientRect();
      return { canvas: [canvas.width, canvas.height], css: [box.width, box.height] };
    });
    assert.deepEqual(canvas, css.map(v => Math.round(v * deviceScaleFactor)));
    await it.page.waitForFunction(() => figures()[0].shadowRoot.querySelector('.picture').style.cursor === 'grab');
    await it.mouse.move(2, 2);
  }
});

test('the size comes from the container: three layouts from 320 to 1600 pixels, no scrollbar inside [23]', async t => {
  const it = await open(t, { body: '<div id="box" style="width: 1600px"><att-svm scene="local"></att-svm></div>' });
  const charts = [];
  for (const width of [320, 640, 1000, 1600]) {
    await it.evaluate(width => { box.style.width = `${width}px`; }, width);
    await it.ticks(2);
    await it.settled();
    const { drawn, kinds, missing } = await it.evaluate(() => {
      const stage = figures()[0].shadowRoot.querySelector('.stage');
      return { drawn: figures()[0].state.width, kinds: figures()[0].state.hits.map(h => h.kind), missing: figures()[0].figure.naturalHeight(stage.clientWidth) - stage.clientHeight };
    });
    assert.equal(drawn, width);
    assert.ok(missing <= 3, `${missing} pixels are cut off at ${width}`);
    charts.push(kinds.filter(kind => kind === 'chart').length);
  }
  assert.equal(charts[0], 0);
  assert.ok(charts[1] > 0 && charts[2] > charts[1], charts.join());
});

test('while it is resized no frame is stretched, black or empty [24]', async t => {
  const it = await open(t, { body: '<div id="box" style="width: 900px"><att-svm scene="local" theme="light"></att-svm></div>' });
  const wrong = await it.evaluate(async () => {
    const canvas = figures()[0].shadowRoot.querySelector('canvas');
    const probe = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
    const wrong = [];
    for (let width = 900; width >= 500; width -= 16) {
      await new Promise(requestAnimationFrame);
      box.style.width = `${width}px`;
      await new Promise(resolve => { requestAnimationFrame(() => setTimeout(resolve)); });  // painted
      const rect = canvas.getBoundingClientRect();
      if (canvas.width !== Math.round(rect.width * devicePixelRatio) || canvas.height !== Math.round(rect.height * devicePixelRatio))
        wrong.push(`stretched at ${width}`);
      probe.drawImage(canvas, 0, 0);
      if (probe.getImageData(0, 0, 1, 1).data[0] < 250) wrong.push(`black at ${width}`);
    }
    return wrong;
  });
  assert.deepEqual(wrong, []);
});

test('what only changes the view changes no number: every option of the view, one after the other [40]', async t => {
  const it = await open(t, { body: LOCAL });
  /** The iteration, everything that was computed, and all tables without their first line, which has the camera. */
  const numbers = () => it.evaluate(async () => {
    const [f] = figures();
    return [f.state.iteration, f.state.computed, await f.export('result'), (await f.export('csv')).split('\n').slice(1).join('\n')];
  });
  await it.evaluate(() => figures()[0].seek(33));
  await it.waitState(s => s.computed >= s.horizon);
  const before = await numbers();
  const plane = await it.place('plane');
  const token = await it.place('token', 0, 1);
  const key = name => it.keyboard.press(name);
  const changes = {
    focus: () => it.mouse.click(plane.x, plane.y),
    zoom: () => it.mouse.wheel(0, -240),
    pan: () => it.drag(plane, 60, 30).then(() => it.mouse.up()),
    'zoom by keys': () => key('+'),
    'all of the plane': () => key('Home'),
    hover: () => it.mouse.move(token.x, token.y),
    landscape: () => key('l'),
    'no landscape': () => key('l'),
    menu: () => it.mouse.dblclick(token.x, token.y),
    'no menu': () => key('Escape'),
    theme: () => it.evaluate(() => figures()[0].setAttribute('theme', 'dark')),
    'forced colours': () => it.page.emulateMedia({ forcedColors: 'active' }),
    'less motion': () => it.page.emulateMedia({ reducedMotion: 'reduce' }),
    size: () => it.evaluate(() => { figures()[0].style.width = '600px'; }),
    away: () => it.evaluate(() => { scrollTo(0, 2500); }),
    'and back': () => it.evaluate(() => { scrollTo(0, 0); }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const frame = await it.evaluate(() => figures()[0].figure.ask('fig_picture'));
    await change();
    await it.ticks(2);
    await it.settled();
    if (!['away', 'and back', 'focus'].includes(name))
      assert.notEqual(await it.evaluate(() => figures()[0].figure.ask('fig_picture')), frame, `${name} changes nothing`);
    assert.deepEqual(await numbers(), before, name);
  }
});

test('what is told under the pointer follows the run [40]', async t => {
  const it = await open(t, { body: LOCAL });
  const { x, y } = await it.place('token', 0, 0);
  await it.mouse.move(x, y);
  const told = () => it.evaluate(() => {
    const svg = figures()[0].figure.ask('fig_picture');
    return [svg.slice(svg.lastIndexOf('<rect')).match(/attention (\d\.\d+)/)?.[1], figures()[0].state.run.weights[0][0].toFixed(3)];
  });
  const [first, weight] = await told();
  assert.equal(first, weight);
  await it.evaluate(() => figures()[0].play());
  await it.page.waitForFunction(k => figures()[0].state.iteration > k + 5, (await it.state()).iteration);
  const [later, now] = await told();
  assert.equal(later, now);
  assert.notEqual(later, first);
});

test('odd experiments have a named state and no number that is none, and the figure stays usable [39]', async t => {
  const it = await open(t, { body: LOCAL });
  const line = (tokens, more = {}) => ({ data: { tokens }, model: { head: { v: [0, 1] } }, ...more });
  const odd = {
    'not separable': line([[[0, 0], [1, 1], [2, 0]], [[0, 0], [-1, 1], [-2, 0]], [[0, 0], [0, 1], [0, 2]], [[0, 0], [0, 1], [0, -2]]]),
    'duplicates': line([[[1, 1], [1, 1], [0, 0]]]),
    'one token': line([[[1, 2]]]),
    'zeros': line([[[0, 0], [0, 0]]]),
    'tiny step': line([[[0, 1], [1, 0]]], { train: { step: 1e-12 } }),
    'huge step': line([[[0, 1], [1, 0]]], { train: { step: 1e12 } }),
    'a million': line([[[0, 1], [1, 0]]], { train: { iterations: 1e6 } }),
  };
  for (const [name, document] of Object.entries(odd)) {
    const { svg, status, citation } = await it.evaluate(async document => {
      await figures()[0].set(document);
      await figures()[0].seek(500);
      return { svg: await figures()[0].export('svg'), status: figures()[0].state.status, citation: await figures()[0].export('citation') };
    }, document);
    for (const text of [svg.replace(/<metadata>[^]*<\/metadata>/, ''), status, citation])
      assert.doesNotMatch(text, /\b(nan|NaN|inf|Infinity|undefined|null)\b/, name);
  }
  await it.evaluate(() => figures()[0].set({ scene: 'local' }));
  await it.settled();
  assert.equal((await it.state()).solutions[0].kkt < 1e-12, true);
});
