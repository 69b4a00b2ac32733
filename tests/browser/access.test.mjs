// For those who do not see, do not point, want less motion or more contrast: axe, the reader's settings, the words.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { open } from './harness.mjs';

const LOCAL = '<main><h1>host</h1><att-svm scene="local"></att-svm></main>';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of the page as "rule: where", with every rule that axe has for the web but those that are experiments. */
async function violations(it) {
  await it.page.addScriptTag({ content: axe }).catch(() => it.evaluate(axe));
  return it.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await window.axe.run(document, { runOnly: tags });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.flat().join(' ') + ' ' + node.html.slice(0, 100)).join(' | ')}`);
  });
}

/** The colour of a pixel of the figure's canvas as [r, g, b]. */
const pixel = (it, x, y) => it.evaluate(([x, y]) => {
  const copy = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  copy.drawImage(figures()[0].shadowRoot.querySelector('canvas'), -x, -y);
  return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3);
}, [x, y]);

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in the article, ${colorScheme} [29]`, async t => {
    const it = await open(t, { contextOptions: { colorScheme, bypassCSP: true } });
    await it.settled();
    assert.deepEqual(await violations(it), []);
  });

  test(`axe finds nothing in a page of every scene, idle, focused and with its menu open, ${colorScheme} [29]`, async t => {
    const it = await open(t, { body: LOCAL, contextOptions: { colorScheme } });
    const scenes = await it.evaluate(() => figures()[0].figure.module.ccall('att_scenes', 'string').split(','));
    for (const scene of scenes) {
      await it.evaluate(scene => figures()[0].setAttribute('scene', scene), scene);
      await it.page.waitForFunction(scene => figures()[0].state.scene === scene, scene);
      await it.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)));
      assert.deepEqual(await violations(it), [], scene);
    }
    const at = await it.place('token', 0, 0);
    await it.mouse.dblclick(at.x, at.y);
    await it.page.waitForFunction(() => figures()[0].shadowRoot.querySelector('.number'));
    assert.deepEqual(await violations(it), [], 'with the menu');
  });
}

test('every control has a native element with a role and a name; both sides change each other [29]', async t => {
  const it = await open(t, { body: '<att-svm scene="path"></att-svm>' });
  const mirror = () => it.evaluate(() => [...figures()[0].shadowRoot.querySelector('.controls').children].map(e => (
    { name: e.ariaLabel, tag: e.localName, role: e.role, value: e.value, min: e.min, max: e.max, tab: e.tabIndex })));
  const elements = await mirror();
  assert.ok(elements.every(e => e.name && e.tab === 0), JSON.stringify(elements));
  assert.ok(elements.every(e => ['button', 'input'].includes(e.tag) || e.role));
  const radius = elements.findIndex(e => /^R: /.test(e.name));
  assert.ok(Number(elements[radius].min) < 0.1 && Number(elements[radius].max) > 100);
  const set = value => it.evaluate(([i, value]) => {
    const element = figures()[0].shadowRoot.querySelector('.controls').children[i];
    element.value = value;
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, [radius, value]);
  await set('10');
  await it.evaluate(() => figures()[0].command({ do: 'set-parameter', name: 'R', value: 20 }));
  await it.page.waitForFunction(i => Number(figures()[0].shadowRoot.querySelector('.controls').children[i].value) === 20, radius);
});

test('the figure is an application only while it has the focus; its state is described in words [30]', async t => {
  const it = await open(t, { body: LOCAL + '<button id="after">after</button>' });
  const group = () => it.evaluate(() => {
    const { role, ariaLabel } = figures()[0].shadowRoot.querySelector('.controls');
    return { role, ariaLabel, described: figures()[0].shadowRoot.querySelector('.controls').getAttribute('aria-describedby') };
  });
  assert.equal((await group()).role, 'group');
  const at = await it.place('token', 0, 1);
  await it.mouse.click(at.x, at.y);
  const { role, ariaLabel, described } = await group();
  assert.equal(role, 'application');
  assert.ok(ariaLabel.length > 10);
  const words = await it.evaluate(id => figures()[0].shadowRoot.getElementById(id).textContent, described);
  assert.match(words, /attends most to token \d, with weight \d/);
  assert.match(words, /p is .*° from its max-margin direction/);
  assert.match(words, /margin .* is 1\.005.*optimality conditions hold/);
  await it.page.focus('#after');
  assert.equal((await group()).role, 'group');
});

test('nothing is spoken while a token is dragged, at most one sentence a second is written, the end is spoken [30]', async t => {
  const it = await open(t, { body: LOCAL });
  await it.evaluate(() => {
    window.spoken = [];
    window.written = [];
    const { shadowRoot } = figures()[0];
    const watch = (name, list) => new MutationObserver(() => list.push(performance.now())).observe(shadowRoot.querySelector(name), { childList: true });
    watch('.said', spoken);
    watch('.words', written);
  });
  const from = await it.place('token', 0, 1);
  await it.mouse.move(from.x, from.y);
  await it.mouse.down();
  const begin = Date.now();
  for (let i = 0; Date.now() - begin < 2500; ++i) {
    await it.mouse.move(from.x + 40 * Math.sin(i / 3), from.y + 30 * Math.cos(i / 3));
    await it.ticks(2);
  }
  const during = await it.evaluate(() => ({ spoken: spoken.length, gaps: written.slice(1).map((t, i) => t - written[i]) }));
  assert.ok(during.spoken <= 1, `${during.spoken} spoken`);
  assert.ok(during.gaps.every(gap => gap >= 990), String(during.gaps));
  await it.mouse.up();
  await it.page.waitForFunction(n => spoken.length > n, during.spoken);
  assert.match(await it.evaluate(() => figures()[0].shadowRoot.querySelector('.said').textContent), /attends most to/);
});

test('forced colours: the figure is drawn in the reader\'s own, and follows when they change [33]', async t => {
  const it = await open(t, { body: LOCAL, contextOptions: { forcedColors: 'active', colorScheme: 'dark' } });
  const system = () => it.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'background: Canvas; color: CanvasText';
    const { backgroundColor, color } = getComputedStyle(probe);
    probe.remove();
    return [backgroundColor, color].map(text => text.match(/\d+/g).slice(0, 3).map(Number));
  });
  const dark = await system();
  assert.deepEqual(await pixel(it, 3, 3), dark[0]);
  await it.page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  await it.page.waitForFunction(() => matchMedia('(prefers-color-scheme: light)').matches);
  await it.ticks(5);
  await it.settled();
  const light = await system();
  assert.notDeepEqual(light[0], dark[0]);
  assert.deepEqual(await pixel(it, 3, 3), light[0]);
  await it.page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  await it.page.waitForFunction(() => !matchMedia('(forced-colors: active)').matches);
  await it.ticks(5);
  await it.settled();
  assert.deepEqual(await pixel(it, 3, 3), [255, 255, 255]);
});

