// What leaves a figure: pictures, tables, documents and a citation, the same as from the command line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attsvm, open } from './harness.mjs';

const LOCAL = '<att-svm scene="local"></att-svm>';
const WIDE = { viewport: { width: 940, height: 760 } };
const exported = (it, kind, options) => it.evaluate(([kind, options]) => figures()[0].export(kind, options), [kind, options]);

/** { width, height, text: tEXt chunks by keyword, perMetre } of a PNG. */
function parsePng(bytes) {
  assert.equal(bytes.readUInt32BE(0), 0x89504e47);
  const png = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), text: {} };
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const data = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at));
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'tEXt') png.text[data.subarray(0, data.indexOf(0)).toString()] = data.subarray(data.indexOf(0) + 1).toString();
    if (type === 'pHYs') png.perMetre = data.readUInt32BE(0);
  }
  return png;
}

async function png(it, options) {
  return Buffer.from(await it.evaluate(async options => {
    const blob = await figures()[0].export('png', options);
    const reader = new FileReader();
    reader.readAsDataURL(blob);
    await new Promise(resolve => { reader.onload = resolve; });
    return reader.result.split(',')[1];
  }, options), 'base64');
}

test('PNG at 1x to 4x has its pixels and carries the link; the figure on screen stays as it is [36] [40]', async t => {
  const it = await open(t, { body: LOCAL, contextOptions: WIDE });
  await it.mouse.move(2, 2);
  await it.settled();
  const before = [await it.page.screenshot(), await it.evaluate(() => figures()[0].figure.text())];
  const link = await exported(it, 'link');
  const height = await it.evaluate(() => figures()[0].figure.naturalHeight(800));
  for (const scale of [1, 2, 3, 4]) {
    const picture = parsePng(await png(it, { scale, width: 800 }));
    assert.deepEqual([picture.width, picture.height], [800 * scale, Math.round(height * scale)]);
    assert.equal(picture.text.Source, link);
    assert.equal(picture.perMetre, Math.round(96 * scale / 0.0254));
  }
  await it.evaluate(() => figures()[0].figure.touch());
  await it.settled();
  assert.ok(before[0].equals(await it.page.screenshot()), 'the same picture on screen');
  assert.equal(await it.evaluate(() => figures()[0].figure.text()), before[1]);
  const shown = await open(t, { path: link.slice(link.indexOf('embed.html')) });
  assert.equal(await shown.evaluate(() => figures()[0].figure.text()), before[1]);
});

test('without WebGL the PNG is drawn from the SVG, with its faces [15] [36]', async t => {
  const it = await open(t, { body: LOCAL, contextOptions: WIDE, options: { noWebGL: true } });
  const picture = parsePng(await png(it, { scale: 2, width: 700 }));
  assert.equal(picture.width, 1400);
  assert.match(picture.text.Source, /#state=1\./);
});

test('SVG has real text and the experiment inside [36]', async t => {
  const it = await open(t, { body: LOCAL, contextOptions: WIDE });
  const svg = await exported(it, 'svg');
  const { words, metadata } = await it.evaluate(svg => {
    const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    return { words: [...root.querySelectorAll('text')].map(t => t.textContent).join('|'), metadata: root.querySelector('metadata').textContent };
  }, svg);
  assert.match(words, /Where gradient descent ends depends on where it starts/);
  assert.match(words, /duality gap/);
  assert.deepEqual(JSON.parse(metadata), await it.evaluate(() => figures()[0].get()));
});

test('tables, results and citation are those of the command line; tables carry the link [36]', async t => {
  const it = await open(t, { body: LOCAL, contextOptions: WIDE });
  const { experiment } = await it.evaluate(async () => {
    await figures()[0].command({ do: 'move-token', input: 0, token: 1, position: [1.5, 0.25, 0.9] });
    await figures()[0].seek(77);
    return figures()[0].get();
  });
  await it.settled();
  const native = (...args) => attsvm(args, JSON.stringify(experiment));
  const rows = text => text.split('\n').slice(1).join('\n');  // what follows the line with the link
  for (const table of ['all', 'data', 'iterates', 'separators', 'certificate', 'constraints']) {
    const csv = await exported(it, 'csv', { table });
    assert.match(csv, /^# att-svm \d+\.\d+\.\d+ http\S+embed\.html#state=1\.[\w-]+\n/);
    assert.equal(rows(csv), rows(native('run', '-', '--format', 'csv', '--table', table)), table);
  }
  assert.equal(await exported(it, 'result'), native('run', '-'));
  const numbers = text => text.slice(text.indexOf('What it shows'));
  assert.equal(numbers(await exported(it, 'citation')), numbers(native('cite', '-', '--iteration', '77')));
  const [link] = native('cite', '-', '--iteration', '77').match(/embed\.html#[^}]+/);
  const read = await it.evaluate(link => import('./att-svm-share.js').then(share => share.readLink(link)), link);
  assert.deepEqual(read.document, { experiment, iteration: 77 });
  const [mistake, table] = await it.evaluate(() => Promise.all([figures()[0].export('gif'), figures()[0].export('csv', { table: 'x' })]
    .map(made => made.catch(error => error.message))));
  assert.match(mistake, /'gif'/);
  assert.match(table, /'x'/);
});

test('a drawn separator passes where its printed coefficients say [38]', async t => {
  const it = await open(t, { body: LOCAL });
  const csv = await exported(it, 'csv', { table: 'separators' });
  const row = csv.split('\n')[2].split(',').slice(4).map(Number);
  const [p1, p2, , offset] = row;
  const { tokens } = (await it.evaluate(() => figures()[0].get())).experiment.data;
  const values = tokens[0].map(([x, y]) => p1 * x + p2 * y);
  assert.ok(values[0] > offset && values.slice(1).every(v => v < offset + 1e-12), `${values} against ${offset}`);
  assert.ok(Math.abs(values[0] - offset - 0.5) < 1e-12);
});
