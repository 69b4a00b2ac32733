// Pictures: sharp at any ratio, there before the module is, without a jump, by touch, and without WebGL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { near, open, solve } from './harness.mjs';

const LOCAL = '<p>before</p><att-svm scene="local"></att-svm><p id="after">after</p><div class="tall"></div>';

for (const ratio of [1, 1.25, 2, 3]) {
  test(`the canvas has the device's pixels at ratio ${ratio} [21]`, async t => {
    const it = await open(t, { body: LOCAL, contextOptions: { deviceScaleFactor: ratio } });
    const sizes = await it.evaluate(() => {
      const canvas = figures()[0].shadowRoot.querySelector('canvas');
      const box = canvas.getBoundingClientRect();
      return { canvas: [canvas.width, canvas.height], css: [box.width, box.height] };
    });
    assert.deepEqual(sizes.canvas, sizes.css.map(v => Math.round(v * ratio)));
    const at = await it.place('play');
    await it.mouse.click(at.x, at.y);
    assert.equal((await it.waitState(s => s.playing)).playing, true);
  });
}

/** Has the figure draw lines of one pixel in place of itself, upright in its upper half, level in its lower. */
const drawLines = it => it.evaluate(() => {
  const [gl] = glContexts;
  const { figure } = figures()[0];
  figure.module._fig_draw = () => {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const fill = (value, ...box) => { gl.scissor(...box); gl.clearColor(value, value, value, 1); gl.clear(gl.COLOR_BUFFER_BIT); };
    gl.enable(gl.SCISSOR_TEST);
    fill(0, 0, 0, width, height);
    for (let x = 0; x < width; x += 2) fill(1, x, height >> 1, 1, height);
    for (let y = 0; y < height >> 1; y += 2) fill(1, 0, y, width, 1);
  };
  figure.touch();
});

/** Of the screen where those lines are: how many pixels are grey, or not the other colour than the one before them. */
async function blurred(it) {
  const png = (await it.page.screenshot()).toString('base64');
  return it.evaluate(async png => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const box = figures()[0].shadowRoot.querySelector('canvas').getBoundingClientRect();
    const ratio = image.width / innerWidth;
    const wrong = { grey: 0, same: 0, seen: 0 };
    for (const [top, dx, dy] of [[0.15, 1, 0], [0.6, 0, 1]]) {  // clear of the button at the top
      const [x, y, w, h] = [box.left * ratio + 3, (box.top + top * box.height) * ratio, box.width * ratio - 6, box.height * ratio * 0.3].map(Math.round);
      const { data } = context.getImageData(x, y, w, h);
      const at = (i, j) => data[4 * (j * w + i)];
      for (let j = dy; j < h; ++j) {
        for (let i = dx; i < w; ++i) {
          ++wrong.seen;
          if (at(i, j) % 255 !== 0) ++wrong.grey;
          if (at(i, j) === at(i - dx, j - dy)) ++wrong.same;
        }
      }
    }
    return wrong;
  }, png);
}

for (const ratio of [1, 1.25, 1.5, 2, 3]) {
  test(`lines of one pixel stay black and white on a screen of ratio ${ratio}, at any width and place [21]`, async t => {
    const it = await open(t, { ratio, body: '<div id="box"><att-svm scene="local" style="--att-svm-height: 400.4px"></att-svm></div>' });
    assert.equal(await it.evaluate(() => devicePixelRatio), ratio);
    await drawLines(it);
    for (const [left, width] of [[0, 400], [0, 401.7], [7.3, 401.7], [0.6, 433.3]]) {
      await it.evaluate(([left, width]) => { box.style.cssText = `margin-left: ${left}px; width: ${width}px`; }, [left, width]);
      await it.ticks(3);
      const { grey, same, seen } = await blurred(it);
      assert.ok(seen > 10_000);
      assert.deepEqual([grey, same], [0, 0], `of ${seen} pixels at ${left}, ${width} wide`);
    }
  });
}

test('the poster gives way to the figure without a layout shift, at any width [23]', async t => {
  for (const width of [360, 640, 1000, 1400]) {
    const it = await open(t, { body: LOCAL, contextOptions: { viewport: { width, height: 900 } } });
    assert.equal(await it.evaluate(() => layoutShift), 0, `at ${width}`);
    const { natural, height } = await it.evaluate(() => {
      const [f] = figures();
      const box = f.shadowRoot.querySelector('.stage').getBoundingClientRect();
      return { natural: f.figure.naturalHeight(box.width), height: box.height };
    });
    assert.ok(Math.abs(natural - height) <= 3, `${height} reserved, ${natural} wanted at ${width}`);
  }
});

