// Editing by real keys, mouse and finger: tokens and inputs are added, deleted, relabelled and typed; every edit is spoken.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { near, open, solve } from './harness.mjs';

const LOCAL = '<att-svm scene="local"></att-svm>';

const data = it => it.evaluate(() => figures()[0].get().then(document => document.experiment.data));
const active = it => it.evaluate(() => figures()[0].shadowRoot.activeElement?.ariaLabel ?? null);
const said = (it, words) => it.page.waitForFunction(
  words => figures()[0].shadowRoot.querySelector('.said').textContent.includes(words), words);
const tabTo = async (it, label) => {
  for (let i = 0; i < 40; ++i) {
    if ((await active(it))?.startsWith(label)) return;
    await it.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${label}`);
};
const rightMargin = async it => {
  await it.settled();
  const document = await it.evaluate(() => figures()[0].get());
  const [global] = solve(document).selections;
  near((await it.state()).solutions[0].margin, global.svm.margin);
};

test('tokens are added, moved, relabelled and deleted by keys alone, and undone [31]', async t => {
  const it = await open(t, { body: LOCAL });
  const before = await data(it);
  await tabTo(it, 'token 2:');
  await it.keyboard.press('a');
  assert.equal((await data(it)).tokens[0].length, 4);
  assert.match(await active(it), /^token 4: /);
  await said(it, 'Token 4 added');
  await it.keyboard.press('Shift+ArrowUp');
  await rightMargin(it);
  await it.keyboard.press('f');
  assert.deepEqual((await data(it)).labels, [-1]);
  await said(it, 'The label is now −1');
  await it.keyboard.press('f');
  await it.keyboard.press('Delete');
  assert.deepEqual(await data(it), before);
  assert.match(await active(it), /^token 3: /);
  await rightMargin(it);
  for (let i = 0; i < 5; ++i) await it.keyboard.press('Control+z');
  assert.deepEqual(await data(it), before);
  assert.equal((await it.state()).edited, false);
  await it.keyboard.press('Control+Shift+z');
  assert.equal((await data(it)).tokens[0].length, 4);
  await it.keyboard.press('Shift+A');
  assert.equal((await data(it)).tokens.length, 2);
  assert.match(await active(it), /^token 1 of input 2/);
  await it.keyboard.press('Shift+Delete');
  assert.equal((await data(it)).tokens.length, 1);
});

test('the last token stays, and the reason is spoken [31]', async t => {
  const it = await open(t, { body: LOCAL });
  await tabTo(it, 'token 1:');
  for (let i = 0; i < 3; ++i) await it.keyboard.press('Delete');
  assert.equal((await data(it)).tokens[0].length, 1);
  await said(it, 'The last token of an input cannot be deleted');
  assert.match(await active(it), /^token 1: /);
});

test('a key that is held adds one token; keys of the browser stay with it [5] [31]', async t => {
  const it = await open(t, { body: LOCAL });
  await tabTo(it, 'token 1:');
  await it.keyboard.down('a');
  await it.keyboard.down('a');
  await it.keyboard.down('a');
  await it.keyboard.up('a');
  assert.equal((await data(it)).tokens[0].length, 4);
  const prevented = await it.evaluate(() => {
    const target = figures()[0].shadowRoot.activeElement;
    return [['KeyA', { ctrlKey: true }], ['KeyF', { ctrlKey: true }], ['F5', {}], ['KeyQ', {}]].map(
      ([code, more]) => !target.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true, ...more })));
  });
  assert.deepEqual(prevented, [false, false, false, false]);
});

test('the menu by keyboard: Enter opens, Tab walks it, Escape closes it, a second one leaves the figure [6] [31]', async t => {
  const it = await open(t, { body: LOCAL });
  await tabTo(it, 'token 2:');
  await it.keyboard.press('Enter');
  assert.equal(await active(it), 'Add a token beside it');
  await it.keyboard.press('Tab');
  assert.equal(await active(it), 'Delete this token');
  await it.keyboard.press('Escape');
  assert.match(await active(it), /^token 2: /);
  assert.ok(!(await it.state()).hits.some(hit => hit.kind === 'menu'));
  await it.keyboard.press('Enter');
  await it.keyboard.press('Tab');
  await it.keyboard.press('Enter');
  assert.equal((await data(it)).tokens[0].length, 2);
  assert.match(await active(it), /^token 2: /);
  await it.keyboard.press('Escape');
  assert.equal(await active(it), null);
  assert.equal(await it.evaluate(() => document.activeElement === document.body), true);
});

test('numbers are typed into real fields: comma, full width, Enter commits, Escape cancels [28]', async t => {
  const it = await open(t, { body: LOCAL });
  const at = await it.place('token', 0, 1);
  await it.mouse.dblclick(at.x, at.y);
  await it.page.waitForFunction(() => figures()[0].state.hits.some(hit => hit.kind === 'number'));
  const field = async index => { const spot = await it.place('number', index); await it.mouse.click(spot.x, spot.y); };
  await field(0);
  const { inputMode, localName, shown } = await it.evaluate(() => {
    const { inputMode, localName } = figures()[0].shadowRoot.activeElement;
    return { inputMode, localName, shown: getComputedStyle(figures()[0].shadowRoot.activeElement).opacity };
  });
  assert.deepEqual([inputMode, localName, shown], ['decimal', 'input', '1']);
  await it.keyboard.press('Control+a');
  await it.keyboard.type('1,25');
  await it.keyboard.press('Enter');
  assert.deepEqual((await data(it)).tokens[0][1], [1.25, 0, 0.9]);
  await field(2);
  await it.keyboard.press('Control+a');
  await it.page.keyboard.insertText('−０．５');  // as an input method would
  await it.keyboard.press('Enter');
  assert.deepEqual((await data(it)).tokens[0][1], [1.25, 0, -0.5]);
  await field(1);
  await it.keyboard.press('Control+a');
  await it.keyboard.type('77');
  await it.keyboard.press('Escape');
  await it.ticks(3);
  assert.deepEqual((await data(it)).tokens[0][1], [1.25, 0, -0.5]);
  assert.match(await active(it), /^token 2: /);
  await it.keyboard.press('Enter');
  await field(0);
  await it.keyboard.press('Control+a');
  await it.keyboard.type('abc');
  await it.keyboard.press('Enter');
  await said(it, 'expected a number');
  assert.deepEqual((await data(it)).tokens[0][1], [1.25, 0, -0.5]);
});

test('the mouse: a right click on a token opens the menu, on the page\'s part it stays the browser\'s', async t => {
  const it = await open(t, { body: LOCAL });
  await it.evaluate(() => addEventListener('contextmenu', event => { window.taken = event.defaultPrevented; event.preventDefault(); }));
  const plane = await it.place('plane');
  await it.mouse.click(plane.x, plane.y, { button: 'right' });
  assert.equal(await it.evaluate(() => taken), false);
  const token = await it.place('token', 0, 1);
  await it.mouse.click(token.x, token.y, { button: 'right' });
  assert.equal(await it.evaluate(() => taken), true);
  assert.equal(await active(it), 'Add a token beside it');
  const entry = await it.place('item', 1);
  await it.mouse.click(entry.x, entry.y);
  assert.equal((await data(it)).tokens[0].length, 2);
  await it.mouse.click(plane.x, plane.y);
  await it.mouse.click(plane.x, plane.y, { button: 'right' });
  const add = await it.place('item', 0);
  await it.mouse.click(add.x, add.y);
  assert.equal((await data(it)).tokens[0].length, 3);
  await rightMargin(it);
});

test('a finger that rests on a token or on the plane opens the menu; one that moves does not [27]', async t => {
  const it = await open(t, { body: LOCAL, contextOptions: { hasTouch: true, isMobile: true, viewport: { width: 700, height: 900 } } });
  const cdp = await it.context.newCDPSession(it.page);
  const touch = (type, points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const menu = () => it.evaluate(() => figures()[0].state.hits.filter(hit => hit.kind === 'item').map(hit => hit.box));
  const token = await it.place('token', 0, 1);
  await touch('touchStart', [token]);
  await it.page.waitForFunction(() => figures()[0].state.hits.some(hit => hit.kind === 'menu'));
  await touch('touchEnd', []);
  const items = await menu();
  assert.ok(items.length >= 3 && items.every(([, top, , bottom]) => bottom - top >= 43.99), JSON.stringify(items));
  const before = await data(it);
  const entry = await it.place('item', 0);
  await touch('touchStart', [entry]);
  await touch('touchEnd', []);
  await it.page.waitForFunction(() => !figures()[0].state.hits.some(hit => hit.kind === 'menu'));
  const after = await data(it);
  assert.equal(after.tokens[0].length, before.tokens[0].length + 1);
  assert.deepEqual(after.tokens[0].slice(0, 3), before.tokens[0]);
  await touch('touchStart', [await it.place('token', 0, 0)]);
  const from = await it.place('token', 0, 0);
  for (let i = 1; i <= 4; ++i) await touch('touchMove', [{ x: from.x + 10 * i, y: from.y + 5 * i }]);
  await it.evaluate(() => new Promise(resolve => setTimeout(resolve, 700)));
  assert.deepEqual(await menu(), []);
  await touch('touchEnd', []);
});

test('edits are in the state: get and set show the same figure again [34]', async t => {
  const it = await open(t, { body: LOCAL });
  const { first, second, message } = await it.evaluate(async () => {
    const [f] = figures();
    await f.command({ do: 'add-token', input: 0, token: 1, position: [0.5, -0.75, 0.1] });
    await f.command({ do: 'add-input', input: 1, position: [1, 1, 0], label: -1 });
    await f.command({ do: 'set-label', input: 0, label: -1 });
    await f.command({ do: 'delete-token', input: 0, token: 0 });
    await f.command({ do: 'set-score', input: 0, token: 0, score: 2 });
    const message = await f.command({ do: 'delete-token', input: 1, token: 0 }).catch(error => error.message);
    const first = [await f.get(), f.state.solutions, f.state.run.weights];
    await f.reset();
    await f.set(first[0]);
    return { first, second: [await f.get(), f.state.solutions, f.state.run.weights], message };
  });
  assert.deepEqual(second, first);
  assert.equal(message, 'token: the last token of an input cannot be deleted');
  assert.deepEqual(first[0].experiment.data.labels, [-1, -1]);
});
