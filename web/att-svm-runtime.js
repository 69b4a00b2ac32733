// att-svm-runtime.js - what all figures of a page share: one WASM module, one WebGL2 context, one frame loop.
//
// Nothing runs while nothing changes: a figure asks for a frame when an event or a resize touched it, frames are drawn for
// visible figures only, and no animation frame is pending otherwise.
import { loadModule } from './att-svm-module.js';

const GL_ATTRIBUTES = { alpha: false, depth: false, stencil: false, antialias: false };  // Dear ImGui smooths its own edges

/** Draws into an OffscreenCanvas; a frame leaves as an image bitmap, without a copy. */
class BitmapSurface {
  name = 'bitmap';
  canvas = new OffscreenCanvas(1, 1);
  gl = this.canvas.getContext('webgl2', GL_ATTRIBUTES);

  contextFor(canvas) { return canvas.getContext('bitmaprenderer', { alpha: false }); }
  present(context) { context.transferFromImageBitmap(this.canvas.transferToImageBitmap()); }
}

/** For browsers without WebGL2 on OffscreenCanvas: draws into a canvas outside the page and copies. */
class CopySurface {
  name = 'copy';
  canvas = document.createElement('canvas');
  gl = this.canvas.getContext('webgl2', GL_ATTRIBUTES);

  contextFor(canvas) { return canvas.getContext('2d', { alpha: false }); }
  present(context) { context.drawImage(this.canvas, 0, 0); }
}

