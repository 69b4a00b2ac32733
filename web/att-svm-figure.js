// att-svm-figure.js - one live figure: its picture, size, visibility and pointer. Keys and words are in att-svm-controls.js.
import { Controls } from './att-svm-controls.js';
import { toText } from './att-svm-module.js';

const CURSORS = ['default', 'pointer', 'grab', 'grabbing', 'ew-resize'];  // in the order of ui::Cursor
const LONG_PRESS_MS = 500;
const LONG_PRESS_WANDER = 10;                                              // CSS pixels a resting finger may
const PIXELS_PER_NOTCH = [100, 3, 1];                                      // by WheelEvent.deltaMode

/** `exact` if the browser tells it; an emulated ratio (developer tools, Playwright) leaves it in CSS pixels. */
function devicePixels(css, exact) {
  const scaled = css * devicePixelRatio;
  return exact !== undefined && Math.abs(exact - scaled) <= 1 ? exact : Math.round(scaled);
}

export class Figure {
  visible = false;
  width = 0;   // device pixels
  height = 0;
  framesDrawn = 0;
  onFirstFrame = () => {};
  onChange = () => {};
  onConverged = () => {};
  onHint = () => {};
  #runtime;
  #host;
  #area;                  // the element that receives the pointer
  #size = new DOMRect();  // of that, in its own CSS pixels
  #controls;
  #revision = 0;
  #outcome = null;
  #fingers = new Map();   // pointer id -> position of each finger down
  #held = false;          // by the pointer
  #pressTimer = 0;        // of a finger that rests
  #pressAt = [0, 0];
  #listeners = new AbortController();
  #visibility;
  #sizes = new ResizeObserver(([entry]) => this.#onSize(entry));

