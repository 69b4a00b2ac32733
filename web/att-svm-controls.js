// att-svm-controls.js - the figure for the keyboard and for assistive technology: a native element over each part that can be used.
//
// The elements are transparent and let the pointer through. Tab walks them; the figure draws the ring. They and the words
// follow the figure four times a second at most, and the live region speaks once a second, only while it has the focus.

const MIRROR_MS = 250;
const SPEAK_MS = 1000;

const TAGS = { button: 'button', toggle: 'button', slider: 'input', handle: 'div', plane: 'div' };

export class Controls {
  #figure;
  #root;
  #words;
  #elements = [];      // one per control, in the order of Tab
  #controls = [];
  #timer = 0;
  #spoken = -Infinity;
  #listeners = new AbortController();

  constructor(figure, root, words) {
    this.#figure = figure;
    this.#root = root;
    this.#words = words;
    const on = (type, handler) => root.addEventListener(type, handler.bind(this), { signal: this.#listeners.signal });
    on('keydown', this.#onKeyDown);
    on('click', this.#onClick);
    on('input', this.#onInput);
    on('focusin', this.#onFocusIn);
    on('focusout', this.#onFocusOut);
  }

  dispose() {
    this.#listeners.abort();
    clearTimeout(this.#timer);
    this.#root.replaceChildren();
    this.#words.textContent = '';
  }

  /** The figure was drawn: follow it soon. The first time at once, so that Tab finds the controls. */
  schedule() {
    if (this.#elements.length === 0) this.#mirror();
    else this.#timer ||= setTimeout(() => this.#mirror(), MIRROR_MS);
  }

  /** Puts the keyboard where the pointer pressed; a part without a control leaves it to the plane. */
  focus(picked) {
    const index = picked ? this.#controls.findIndex(c => c.kind === picked.kind && c.a === picked.a && c.b === picked.b) : -1;
    const element = this.#elements[index] ?? this.#elements[this.#controls.findIndex(c => c.role === 'plane')];
    element?.focus({ preventScroll: true });
  }

  // --- figure to page --------------------------------------------------------------------------------------------------

  #mirror() {
    this.#timer = 0;
    const { label, status, controls } = this.#figure.words();
    const same = controls.length === this.#controls.length &&
      controls.every((c, i) => c.kind === this.#controls[i].kind && c.a === this.#controls[i].a && c.b === this.#controls[i].b);
    this.#controls = controls;
    if (!same) this.#rebuild();
    this.#root.ariaLabel = label;
    controls.forEach((control, i) => this.#update(this.#elements[i], control));
    this.#speak(status);
  }

  #rebuild() {
    const focused = this.#elements.indexOf(this.#root.getRootNode().activeElement);
    this.#elements = this.#controls.map(({ role }) => {
      const element = document.createElement(TAGS[role]);
      if (role === 'button' || role === 'toggle') element.type = 'button';
      if (role === 'slider') Object.assign(element, { type: 'range', step: 'any' });
      if (role === 'handle') element.role = 'button';
      if (role === 'plane') element.role = 'application';
      if (role === 'handle' || role === 'plane') element.tabIndex = 0;
      return element;
    });
    this.#root.replaceChildren(...this.#elements);
    if (focused >= 0) this.#elements[Math.min(focused, this.#elements.length - 1)]?.focus({ preventScroll: true });
  }

  #update(element, { role, label, value, pressed, at, low, high, box: [left, top, right, bottom] }) {
    Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
    element.ariaLabel = role === 'slider' || !value ? label : `${label}: ${value}`;
    if (role === 'toggle') element.ariaPressed = pressed;
    if (role === 'handle') element.ariaRoleDescription = 'movable point';
    if (role !== 'slider') return;
    Object.assign(element, { min: low, max: high, value: at });
    element.ariaValueText = value;
  }

  #speak(status) {
    const focused = this.#root.getRootNode().activeElement !== null;
    const now = performance.now();
    if (focused && now - this.#spoken < SPEAK_MS) return void this.schedule();
    if (this.#words.textContent === status) return;
    this.#words.ariaLive = focused ? 'polite' : 'off';
    this.#words.textContent = status;
    this.#spoken = now;
  }

  // --- page to figure --------------------------------------------------------------------------------------------------

  #of(event) { return this.#controls[this.#elements.indexOf(event.target)]; }

  #tell(name, control, ...rest) {
    const types = rest.map(() => 'number');
    this.#figure.call(name, ['string', ...types], [control?.kind ?? 'none', ...rest]);
    this.#figure.touch();
  }

  /** Takes only what the figure uses; Tab, function keys and browser shortcuts stay with the page. */
  #onKeyDown(event) {
    if (event.code === 'Escape') return event.target.blur();
    const control = this.#of(event);
    const native = (control?.role === 'button' || control?.role === 'toggle') && /^(Space|Enter|NumpadEnter)$/.test(event.code);
    if (!control || native || event.code === 'Tab') return;
    this.#tell('fig_focus', control, control.a, control.b);
    const modifiers = event.shiftKey | event.ctrlKey << 1 | event.altKey << 2 | event.metaKey << 3;
    if (this.#figure.call('fig_key', ['string', 'number'], [event.code, modifiers], 'number')) event.preventDefault();
  }

  #onClick(event) {
    const control = this.#of(event);
    if (control?.role === 'button' || control?.role === 'toggle') this.#tell('fig_press', control, control.a, control.b);
  }

  /** Assistive technology moves a slider by its value. */
  #onInput(event) {
    const control = this.#of(event);
    if (control) this.#tell('fig_slide', control, control.a, event.target.valueAsNumber);
  }

  /** The ring is for the keyboard: after a click it waits for the first key. */
  #onFocusIn(event) {
    const control = event.target.matches(':focus-visible') ? this.#of(event) : undefined;
    this.#tell('fig_focus', control, control?.a ?? 0, control?.b ?? 0);
  }

  #onFocusOut() { this.#tell('fig_focus', undefined, 0, 0); }
}