function resize(canvas, width, height) {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/** A figure's picture as a canvas fed by the shared context. */
class CanvasPicture {
  element = document.createElement('canvas');
  #surface;
  #context;

  constructor(surface) {
    this.#surface = surface;
    this.#context = surface.contextFor(this.element);
  }

  draw(module, figure) {
    resize(this.#surface.canvas, figure.width, figure.height);
    module._fig_draw(figure.handle);
    resize(this.element, figure.width, figure.height);
    this.#surface.present(this.#context);
  }
}

const SVG_FACES = new CSSStyleSheet();  // what the <style> of the SVG says; a strict style-src would refuse that
SVG_FACES.replaceSync(`
  .picture .m { font-family: "att-svm math", "TeX Gyre Schola", "STIX Two Text", STIXGeneral, Georgia, serif; font-style: italic; }
  .picture .b { font-weight: 600; }
  .picture svg { font-variant-numeric: tabular-nums; font-kerning: none; }`);

/** Without any WebGL2: the same drawing as SVG, written anew for each frame. */
class SvgPicture {
  element = document.createElement('div');

  draw(module, figure) {
    const root = this.element.getRootNode();
    if (root.adoptedStyleSheets && !root.adoptedStyleSheets.includes(SVG_FACES))
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, SVG_FACES];
    const text = module.UTF8ToString(module._fig_picture(figure.handle)).replace(/<style>[^]*?<\/style>| style="[^"]*"/g, '');
    const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    svg.setAttribute('width', '100%');
    svg.setAttribute('height', '100%');
    this.element.replaceChildren(svg);
  }
}

/** Some browsers give a context that is lost from the beginning. */
function works({ gl }) { return gl !== null && !gl.isContextLost(); }

function createSurface() {
  if (typeof OffscreenCanvas === 'function' && 'ImageBitmapRenderingContext' in globalThis) {
    const surface = new BitmapSurface();
    if (works(surface)) return surface;
  }
  const surface = new CopySurface();
  return works(surface) ? surface : null;
}

export class Runtime {
  static #shared = null;

  /** The page's runtime; loads the module on first use. A failure may be tried again. */
  static shared() {
    return Runtime.#shared ??= loadModule().then(module => new Runtime(module), error => {
      Runtime.#shared = null;
      throw error;
    });
  }

  framesDrawn = 0;
  surface;
  #figures = new Set();
  #due = new Set();
  #animationFrame = 0;
  #lastTick = 0;
  #continues = false;
  #interval = 0;  // between frames that follow each other: where drawing is slow, more is computed in between
  #scale = devicePixelRatio;
  #lost = false;
  #pageWheelTime = -Infinity;

  constructor(module) {
    this.module = module;
    this.surface = createSurface();
    if (this.surface && !this.#startRenderer()) this.surface = null;
    if (!this.surface) module._att_scale(this.#scale);
    this.#watchScale();
  }

  #startRenderer() {
    const { module, surface } = this;
    const handle = module.GL.registerContext(surface.gl, { ...GL_ATTRIBUTES, majorVersion: 2, minorVersion: 0 });
    if (!module._att_start(handle, this.#scale)) return false;
    surface.canvas.addEventListener('webglcontextlost', event => {
      event.preventDefault();  // without this the browser never restores
      this.#lost = true;
      module._att_lose();
    });
    surface.canvas.addEventListener('webglcontextrestored', () => {
      this.#lost = !module._att_restore();
      for (const figure of this.#figures) figure.touch();
    });
    return true;
  }

  createPicture() { return this.surface ? new CanvasPicture(this.surface) : new SvgPicture(); }

  /** The context says so before its event does. */
  get #isLost() { return this.#lost || this.surface?.gl.isContextLost() === true; }

  isDue(figure) { return this.#due.has(figure); }

  add(figure) {
    if (this.#figures.size === 0) addEventListener('wheel', this.#onPageWheel, { passive: true });
    this.#figures.add(figure);
  }

  remove(figure) {
    this.#figures.delete(figure);
    this.#due.delete(figure);
    if (this.#figures.size > 0) return;
    removeEventListener('wheel', this.#onPageWheel);
    cancelAnimationFrame(this.#animationFrame);
    this.#animationFrame = 0;
  }

  /** Has the figure drawn in the next animation frame, or when it becomes visible. */
  request(figure) {
    this.#due.add(figure);
    if (this.#animationFrame || this.#lost || !figure.visible) return;
    this.#animationFrame = requestAnimationFrame(now => this.#tick(now));
  }

  /** Draws the figure now, as a resize must: its canvas would show a stretched picture for a frame. */
  draw(figure, now = performance.now()) {
    if (this.#isLost) return void this.#due.add(figure);
    this.#due.delete(figure);
    this.module._fig_tick(figure.handle, now, Math.min(Math.max(this.#interval / 3, 6), 60));
    figure.picture.draw(this.module, figure);
    ++this.framesDrawn;
    figure.drawn();
    if (this.module._fig_wants_frame(figure.handle)) this.request(figure);
  }

  /** A canvas of its own with the figure's picture to keep, `scale` pixels to a CSS pixel; null without WebGL. */
  render(figure, width, theme, scale) {
    if (!this.surface || this.#isLost) return null;
    const height = figure.naturalHeight(width);
    const canvas = document.createElement('canvas');
    for (const c of [this.surface.canvas, canvas]) resize(c, Math.round(width * scale), Math.round(height * scale));
    figure.call('fig_render', ['number', 'number', 'string', 'number'], [width, height, theme, scale]);
    this.surface.present(this.surface.contextFor(canvas));
    return canvas;
  }

  /** Every figure of a page has the ratio of its window; fonts are rasterised once for all of them. */
  syncScale() {
    if (this.#scale === devicePixelRatio) return;
    this.#scale = devicePixelRatio;
    this.module._att_scale(this.#scale);
    for (const figure of this.#figures) figure.measure();
  }

  /** A wheel gesture that began on the page stays with the page, whatever slides under the pointer. */
  pageIsScrolling(event) { return event.timeStamp - this.#pageWheelTime < 500; }

  /** A media query only tells of leaving its ratio, so each ratio needs a new one. */
  #watchScale() {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
      this.#watchScale();
      this.syncScale();
    }, { once: true });
  }

  #onPageWheel = event => { if (!event.defaultPrevented) this.#pageWheelTime = event.timeStamp; };

  #tick(now) {
    this.#animationFrame = 0;
    this.#interval = this.#continues ? now - this.#lastTick : 0;
    this.#lastTick = now;
    this.syncScale();  // in case the media query kept silent
    for (const figure of [...this.#due]) if (figure.visible) this.draw(figure, now);
    this.#continues = this.#animationFrame !== 0;
  }
}
