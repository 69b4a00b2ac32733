// Many figures, a lost context, no context, a strict page, a shadow root; and nothing left behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { near, open, solve } from './harness.mjs';

const figures = (count, style = 'width: 340px') =>
  Array.from({ length: count }, () => `<att-svm scene="local" style="${style}"></att-svm>`).join('');
const GRID = '<style>body { display: grid; grid-template-columns: repeat(5, 340px); gap: 4px }</style>';

test('twenty figures share one context, and the host keeps fifteen of its own [12]', async t => {
  const it = await open(t, { body: `${GRID}${figures(20)}`, contextOptions: { viewport: { width: 1800, height: 2400 } } });
  const { ours, lost } = await it.evaluate(() => {
    const ours = glContexts.size;
    window.hosts = Array.from({ length: 15 }, () => document.createElement('canvas').getContext('webgl2'));
    for (const f of figures()) f.figure.touch();
    return new Promise(resolve => setTimeout(() => resolve({ ours, lost: [...glContexts].filter(gl => gl.isContextLost()).length }), 500));
  });
  assert.deepEqual([ours, lost], [1, 0]);
});

test('of twenty figures one playing draws and computes alone, and costs what it costs alone [12] [16] [17]', async t => {
  const it = await open(t, { body: `${GRID}${figures(1)}`, contextOptions: { viewport: { width: 1800, height: 2400 } } });
  await it.evaluate(() => {
    window.count = { times: [], draws: 0 };
    for (const name of ['drawElements', 'drawRangeElements']) {
      const real = WebGL2RenderingContext.prototype[name];
      WebGL2RenderingContext.prototype[name] = function (...values) { ++count.draws; return real.apply(this, values); };
    }
    const real = window.requestAnimationFrame;
    window.requestAnimationFrame = run => real(now => {
      const start = performance.now();
      run(now);
      count.times.push(performance.now() - start);
    });
  });
  const cost = () => it.evaluate(async () => {
    const [first, ...others] = window.figures();
    const drawn = () => others.reduce((sum, f) => sum + f.figure.framesDrawn, 0);
    await first.command({ do: 'set-speed', factor: 0.2 });
    await first.seek(10);
    const before = drawn();
    Object.assign(count, { times: [], draws: 0 });
    await first.play();
    while (count.times.length < 60) await new Promise(resolve => setTimeout(resolve, 100));
    await first.pause();
    const { times, draws } = count;
    const quarter = times.sort((a, b) => a - b)[times.length >> 2];  // a frame that the machine did not interrupt
    return { spent: quarter, draws: draws / times.length, others: drawn() - before };
  });
  const crowd = count => it.evaluate(count => {
    for (let i = window.figures().length; i < count; ++i) document.body.append(window.figures()[0].cloneNode(true));
    window.figures().slice(count).forEach(f => f.remove());
  }, count).then(() => it.settled());
  await cost();  // warms up
  const before = await cost();
  await crowd(20);
  const among = await cost();
  await crowd(1);
  const after = await cost();
  assert.equal(among.others, 0);
  assert.ok(among.draws <= 1.02 * Math.max(before.draws, after.draws), `${among.draws} draw calls a frame, alone ${before.draws}`);
  const ratio = among.spent / Math.max(before.spent, after.spent);
  t.diagnostic(`a frame among twenty takes ${among.spent.toFixed(2)} ms, alone ${before.spent.toFixed(2)} before and ${after.spent.toFixed(2)} after`);
  assert.ok(ratio <= 1.2, String(ratio));
});