test('a reader who prefers more contrast gets black and white [33]', async t => {
  for (const [colorScheme, ink] of [['light', '#000000'], ['dark', '#ffffff']]) {
    const it = await open(t, { body: LOCAL, contextOptions: { contrast: 'more', colorScheme } });
    const svg = await it.evaluate(() => figures()[0].figure.ask('fig_picture'));
    const fills = new Set([...svg.matchAll(/<text[^>]* fill="(#\w+)"/g)].map(match => match[1]));
    assert.ok(fills.has(ink) && fills.size <= 4, [...fills].join());  // and what is readable on a filled cell
  }
});

test('reduced motion: no autoplay, paths are complete, and it follows the setting while it plays [32]', async t => {
  const it = await open(t, { body: '<att-svm scene="local" autoplay iteration="3"></att-svm>', contextOptions: { reducedMotion: 'reduce' } });
  /** How many of the six paths are drawn in full ahead of the iteration shown, and how many are only hinted at. */
  const ahead = () => it.evaluate(() => {
    const drawn = [...figures()[0].figure.ask('fig_picture').matchAll(/ stroke-opacity="([\d.]+)"/g)].map(match => Number(match[1]));
    const count = opacity => drawn.filter(value => Math.abs(value - opacity) < 0.01).length;
    return { full: count(0.7), faint: count(0.33) };
  });
  assert.deepEqual([(await it.state()).playing, (await it.state()).iteration], [false, 3]);
  assert.deepEqual(await ahead(), { full: 6, faint: 0 });
  const scrubber = await it.place('scrubber');
  const [left, , right] = (await it.state()).hits.find(hit => hit.kind === 'scrubber').box;
  await it.mouse.click(scrubber.x - 0.25 * (right - left), scrubber.y);  // where all six paths are in sight yet
  const moved = await it.waitState(s => s.iteration > 3);
  assert.deepEqual(await ahead(), { full: 6, faint: 0 });
  await it.page.emulateMedia({ reducedMotion: 'no-preference' });
  await it.page.waitForFunction(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  await it.ticks(5);
  assert.deepEqual([(await it.state()).playing, (await it.state()).iteration], [false, moved.iteration]);
  assert.deepEqual(await ahead(), { full: 0, faint: 6 });

  const other = await open(t, { body: '<att-svm scene="local" autoplay></att-svm>', options: { far: true } });
  await other.page.waitForFunction(() => figures()[0].state?.playing);
  await other.page.emulateMedia({ reducedMotion: 'reduce' });
  await other.waitState(s => !s.playing);
  await other.evaluate(() => figures()[0].play());  // the reader asks for it
  await other.waitState(s => s.playing);
  assert.equal(await other.evaluate(() => document.getAnimations().length), 0);
});

test('colour is never alone: inputs differ in shape, the selected are stars, support tokens have rings [33]', async t => {
  const it = await open(t, { body: '<att-svm scene="multi-input"></att-svm>', contextOptions: { forcedColors: 'active' } });
  const { tokens, solution } = await it.evaluate(() => {
    const svg = new DOMParser().parseFromString(figures()[0].figure.ask('fig_picture'), 'image/svg+xml');
    const marks = [];
    for (const shape of svg.querySelectorAll('polygon, circle')) {
      const numbers = (shape.getAttribute('points') ?? `${shape.getAttribute('cx')} ${shape.getAttribute('cy')}`).match(/-?[\d.]+/g).map(Number);
      const middle = parity => numbers.filter((_, i) => i % 2 === parity).reduce((sum, v, _, all) => sum + v / all.length, 0);
      marks.push({ x: middle(0), y: middle(1), corners: shape.localName === 'circle' ? 0 : numbers.length / 2, ring: shape.getAttribute('fill') === 'none' });
    }
    const { hits, solutions } = figures()[0].state;
    const tokens = hits.filter(hit => hit.kind === 'token').map(({ a, b, box: [left, top, right, bottom] }) => {
      const own = marks.filter(mark => Math.hypot(mark.x - (left + right) / 2, mark.y - (top + bottom) / 2) < 1.5);
      return { input: a, token: b, corners: own.filter(mark => !mark.ring).map(mark => mark.corners), ring: own.some(mark => mark.ring) };
    });
    return { tokens, solution: solutions[0] };
  });
  const shapes = [0, 1, 2].map(input => new Set(tokens.filter(token => token.input === input && token.token !== solution.alpha[input]).flatMap(token => token.corners)));
  assert.deepEqual(shapes.map(set => set.size), [1, 1, 1], JSON.stringify(tokens));
  assert.equal(new Set(shapes.map(set => [...set][0])).size, 3);
  for (const token of tokens) {
    if (token.token === solution.alpha[token.input]) assert.deepEqual(token.corners, [10], JSON.stringify(token));
    assert.equal(token.ring, solution.support.some(([input, index]) => input === token.input && index === token.token), JSON.stringify(token));
  }
});

for (const width of [640, 320]) {
  test(`at twice the size on a screen of ${2 * width} pixels nothing is cut: every scene refits, the page does not scroll sideways`, async t => {
    const it = await open(t, { contextOptions: { viewport: { width, height: 500 }, deviceScaleFactor: 2 } });
    await it.evaluate(() => { document.documentElement.style.fontSize = '200%'; });  // and readers who enlarge the text alone
    for (let i = 0; i < await it.evaluate(() => figures().length); ++i) {
      await it.evaluate(i => figures()[i].scrollIntoView(), i);
      await it.page.waitForFunction(i => figures()[i].figure?.framesDrawn > 0, i);
      const cut = await it.evaluate(i => {
        const { figure, shadowRoot } = figures()[i];
        const { clientWidth, clientHeight } = shadowRoot.querySelector('.stage');
        const svg = new DOMParser().parseFromString(figure.ask('fig_picture'), 'image/svg+xml').documentElement;
        const picture = document.body.appendChild(svg);
        const outside = [...picture.querySelectorAll('text')].filter(text => !text.closest('[clip-path]')).filter(text => {
          const { x, y, width, height } = text.getBBox();
          return x < -2 || y < -2 || x + width > clientWidth + 2 || y + height > clientHeight + 4;
        }).map(text => text.textContent);
        picture.remove();
        const wide = figures()[i].state.hits.filter(({ box: [left, , right] }) => left < -8 || right > clientWidth + 8).map(hit => hit.kind);
        return [...outside, ...wide];
      }, i);
      assert.deepEqual(cut, [], `figure ${i}`);
    }
    assert.ok(await it.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
}

test('posters say in words what they show', async t => {
  const it = await open(t, { body: '<div class="tall"></div>' + LOCAL, options: { far: true } });
  const alt = () => it.evaluate(() => figures()[0].shadowRoot.querySelector('.poster > img')?.alt);
  await it.page.waitForFunction(() => figures()[0].shadowRoot?.querySelector('.poster > img'));
  const words = await alt();
  assert.match(words, /attends most to token/);
  await it.evaluate(() => figures()[0].scrollIntoView());
  await it.settled();
  assert.ok(words.endsWith((await it.state()).status), `${words} | ${(await it.state()).status}`);
});
