// embed.html in an iframe: the verbs and events by postMessage, from a host that owns nothing else of the figure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const frame = (hash = 'scene=local', attributes = 'sandbox="allow-scripts"') =>
  `<iframe id="frame" title="figure" ${attributes} src="embed.html#${hash}" style="width: 100%; height: 200px; border: 0"></iframe>`;

/** A host with `window.figure`, a connected frame. */
async function host(t, body) {
  const it = await open(t, { body, bare: true, options: { far: true } });
  await it.evaluate(async () => {
    const { connect } = await import('./att-svm-frame.js');
    window.heard = [];
    window.figure = connect(document.getElementById('frame'));
    for (const type of ['ready', 'change', 'converged', 'error', 'height'])
      figure.addEventListener(type, event => heard.push([type, event.detail ?? event.message]));
    await figure.ready;
  });
  return it;
}

test('a sandboxed iframe speaks every verb and tells every event [10] [37]', async t => {
  const it = await host(t, frame());
  assert.equal(await it.evaluate(() => document.getElementById('frame').contentDocument), null);  // another origin
  const { document, svg, csv, png, mistake, unknown } = await it.evaluate(async () => {
    await figure.set({ train: { step: 0.05 } });
    await figure.seek(20);
    await figure.play();
    await figure.pause();
    await figure.command({ do: 'seek', iteration: 44 });
    return {
      document: await figure.get(), svg: await figure.export('svg'), csv: await figure.export('csv', { table: 'data' }),
      png: (await figure.export('png', { scale: 1 })).size,
      mistake: await figure.set({ data: { tokens: [[['x']]] } }).catch(error => error.message),
      unknown: await figure.command({ do: 'jump' }).catch(error => error.message),
    };
  });
  assert.equal(document.experiment.train.step, 0.05);
  assert.equal(document.iteration, 44);
  assert.match(svg, /<text/);
  assert.match(csv, /^# att-svm .*\ninput,token/);
  assert.ok(png > 10_000);
  assert.match(mistake, /data\.tokens\[0\]\[0\]/);
  assert.match(unknown, /jump/);
  const types = await it.evaluate(() => [...new Set(heard.map(([type]) => type))]);
  for (const type of ['ready', 'change', 'height']) assert.ok(types.includes(type), types.join());
  await it.evaluate(() => figure.seek(1e9));
  await it.page.waitForFunction(() => heard.some(([type]) => type === 'converged'));
  await it.evaluate(() => figure.reset());
});

test('the frame takes the height of its figure, at every width [37]', async t => {
  const it = await host(t, frame());
  for (const width of [900, 360]) {
    await it.page.setViewportSize({ width, height: 900 });
    // At the new width, without a scrollbar inside, and as high as it says.
    await it.page.frames()[1].waitForFunction(most => innerWidth <= most && document.documentElement.scrollHeight <= innerHeight + 1,
      width);
    await it.page.waitForFunction(() => {
      const { height } = heard.findLast(([type]) => type === 'height')[1];
      return Math.abs(document.getElementById('frame').clientHeight - height) < 1 && height > 300;
    });
  }
});

test('it answers nobody but the window that holds it, and the named origin alone', async t => {
  const it = await host(t, frame('scene=local&iteration=9'));
  await it.evaluate(() => {
    window.stranger = document.body.appendChild(document.createElement('iframe'));
    return new Promise(resolve => {
      addEventListener('message', event => { if (event.source === stranger.contentWindow) resolve(); });
      stranger.srcdoc = `<script>parent.frames[0].postMessage({ attsvm: 1, id: 1, verb: 'seek', values: [77] }, '*');
        parent.postMessage('sent', '*')<\/script>`;
    });
  });
  await it.ticks(5);
  assert.equal(await it.evaluate(() => figure.get().then(d => d.iteration)), 9);

  const deaf = await open(t, { body: frame('scene=local&origin=https://example.org'), bare: true, options: { far: true } });
  const answered = await deaf.evaluate(async () => {
    let answered = 0;
    addEventListener('message', () => ++answered);
    for (let i = 0; i < 10; ++i) {
      document.getElementById('frame').contentWindow.postMessage({ attsvm: 1, id: i, verb: 'get' }, '*');
      await new Promise(resolve => setTimeout(resolve, 200));
    }
    return answered;
  });
  assert.equal(answered, 0);
  deaf.complaints.length = 0;  // the browser says that it did not deliver to https://example.org
});

test('a frame that never answers is an error within 10 seconds [37]', async t => {
  const it = await open(t, { body: '<iframe id="frame" title="empty" srcdoc="nothing here"></iframe>', bare: true, options: { far: true } });
  const message = await it.evaluate(async () => {
    const real = setTimeout;
    window.setTimeout = (run, wait, ...rest) => real(run, wait === 10_000 ? 500 : wait, ...rest);
    const { connect } = await import('./att-svm-frame.js');
    const figure = connect(document.getElementById('frame'));
    const told = new Promise(resolve => figure.addEventListener('error', event => resolve(event.message)));
    return [await told, await figure.ready.catch(error => error.message)];
  });
  assert.match(message[0], /10 seconds/);
  assert.equal(message[1], message[0]);
});