test('two hundred figures: none blank, an idle page does nothing, the first is live when it scrolls in [13] [17] [19]', async t => {
  const it = await open(t, { body: `<div style="height: 3000px"></div>${figures(200, 'max-width: 600px')}`, options: { far: true } });
  await it.page.waitForFunction(() => window.figures().every(f => f.shadowRoot));
  assert.equal(await it.evaluate(() => glContexts.size), 0);
  const first = await it.evaluate(async () => {  // with a warm cache: the program was fetched before
    await Promise.all(['att-svm-core.mjs', 'att-svm-core.wasm', 'att-svm-runtime.js', 'att-svm-figure.js'].map(file => fetch(file).then(r => r.arrayBuffer())));
    const [f] = window.figures();
    const start = performance.now();
    f.scrollIntoView();
    await f.ready;
    while (!f.figure.framesDrawn) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  t.diagnostic(`live after ${first.toFixed(0)} ms`);
  assert.ok(first < 8000, `${first} ms`);  // no more than a sanity limit: shared cores draw in software here
  for (const at of [40, 120, 199]) {
    await it.evaluate(at => window.figures()[at].scrollIntoView(), at);
    await it.settled();
    const blank = await it.evaluate(() => window.figures().filter(onScreen).filter(f => !f.figure?.framesDrawn).length);
    assert.equal(blank, 0);
  }
  const { task, frames } = await it.evaluate(async () => {
    const drawn = () => window.figures().reduce((sum, f) => sum + (f.figure?.framesDrawn ?? 0), 0);
    for (let last = -1; last !== drawn();) {  // figures that are near start too, and are ready at some time
      last = drawn();
      await new Promise(resolve => setTimeout(resolve, 1000));
    }
    const before = drawn();
    let task = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) task += entry.duration; }).observe({ type: 'longtask' });
    let asked = 0;
    const real = requestAnimationFrame;
    window.requestAnimationFrame = run => { ++asked; return real(run); };
    await new Promise(resolve => setTimeout(resolve, 2000));
    return { task, frames: drawn() - before + asked };
  });
  assert.deepEqual([task, frames], [0, 0]);
  assert.equal(await it.evaluate(() => glContexts.size), 1);
});

test('a context lost in mid-drag: the drag goes on, and the restored picture is the one of a figure that never lost it [14]', async t => {
  const picture = async lose => {
    const it = await open(t, { body: '<att-svm scene="local"></att-svm>' });
    await it.drag(await it.place('token', 0, 0), -60, -40);
    if (lose) {
      await it.evaluate(() => {
        window.loser = [...glContexts][0].getExtension('WEBGL_lose_context');
        loser.loseContext();
      });
      await it.page.waitForFunction(() => [...glContexts][0].isContextLost());
    }
    const at = await it.evaluate(() => { const { x, y } = window.figures()[0].getBoundingClientRect(); return { x, y }; });
    await it.mouse.move(at.x + 300, at.y + 300, { steps: 4 });
    await it.mouse.up();
    await it.mouse.move(2, 2);
    if (lose) await it.evaluate(() => loser.restoreContext());
    await it.page.waitForFunction(() => !window.figures()[0].figure.pending);
    await it.settled();
    return { shot: await it.page.screenshot(), text: await it.evaluate(() => window.figures()[0].figure.text()) };
  };
  const [kept, lost] = [await picture(false), await picture(true)];
  assert.equal(lost.text, kept.text);
  assert.ok(lost.shot.equals(kept.shot));
});

test('a context that is lost at once is as good as none: SVG, readouts, controls and verbs [15]', async t => {
  const it = await open(t, { body: '<att-svm scene="local"></att-svm>', options: { lostWebGL: true } });
  assert.equal(await it.evaluate(() => window.figures()[0].shadowRoot.querySelectorAll('.picture svg text').length > 20), true);
  await it.drag(await it.place('token', 0, 0), -60, -40);
  await it.mouse.up();
  await it.settled();
  const [global] = solve(await it.evaluate(() => window.figures()[0].get())).selections;
  near((await it.state()).solutions[0].margin, global.svm.margin);
  assert.match(await it.evaluate(() => window.figures()[0].shadowRoot.querySelector('.words').textContent), /margin/);
});

