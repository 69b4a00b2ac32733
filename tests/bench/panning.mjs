// panning.mjs - what a drag of the plane costs the page, with the loss landscape and without: frames drawn for 60 moves
// of the mouse, the longest task of the page's thread, the longest wait between two of its animation frames.
//     node tests/bench/panning.mjs        the built site in build/web, with software graphics
import { test } from 'node:test';
import { open } from '../browser/harness.mjs';

const MOVES = 60;

for (const [width, deviceScaleFactor] of [[360, 3], [800, 1], [800, 2], [1400, 1]]) {
  for (const landscape of [false, true]) {
    test(`${width} px at ${deviceScaleFactor}x, ${landscape ? 'with' : 'without'} the landscape`, async t => {
      const experiment = JSON.stringify({ scene: 'multi-input', view: { landscape } });
      const it = await open(t, {
        body: `<att-svm experiment='${experiment}'></att-svm>`,
        contextOptions: { viewport: { width, height: 900 }, deviceScaleFactor },
      });
      const { x, y } = await it.evaluate(() => {
        const box = figures()[0].getBoundingClientRect();
        return { x: box.x + 0.3 * box.width, y: box.y + Math.min(0.3 * box.height, 250) };
      });
      await it.mouse.move(x, y);
      await it.mouse.down();
      await it.evaluate(() => {
        window.tasks = [];  // of more than 50 ms; others are not told
        window.waits = [];
        new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration))).observe({ type: 'longtask' });
        window.framesBefore = figures()[0].figure.framesDrawn;
        let last = performance.now();
        const tick = () => {
          waits.push(performance.now() - last);
          last = performance.now();
          window.ticking = requestAnimationFrame(tick);
        };
        tick();
      });
      for (let i = 1; i <= MOVES; ++i) await it.mouse.move(x + 1.5 * i, y + 20 * Math.sin(i / 5));
      const { frames, longest, wait, camera } = await it.evaluate(() => {
        cancelAnimationFrame(ticking);
        return {
          frames: figures()[0].figure.framesDrawn - framesBefore, longest: Math.max(0, ...tasks), wait: Math.max(...waits),
          camera: figures()[0].state.camera,
        };
      });
      if (!(Math.abs(camera.x) > 0.1)) throw new Error('the plane was not dragged');
      t.diagnostic(`${frames} frames, longest task ${longest > 0 ? `${Math.round(longest)} ms` : 'below 50 ms'}, longest wait for a frame ${Math.round(wait)} ms`);
    });
  }
}
