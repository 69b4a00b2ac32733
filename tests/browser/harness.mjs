// harness.mjs - the built site in Chromium, driven by real input. Tests assert on the figures' state and wait on it.
//   CHROMIUM   the browser (default /usr/bin/chromium)      SITE   the built site (default build/web)
//   ATTSVM     the native command line (default build/native/bin/attsvm)
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../scripts/serve.mjs';

export const fromRoot = path => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const site = process.env.SITE ?? fromRoot('build/web');
const program = process.env.ATTSVM ?? fromRoot('build/native/bin/attsvm');

const ARGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

let browser;
let server;
before(async () => {
  server = await serve(site, { base: '/some/path/' });  // as on a project page
  browser = await chromium.launch({ executablePath, args: ARGS });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Where the site is served. */
export const address = () => server.url;

/** A browser of its own on a screen of this ratio; the ratio of a context is only emulated, and has no device pixels. */
async function screen(t, ratio) {
  const own = await chromium.launch({ executablePath, args: [...ARGS, `--force-device-scale-factor=${ratio}`, `--window-size=${1000 * ratio},${900 * ratio}`] });
  t.after(() => own.close());
  return own.newContext({ viewport: null });
}

/** Runs in the page before anything else: counts WebGL contexts, layout shifts and, if asked to, listeners and observers. */
function instrument({ noOffscreen, noWebGL, lostWebGL, countListeners }) {
  window.glContexts = new Set();
  for (const type of [HTMLCanvasElement, OffscreenCanvas]) {
    const original = type.prototype.getContext;
    type.prototype.getContext = function (kind, ...rest) {
      if (/webgl/.test(kind) && (noWebGL || (noOffscreen && type === OffscreenCanvas))) return null;
      const context = original.call(this, kind, ...rest);
      if (context && /webgl/.test(kind) && lostWebGL) context.getExtension('WEBGL_lose_context').loseContext();
      if (context && /webgl/.test(kind)) glContexts.add(context);
      return context;
    };
  }
  if (countListeners) {  // those of the page itself; those of an element go with it
    window.watched = { listeners: 0, observers: 0 };
    for (const target of [Window, Document, MediaQueryList]) {
      const add = EventTarget.prototype.addEventListener;
      target.prototype.addEventListener = function (type, run, options) {
        ++watched.listeners;
        const gone = () => { --watched.listeners; };
        options?.signal?.addEventListener('abort', gone, { once: true });
        return add.call(this, type, run, options);
      };
      target.prototype.removeEventListener = function (...values) {
        --watched.listeners;
        return EventTarget.prototype.removeEventListener.apply(this, values);
      };
    }
    for (const type of [ResizeObserver, IntersectionObserver]) {
      const { observe, disconnect } = type.prototype;
      const active = new WeakSet();
      type.prototype.observe = function (...values) {
        if (!active.has(this)) ++watched.observers;
        active.add(this);
        return observe.apply(this, values);
      };
      type.prototype.disconnect = function () {
        if (active.delete(this)) --watched.observers;
        return disconnect.call(this);
      };
    }
  }
  window.layoutShift = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  window.figures = () => [...document.querySelectorAll('att-svm')];
  window.onScreen = f => {
    const { top, bottom } = f.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  window.settled = ({ figure: f }) => f?.framesDrawn > 0 && !f.pending && !f.module._fig_wants_frame(f.handle);
}

/**
 * A page made of `body` (`bare`: without the element's script), one of the site by its `path`, or any by its `url`; `routes`
 * answers for files that are not there, `folders` for whole folders; `ratio` is that of the screen. Every console message, page error and failed request fails the test when
 * it ends.
 */
export async function open(t, { body, bare = false, path = '', url, routes = {}, folders = {}, csp, ratio, options = {}, contextOptions = {} } = {}) {
  const context = ratio ? await screen(t, ratio) : await browser.newContext({ viewport: { width: 1000, height: 800 }, ...contextOptions });
  context.setDefaultTimeout(120_000);  // twenty figures on a busy machine without graphics hardware take their time
  const page = await context.newPage();
  const complaints = [];
  page.on('console', message => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', error => complaints.push(`error: ${error.message}`));
  page.on('requestfailed', request => complaints.push(`failed: ${request.url()}`));
  page.on('response', response => { if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`); });
  t.after(async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  });
  await page.addInitScript(instrument, options);
  if (body !== undefined) {
    const script = bare ? '' : '<script type="module" src="att-svm.js" blocking="render"></script>';
    const style = csp ? '' : '<style>body { margin: 10px; } .tall { height: 3000px; }</style>';
    await page.route('**/host.html', route => route.fulfill({
      contentType: 'text/html',
      headers: csp ? { 'content-security-policy': csp } : {},
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title>${csp ? '' : '<link rel="icon" href="data:,">'}
        <meta name="viewport" content="width=device-width">${style}${script}${body}`,
    }));
  }
  for (const [pattern, [contentType, text]] of Object.entries(routes))
    await page.route(pattern, route => route.fulfill({ contentType, body: text }));
  for (const [path, folder] of Object.entries(folders))
    await page.route(`**/${path}/**`, route => route.fulfill({ path: folder + new URL(route.request().url()).pathname.split(`/${path}`)[1] }));
  await page.goto(url ?? server.url + (body === undefined ? path : 'host.html'));
  const it = new Page(page, context);
  it.complaints = complaints;
  if ((body !== undefined || path || url) && !options.far) await it.settled();
  return it;
}

class Page {
  constructor(page, context) {
    this.page = page;
    this.context = context;
    this.mouse = page.mouse;
    this.keyboard = page.keyboard;
  }

  evaluate(...all) { return this.page.evaluate(...all); }

  /** Until every figure on screen has computed all it wants and no frame is pending. */
  async settled() {
    await this.page.waitForFunction(() => figures().length > 0 && figures().every(f => !onScreen(f) || settled(f)));
  }

  state(index = 0) { return this.evaluate(i => figures()[i].state, index); }

  /** Waits until predicate(state) of a figure holds, then returns that state. */
  async waitState(predicate, index = 0) {
    await this.page.waitForFunction(({ index, source }) => figures()[index].state && (0, eval)(source)(figures()[index].state),
      { index, source: predicate.toString() });
    return this.state(index);
  }

  /** A place on the page where a hit can be pressed: near its centre, where nothing lies above it. */
  async place(kind, a = 0, b = 0, index = 0) {
    const spot = await this.evaluate(({ kind, a, b, index }) => {
      const { figure, state, shadowRoot } = figures()[index];
      const page = shadowRoot.querySelector('.picture').getBoundingClientRect();
      for (const { box: [left, top, right, bottom] } of state.hits.filter(h => h.kind === kind && h.a === a && h.b === b)) {
        for (const [u, v] of [[.5, .5], [.3, .5], [.7, .5], [.5, .3], [.5, .7], [.15, .5], [.85, .5], [.5, .15], [.5, .85]]) {
          const x = left + u * (right - left), y = top + v * (bottom - top);
          const hit = JSON.parse(figure.call('fig_pick', ['number', 'number', 'number'], [x, y, 0], 'string') || 'null');
          if (hit?.kind === kind && hit.a === a && hit.b === b) return { x: page.left + x, y: page.top + y };
        }
      }
      return null;
    }, { kind, a, b, index });
    assert.ok(spot, `nowhere to press ${kind} ${a} ${b}`);
    return spot;
  }

  async drag(from, dx, dy, steps = 6) {
    await this.mouse.move(from.x, from.y);
    await this.mouse.down();
    await this.mouse.move(from.x + dx, from.y + dy, { steps });
  }

  frames(index = 0) { return this.evaluate(i => figures()[i].figure.framesDrawn, index); }

  /** Lets `count` animation frames of the page pass. */
  ticks(count = 3) {
    return this.evaluate(async n => { for (let i = 0; i < n; ++i) await new Promise(requestAnimationFrame); }, count);
  }
}

/** What the native command line writes, given standard input. */
export function attsvm(args, input) {
  return execFileSync(program, args, { input, encoding: 'utf8', maxBuffer: 64 << 20 });
}

/** What the native solver says about the experiment a figure shows. */
export function solve(document) { return JSON.parse(attsvm(['svm', '-'], JSON.stringify(document.experiment))); }

/** The native command line's result of an experiment. */
export function run(experiment) { return JSON.parse(attsvm(['run', '-'], JSON.stringify(experiment))); }

export function near(actual, expected, relative = 1e-12) {
  assert.ok(Math.abs(actual - expected) <= relative * Math.max(Math.abs(expected), 1e-300), `${actual} is not ${expected}`);
}

/** A folder that goes when the test ends. */
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'att-svm-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

/** Python's static server, which is not ours: no header but those that it must send. */
export async function pythonServer(t, folder) {
  const server = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => server.kill());
  for await (const line of createInterface({ input: server.stdout })) {
    const [, port] = line.match(/ port (\d+)/) ?? [];
    if (port) return `http://127.0.0.1:${port}/`;
  }
  throw new Error('python3 -m http.server does not start');
}