  /** `part`: elements of the host's shadow root; `document`: as for set(). Throws when the experiment is wrong. */
  constructor(runtime, host, part, document) {
    this.#runtime = runtime;
    this.#host = host;
    this.#area = part.picture;
    const text = toText(document.experiment ?? document);
    const { module } = runtime;
    this.handle = module.ccall('fig_create', 'number', ['string'], [text]);
    if (!this.handle) throw new Error(module.ccall('fig_check', 'string', ['string'], [text]));
    if (document.experiment) this.set(document);
    this.picture = runtime.createPicture();
    this.picture.element.setAttribute('aria-hidden', 'true');
    this.#area.replaceChildren(this.picture.element);
    this.#controls = new Controls(this, part);
    runtime.add(this);
    this.#listen();
    this.measure();
    this.#visibility = new IntersectionObserver(entries => {
      this.visible = entries.at(-1).isIntersecting;
      if (this.visible) this.touch();
    });
    this.#visibility.observe(this.#area);
  }

  dispose() {
    this.#listeners.abort();
    clearTimeout(this.#pressTimer);
    this.#sizes.disconnect();
    this.#visibility.disconnect();
    this.#controls.dispose();
    this.#runtime.remove(this);
    this.module._fig_destroy(this.handle);
    this.handle = 0;
    this.#area.replaceChildren();
  }

  get module() { return this.#runtime.module; }

  /** Something changed: draw when visible. */
  touch() { if (this.width && this.height) this.#runtime.request(this); }

  /** Whether it is held by the pointer or plays. */
  get busy() { return this.#held || this.module._fig_playing(this.handle) !== 0; }

  /** Whether a frame is asked for. */
  get pending() { return this.#runtime.isDue(this); }

  // --- verbs -----------------------------------------------------------------------------------------------------------

  state() { return JSON.parse(this.#string('fig_state')); }
  get() { return JSON.parse(this.text()); }
  text() { return this.#string('fig_get'); }
  experimentText() { return this.#string('fig_experiment'); }
  /** What a C function of the figure says; null when it says nothing. */
  ask(name) { return this.#string(name); }
  svg(width, theme) { return this.#string('fig_svg', ['number', 'string'], [width, theme]); }
  result() { return this.#string('fig_result'); }
  citation(link) { return this.#string('fig_citation', ['string'], [link]); }
  get version() { return this.module.ccall('att_version', 'string'); }

  /** A table as CSV; "all" for all of them. */
  table(name) {
    const csv = this.#string('fig_table', ['string'], [name]);
    if (csv === null) throw new Error(`export: there is no table '${name}'`);
    return csv;
  }

  /** A canvas with the picture to keep, or null without WebGL. */
  render(width, theme, scale) { return this.#runtime.render(this, width, theme, scale); }

  naturalHeight(width) { return this.module._fig_natural_height(this.handle, width); }

  /** What the accessible mirror needs. */
  words() { return { label: this.#string('fig_label'), status: this.#string('fig_status'), controls: JSON.parse(this.#string('fig_controls')) }; }

  set(document) { this.#change('fig_set', document); }
  command(command) { this.#change('fig_command', command); }

  look({ theme, reducedMotion }) {
    if (theme === 'high-contrast') this.module._fig_contrast(this.handle, ...this.#systemColours());
    else this.call('fig_theme', ['string'], [theme]);
    this.module._fig_motion(this.handle, reducedMotion);
    this.touch();
  }

  /** Canvas and CanvasText as 0xrrggbb: those the reader forces, or white and black by the colour scheme. */
  #systemColours() {
    const { backgroundColor, color } = getComputedStyle(this.#area);
    return [backgroundColor, color].map(text => text.match(/\d+/g).slice(0, 3).reduce((all, part) => all << 8 | part, 0));
  }

  /** Calls a C function with this figure as its first argument. */
  call(name, types = [], values = [], returns = null) {
    return this.module.ccall(name, returns, ['number', ...types], [this.handle, ...values]);
  }

  #string(name, types, values) { return this.call(name, types, values, 'string') || null; }

  #change(name, value) {
    const wrong = this.#string(name, ['string'], [toText(value)]);
    if (wrong) throw new Error(wrong);
    this.touch();
    this.#notify();
  }

  #notify() {
    const revision = this.module._fig_revision(this.handle);
    if (revision === this.#revision) return;
    this.#revision = revision;
    const { module, handle } = this;
    const iteration = module._fig_iteration(handle);
    this.onChange({ iteration, playing: module._fig_playing(handle) !== 0, edited: module._fig_edited(handle) !== 0 });
    const before = this.#outcome;
    this.#outcome = this.#string('fig_outcome');
    if (this.#outcome && !before) this.onConverged({ iteration, reason: this.#outcome });
  }

  // --- frames ----------------------------------------------------------------------------------------------------------

  /** The runtime has put a frame on the picture. */
  drawn() {
    if (this.framesDrawn++ === 0) this.onFirstFrame();
    const cursor = CURSORS[this.module._fig_cursor(this.handle)];
    if (this.#area.style.cursor !== cursor) this.#area.style.cursor = cursor;
    this.#controls.schedule();
    this.#notify();
  }

  /** Asks for the size anew: observing an element always reports it once. */
  measure() {
    this.#sizes.unobserve(this.#area);
    try {
      this.#sizes.observe(this.#area, { box: 'device-pixel-content-box' });
    } catch {  // Safari
      this.#sizes.observe(this.#area);
    }
  }

  #onSize(entry) {
    this.#runtime.syncScale();
    const exact = entry.devicePixelContentBoxSize?.[0];
    this.#size = entry.contentRect;
    this.width = devicePixels(this.#size.width, exact?.inlineSize);
    this.height = devicePixels(this.#size.height, exact?.blockSize);
    if (!this.width || !this.height) return;
    this.module._fig_resize(this.handle, this.width, this.height);
    if (this.visible) this.#runtime.draw(this); else this.touch();
  }

  // --- pointer, wheel, touch -------------------------------------------------------------------------------------------

  #listen() {
    const on = (type, handler, options) => this.#area.addEventListener(type, event => {
      if (handler.call(this, event) !== false) this.touch();
    }, { signal: this.#listeners.signal, ...options });
    on('pointerdown', this.#onPointerDown);
    on('pointermove', this.#onPointerMove);
    on('pointerup', this.#onPointerUp);
    on('pointercancel', this.#onPointerCancel);
    on('pointerleave', () => this.module._fig_pointer_leave(this.handle));
    on('dblclick', this.#onDoubleClick);
    on('contextmenu', this.#onContextMenu);
    on('wheel', this.#onWheel, { passive: false });
    on('touchstart', this.#onTouchStart, { passive: false });
    on('mousedown', event => event.preventDefault());  // would take the focus from the controls
  }

  // Handlers return false when the event is not the figure's and needs no frame.

  /** Where an event is in the figure's own CSS pixels: the page may scale it, as slides do. */
  #at(event) {
    const box = this.#area.getBoundingClientRect();
    const { width, height } = this.#size;
    return [(event.clientX - box.left) * width / box.width, (event.clientY - box.top) * height / box.height];
  }

  #pick(event, touch) {
    const [x, y] = this.#at(event);
    return JSON.parse(this.#string('fig_pick', ['number', 'number', 'number'], [x, y, touch]) ?? 'null');
  }

  /** The page scrolls from the background (touch-action: pan-y); from a token or slider the finger drags it. */
  #onTouchStart(event) {
    const grabs = event.touches.length > 1 || this.#pick(event.touches[0], 1)?.draggable;
    if (grabs && event.cancelable) event.preventDefault();
    return false;
  }

  #onPointerDown(event) {
    if (event.pointerType === 'mouse' && event.button !== 0) return false;
    const touch = event.pointerType === 'touch';
    if (touch) {
      this.#fingers.set(event.pointerId, this.#at(event));
      this.#press(event);
      if (this.#fingers.size > 1) return void this.module._fig_pointer_cancel(this.handle);  // a pinch begins
    }
    this.#area.setPointerCapture(event.pointerId);
    this.#controls.focus(this.#pick(event, touch));
    this.#held = true;
    this.module._fig_pointer_down(this.handle, ...this.#at(event), touch);
  }

  #onPointerMove(event) {
    const touch = event.pointerType === 'touch';
    if (touch && this.#fingers.size > 1) return this.#pinch(event);
    if (touch && !this.#fingers.has(event.pointerId)) return false;
    if (touch) this.#pressMoved(event);
    this.module._fig_pointer_move(this.handle, ...this.#at(event), touch);
  }

  #onPointerUp(event) {
    this.#held = false;
    clearTimeout(this.#pressTimer);
    if (event.pointerType === 'touch') {
      const pinching = this.#fingers.size > 1;
      if (!this.#fingers.delete(event.pointerId) || pinching) return false;
    } else if (event.pointerType === 'mouse' && event.button !== 0) {
      return false;
    }
    this.module._fig_pointer_up(this.handle, ...this.#at(event));
    this.#controls.follow();
  }

  #onPointerCancel(event) {
    this.#held = false;
    clearTimeout(this.#pressTimer);
    this.#fingers.delete(event.pointerId);
    this.module._fig_pointer_cancel(this.handle);
  }

  #pinch(event) {
    if (!this.#fingers.has(event.pointerId)) return false;
    const spread = () => {
      const [[ax, ay], [bx, by]] = [...this.#fingers.values()];
      return { x: (ax + bx) / 2, y: (ay + by) / 2, apart: Math.max(Math.hypot(ax - bx, ay - by), 1) };
    };
    const before = spread();
    this.#fingers.set(event.pointerId, this.#at(event));
    const after = spread();
    this.module._fig_pinch(this.handle, before.x, before.y, after.x, after.y, after.apart / before.apart);
  }

  #onDoubleClick(event) {
    const kind = this.#pick(event, 0)?.kind;
    if (kind === 'token') return this.#openMenu(this.#at(event), 0);
    if (kind !== 'plane') return false;
    this.module._fig_reset_view(this.handle);
  }

  // --- the menu for editing: by a right click, a double click on a token, a long press ----------------------------------

  #openMenu(at, touch) {
    if (!this.module._fig_menu(this.handle, ...at, touch)) return false;
    this.touch();
    this.#controls.follow();
  }

  /** The browser's own menu stays, but over a token, and over the plane of a figure that has the focus. */
  #onContextMenu(event) {
    const kind = this.#pick(event, 0)?.kind;
    const mine = kind === 'token' || (kind === 'plane' && this.#host.shadowRoot.activeElement);
    if (!mine && event.pointerType !== 'touch') return false;
    event.preventDefault();
    if (event.pointerType === 'touch') return false;  // #press has its own clock: not every browser tells
    return this.#openMenu(this.#at(event), 0);
  }

  #press(event) {
    clearTimeout(this.#pressTimer);
    if (this.#fingers.size > 1) return;
    this.#pressAt = this.#at(event);
    this.#pressTimer = setTimeout(() => {
      if (this.#openMenu(this.#pressAt, 1) !== false) this.#fingers.delete(event.pointerId);
    }, LONG_PRESS_MS);
  }

  #pressMoved(event) {
    const [x, y] = this.#at(event);
    if (Math.hypot(x - this.#pressAt[0], y - this.#pressAt[1]) > LONG_PRESS_WANDER) clearTimeout(this.#pressTimer);
  }

  /** The page scrolls unless the figure has the focus, and unless the gesture began on the page. */
  #onWheel(event) {
    if (!this.#host.shadowRoot.activeElement || this.#runtime.pageIsScrolling(event)) return false;
    if (event.ctrlKey || event.metaKey) this.onHint('The wheel zooms this figure. Esc gives it back to the page.');
    this.module._fig_wheel(this.handle, ...this.#at(event), -event.deltaY / PIXELS_PER_NOTCH[event.deltaMode]);
    event.preventDefault();
  }
}