test('nothing but the loader is fetched until a figure is near [19] [20]', async t => {
  const it = await open(t, { body: '<div class="tall"></div><att-svm scene="local"></att-svm>', options: { far: true } });
  await it.evaluate(() => {
    window.fetched = () => performance.getEntriesByType('resource').map(entry => entry.name.split('/').pop());
    return customElements.whenDefined('att-svm');
  });
  await it.ticks(10);
  assert.deepEqual((await it.evaluate(() => fetched())).sort(), ['att-svm-heights.js', 'att-svm.js']);
  await it.evaluate(() => figures()[0].scrollIntoView());
  await it.settled();
  const names = await it.evaluate(() => fetched());
  assert.equal(names.filter(name => name === 'att-svm-core.wasm').length, 1);
  const first = ['att-svm-controls.js', 'att-svm-core.mjs', 'att-svm-core.wasm', 'att-svm-figure.js', 'att-svm-heights.js',
    'att-svm-module.js', 'att-svm-runtime.js', 'att-svm.js'];
  assert.deepEqual([...new Set(names.filter(name => !name.endsWith('.svg')))].sort(), first);  // scripts/size-gate.mjs counts these
});

test('touch: a finger drags a token, and scrolls the page from the background [25] [26]', async t => {
  const it = await open(t, { body: LOCAL, contextOptions: { hasTouch: true, isMobile: true, viewport: { width: 700, height: 800 } } });
  const cdp = await it.context.newCDPSession(it.page);
  const touch = (type, points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const swipe = async (from, dx, dy) => {
    await touch('touchStart', [from]);
    for (let i = 1; i <= 8; ++i) await touch('touchMove', [{ x: from.x + dx * i / 8, y: from.y + dy * i / 8 }]);
    await touch('touchEnd', []);
  };
  const before = await it.state();
  await swipe(await it.place('token', 0, 1), 40, -60);
  const after = await it.state();
  assert.equal(after.edited, true);
  assert.notEqual(after.solutions[0].margin, before.solutions[0].margin);
  assert.equal(await it.evaluate(() => scrollY), 0);

  const plane = (await it.state()).hits.find(h => h.kind === 'plane').box;
  const at = await it.evaluate(([left, , right, bottom]) => {
    const box = figures()[0].shadowRoot.querySelector('.picture').getBoundingClientRect();
    return { x: box.left + left + 0.75 * (right - left), y: box.top + bottom - 60 };
  }, plane);
  await swipe(at, 0, -150);
  await it.page.waitForFunction(() => scrollY > 50);
  assert.deepEqual((await it.state()).camera, after.camera);

  await it.evaluate(() => scrollTo(0, 0));
  const fingers = d => [{ x: 300 - d, y: 250, id: 0 }, { x: 300 + d, y: 250, id: 1 }];
  await touch('touchStart', fingers(40));
  for (let d = 50; d <= 120; d += 10) await touch('touchMove', fingers(d));
  await touch('touchEnd', []);
  assert.ok((await it.state()).camera.zoom > 1.5);
});

test('without WebGL the figure is SVG, and answers all the same [15]', async t => {
  const it = await open(t, { body: LOCAL, options: { noWebGL: true } });
  assert.equal(await it.evaluate(() => figures()[0].shadowRoot.querySelectorAll('.picture svg').length), 1);
  await it.drag(await it.place('token', 0, 0), -60, -40);
  await it.mouse.up();
  await it.settled();
  const [global] = solve(await it.evaluate(() => figures()[0].get())).selections;
  near((await it.state()).solutions[0].margin, global.svm.margin);
});

test('without WebGL on OffscreenCanvas frames are copied', async t => {
  const it = await open(t, { body: LOCAL, options: { noOffscreen: true } });
  const colours = await it.evaluate(() => {
    const canvas = figures()[0].shadowRoot.querySelector('canvas');
    return new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
  });
  assert.ok(colours > 50, `${colours} colours`);
});

test('the theme follows the reader, unless the host pins it [33]', async t => {
  const it = await open(t, { body: '<att-svm scene="local"></att-svm><att-svm scene="local" theme="light"></att-svm>',
    contextOptions: { colorScheme: 'dark', viewport: { width: 700, height: 2000 } } });
  const red = index => {
    const source = figures()[index].shadowRoot.querySelector('canvas');
    const copy = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
    copy.drawImage(source, 0, 0);
    return copy.getImageData(0, 0, 1, 1).data[0];
  };
  assert.ok(await it.evaluate(red, 0) < 64);
  assert.ok(await it.evaluate(red, 1) > 192);
  await it.page.emulateMedia({ colorScheme: 'light' });
  await it.page.waitForFunction(`(${red})(0) > 192`);
});

test('the article shows every scene, live, without a complaint [38]', async t => {
  const it = await open(t);
  const shown = await it.evaluate(() => figures().map(f => f.getAttribute('scene')));
  const known = await it.evaluate(() => figures()[0].ready.then(f => f.figure.module.ccall('att_scenes', 'string')));
  assert.deepEqual(shown.sort(), known.split(',').sort());
  for (let i = 0; i < shown.length; ++i) {
    await it.evaluate(i => figures()[i].scrollIntoView(), i);
    await it.waitState(s => s.computed >= s.horizon, i);
    const state = await it.state(i);
    assert.ok(state.solutions.length > 0 && state.solutions[0].kkt <= 1e-12);
  }
  assert.equal(await it.evaluate(() => glContexts.size), 1);
});