const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'";
for (const noWebGL of [false, true]) {
  test(`under a strict content policy, ${noWebGL ? 'without' : 'with'} WebGL: no eval, no inline style [11]`, async t => {
    const it = await open(t, { body: '<att-svm scene="multi-input"></att-svm>', csp: CSP, options: { noWebGL } });
    await it.evaluate(async () => {
      const [f] = window.figures();
      await f.seek(20);
      for (const kind of ['svg', 'csv', 'result', 'citation', 'link']) await f.export(kind);
      const { solve } = await import('./att-svm-solve.js');
      await solve({ scene: 'global' }, { worker: true });
    });
    if (!noWebGL) assert.ok((await it.evaluate(() => window.figures()[0].export('png').then(png => png.size))) > 10_000);
    await it.page.getByRole('button', { name: 'Share, embed, save, cite' }).click();
    await it.page.getByRole('menu').waitFor();
    assert.equal(await it.evaluate(() => crossOriginIsolated), false);
  });
}

test('inside a shadow root, beside elements called canvas and words, two figures are their own [10]', async t => {
  const it = await open(t, { options: { far: true }, body: `<canvas id="canvas" width="7"></canvas><p id="words">mine</p><div id="host"></div>` });
  const before = await it.evaluate(() => Object.keys(window).sort().join());
  const inside = await it.evaluate(async () => {
    const root = document.getElementById('host').attachShadow({ mode: 'open' });
    root.innerHTML = '<att-svm scene="local"></att-svm><att-svm scene="global"></att-svm>';
    const both = [...root.children];
    await Promise.all(both.map(f => f.get()));
    await both[0].seek(5);
    return both.map(f => [f.state.scene, f.state.iteration]);
  });
  assert.deepEqual(inside[0], ['local', 5]);
  assert.equal(inside[1][0], 'global');
  assert.equal(await it.evaluate(() => Object.keys(window).sort().join()), before);
  assert.deepEqual(await it.evaluate(() => [document.getElementById('canvas').width, document.getElementById('words').textContent]), [7, 'mine']);
});

test('fifty figures come and go and leave no listener, observer or memory behind [9]', async t => {
  const it = await open(t, { body: '', options: { far: true, countListeners: true } });
  const { before, after, heap, alive } = await it.evaluate(async () => {
    const cycle = async () => {
      const f = document.body.appendChild(document.createElement('att-svm'));
      await f.get();
      await f.seek(50);
      await new Promise(requestAnimationFrame);
      const { module } = f.figure;
      f.remove();
      await new Promise(requestAnimationFrame);
      return module;
    };
    const module = await cycle();
    const before = { ...watched };
    const start = module._att_heap_in_use();
    const one = await (async () => {
      const f = document.body.appendChild(document.createElement('att-svm'));
      await f.get();
      await f.seek(50);
      const used = module._att_heap_in_use() - start;
      f.remove();
      await new Promise(requestAnimationFrame);
      return used;
    })();
    for (let i = 0; i < 50; ++i) await cycle();
    return { before, after: { ...watched }, heap: (module._att_heap_in_use() - start) / one, alive: module._att_alive() };
  });
  assert.deepEqual(after, before);
  assert.equal(alive, 0);
  assert.ok(heap <= 0.05, `${heap} of a figure's memory is left after fifty`);
});

test('starting, resizing and removing a figure move neither the page nor the focus [7]', async t => {
  const it = await open(t, { body: `<div class="tall"></div><input id="field">${figures(1, '')}<div class="tall"></div>`, options: { far: true } });
  await it.evaluate(() => { field.focus(); scrollTo(0, 2900); });
  const place = () => it.evaluate(() => [Math.round(scrollY), document.activeElement.id, window.figures().length]);
  const start = await place();
  await it.settled();
  assert.deepEqual(await place(), start);
  await it.evaluate(() => { window.figures()[0].style.width = '500px'; });
  await it.settled();
  assert.equal((await place())[1], 'field');
  assert.equal((await place())[0], start[0]);
  await it.evaluate(() => window.figures()[0].remove());
  await it.ticks(3);
  assert.deepEqual((await place()).slice(0, 2), start.slice(0, 2));
});
