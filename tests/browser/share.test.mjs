// A figure's state as a link: the same to the last bit, in the address, from the menu, and as code for other pages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open } from './harness.mjs';

const LOCAL = '<att-svm scene="local"></att-svm>';

test('a thousand random states go through a link and back without the change of a bit [34]', async t => {
  const it = await open(t, { body: LOCAL });
  const wrong = await it.evaluate(async () => {
    const { linkTo, readLink } = await import('./att-svm-share.js');
    const { figure } = figures()[0];
    let seed = 1;
    const bits = () => (seed = Math.imul(seed ^ seed >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0) >>> 0;
    const real = () => {  // any sign and exponent that is allowed, a full mantissa; now and then a zero of either sign
      if (bits() % 16 === 0) return bits() % 2 ? -0 : 0;
      return (bits() % 2 ? -1 : 1) * (1 + bits() / 2 ** 32 + bits() / 2 ** 64) * 2 ** (bits() % 640 - 320);
    };
    const small = () => (bits() / 2 ** 31 - 1) * (1 + bits() * 2 ** -52);
    const wrong = [];
    for (let i = 0; i < 1000; ++i) {
      const number = i % 2 ? small : real;
      const rows = count => Array.from({ length: count }, () => [number(), number()]);
      const document = {
        experiment: { data: { tokens: [rows(3), rows(2)], labels: [1, -1] }, model: { head: { v: [small(), small()] } },
          train: { step: Math.abs(small()), init: { p: rows(2) } }, note: { mine: [small(), 'ü "quoted"'] } },
        iteration: bits() % 100, camera: { x: small(), y: small(), zoom: 1 + Math.abs(small()) },
      };
      figure.set(document);
      const text = figure.text();
      const read = await readLink(await linkTo(text));
      figure.set({ scene: 'global' });
      figure.set(read.document);
      if (figure.text() !== text || read.notes.length || !text.includes('"mine"')) wrong.push([i, text, figure.text(), read.notes]);
    }
    return wrong.slice(0, 2);
  });
  assert.deepEqual(wrong, []);
});

test('a link has all that is shown: the run that is followed, the speed, the epsilon in use, R of the path [34]', async t => {
  const it = await open(t, { body: '<att-svm scene="local"></att-svm><att-svm scene="path"></att-svm>', contextOptions: { viewport: { width: 700, height: 2400 } } });
  const [local, path] = await it.evaluate(async () => {
    const [local, path] = figures();
    for (const command of [{ do: 'focus-run', run: 1 }, { do: 'set-speed', factor: 0.5 }, { do: 'set-epsilon', published: false }]) await local.command(command);
    await path.command({ do: 'set-parameter', name: 'R', value: 12.25 });
    return Promise.all(figures().map(f => f.export('link')));
  });
  const shown = async link => {
    const again = await open(t, { url: link });
    return again.evaluate(() => figures()[0].get().then(document => document.shown));
  };
  assert.deepEqual(await shown(local), { run: 1, speed: 0.5, published_epsilon: false });
  assert.equal((await shown(path)).R, 12.25);
  const notes = await it.evaluate(async () => {
    const { linkTo, readLink } = await import('./att-svm-share.js');
    const document = await figures()[1].get();
    document.shown.R = 1e9;
    return (await readLink(await linkTo(JSON.stringify(document)))).notes;
  });
  assert.deepEqual(notes, ['shown.R 1000000000 is not from 0.01 to 10000: taken as 10000']);
});

test('forty points fit into 2000 characters; a longer link becomes a file [34]', async t => {
  const it = await open(t, { body: LOCAL, contextOptions: { acceptDownloads: true } });
  const length = (n, T) => it.evaluate(async ([n, T]) => {
    const tokens = Array.from({ length: n }, () => Array.from({ length: T }, () => [Math.random() - .5, Math.random() - .5]));
    await figures()[0].set({ data: { tokens }, model: { head: { v: [1, 0] } } });
    return (await figures()[0].export('link')).length;
  }, [n, T]);
  assert.ok(await length(8, 5) <= 2000);
  assert.ok(await length(20, 20) > 2000);
  await it.page.getByRole('button', { name: 'Share, embed, save, cite' }).click();
  const [download] = await Promise.all([it.page.waitForEvent('download'), it.page.getByRole('menuitem', { name: 'Copy link' }).click()]);
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.deepEqual(saved, await it.evaluate(() => figures()[0].get()));
});

test('a link of a later version, a damaged one and numbers out of range are named, and the figure stands [34]', async t => {
  const it = await open(t, { body: LOCAL });
  const reason = () => it.evaluate(() => { const r = figures()[0].shadowRoot.querySelector('.reason'); return r.hidden ? '' : r.textContent; });
  const follow = async hash => {
    await it.evaluate(hash => figures()[0].setAttribute('hash', hash), hash);
    await it.page.waitForFunction(() => !figures()[0].shadowRoot.querySelector('.reason').hidden);
    return reason();
  };
  assert.match(await follow('state=7.abc'), /version 7/);
  assert.match(await follow('state=1.q1Z!'), /damaged/);
  assert.match(await follow('scene=nowhere'), /nowhere/);
  assert.equal((await it.state()).scene, 'local');
  assert.match(await follow('scene=global&iteration=2e9'), /iteration 2000000000 is not from 0 to 1000000000/);
  await it.settled();
  const { scene, iteration, horizon } = await it.state();
  assert.deepEqual([scene, iteration], ['global', horizon]);
});

test('alone on its page, embed.html keeps its address up with the figure; history stays; reload shows the same [34]', async t => {
  const it = await open(t, { path: 'embed.html#scene=local&iteration=30&theme=dark' });
  assert.equal((await it.state()).iteration, 30);
  const entries = await it.evaluate(() => history.length);
  await it.drag(await it.place('token', 0, 1), 40, -30);
  await it.mouse.up();
  await it.evaluate(async () => {
    while (location.hash !== new URL(await figures()[0].export('link')).hash) await new Promise(requestAnimationFrame);
  });
  const before = await it.evaluate(() => [figures()[0].figure.text(), history.length]);
  assert.equal(before[1], entries);
  await it.page.reload();
  await it.settled();
  assert.equal(await it.evaluate(() => figures()[0].figure.text()), before[0]);
});

test('the menu opens by keyboard, is walked by arrows, closes by Escape and Tab, and gives the focus back [6]', async t => {
  const it = await open(t, { body: `${LOCAL}<button id="after">after</button>` });
  const focused = () => it.evaluate(() => {
    const { activeElement } = figures()[0].shadowRoot;
    return activeElement?.ariaLabel ?? activeElement?.textContent ?? document.activeElement.id;
  });
  const more = it.page.getByRole('button', { name: 'Share, embed, save, cite' });
  await more.focus();
  await it.keyboard.press('Enter');
  await it.page.getByRole('menu').waitFor();
  assert.equal(await focused(), 'Copy link');
  await it.keyboard.press('ArrowUp');
  assert.equal(await focused(), 'Experiment (JSON)');
  await it.keyboard.press('Home');
  await it.keyboard.press('ArrowDown');
  assert.equal(await focused(), 'Copy citation');
  await it.keyboard.press('Escape');
  await it.page.getByRole('menu').waitFor({ state: 'hidden' });
  assert.equal(await focused(), 'Share, embed, save, cite');
  await it.keyboard.press('Tab');
  assert.equal(await focused(), 'after');
  await more.click();
  await it.page.getByRole('menu').waitFor();
  await more.click();
  await it.page.getByRole('menu').waitFor({ state: 'hidden' });
  assert.equal(await it.evaluate(() => scrollY), 0);
});

test('what the menu copies works where it is pasted: element, iframe, module, picture [34] [37]', async t => {
  const it = await open(t, { body: LOCAL, contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await it.evaluate(() => figures()[0].command({ do: 'move-token', input: 0, token: 1, position: [1.25, 0.1, 0.9] }));
  await it.settled();
  const text = await it.evaluate(() => figures()[0].figure.text());
  await it.page.getByRole('button', { name: 'Share, embed, save, cite' }).click();
  const copied = {};
  for (const name of ['Copy HTML element', 'Copy iframe', 'Copy JavaScript module', 'Copy picture as HTML', 'Copy picture as Markdown', 'Copy citation']) {
    await it.page.getByRole('menuitem', { name }).click();
    await it.page.locator('att-svm .said').filter({ hasText: 'copied' }).waitFor();
    copied[name] = await it.evaluate(() => navigator.clipboard.readText());
    await it.evaluate(() => navigator.clipboard.writeText(''));
  }
  const shows = async (frame, what) => {
    await frame.waitForFunction(() => document.querySelector('att-svm')?.state);
    assert.equal(await frame.evaluate(() => document.querySelector('att-svm').figure.text()), text, what);
  };
  for (const [name, wrap] of [['Copy HTML element', code => code], ['Copy JavaScript module', code => `<script type="module">${code}</script>`]]) {
    const pasted = await open(t, { bare: true, body: wrap(copied[name]), options: { far: true } });
    await shows(pasted.page, name);
  }
  const pasted = await open(t, { bare: true, body: copied['Copy iframe'], options: { far: true } });
  await pasted.page.waitForFunction(() => document.querySelector('iframe'));
  await shows(pasted.page.frames()[1] ?? await pasted.page.waitForEvent('frameattached'), 'iframe');
  assert.match(copied['Copy picture as Markdown'], /^\[!\[Where gradient descent ends[^\]]*\]\(data:image\/svg\+xml;base64,[\w+/=]+\)\]\(http\S+#state=1\.[\w-]+\)\n$/);
  const still = await open(t, { bare: true, body: copied['Copy picture as HTML'], options: { far: true } });
  await still.page.waitForFunction(() => document.querySelector('img').naturalWidth > 300);
  assert.match(copied['Copy citation'], /url += \{http\S+#state=1\.[^}]+\}/);
});
