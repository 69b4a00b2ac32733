// att-svm-controls.js - the figure for the keyboard and for assistive technology: a native element over each part that can be used.
//
// The elements are transparent and let the pointer through. Tab walks them; the figure draws the ring. They and the words
// follow the figure four times a second at most. While the figure has the focus its state is described, once a second at most,
// and spoken when it has come to rest; what an edit did is spoken at once.

const MIRROR_MS = 250;
const SPEAK_MS = 1000;

const TAGS = { button: 'button', toggle: 'button', slider: 'input', number: 'input', handle: 'div', plane: 'div' };

// Keys that act once however long they are held.
const ONCE = /^(Key[AFL]|Insert|Delete|Backspace|Enter|NumpadEnter|Space|Escape)$/;

const same = (control, { kind, a, b }) => control.kind === kind && control.a === a && control.b === b;

/** A number as people type it: full width, with a comma, with a real minus sign. NaN for anything else. */
export function numberIn(text) {
  const plain = text.normalize('NFKC').trim().replace(',', '.').replace(/[\u2212\u2013]/, '-');
  return plain === '' ? NaN : Number(plain);
}

export class Controls {
  #figure;
  #root;
  #words;
  #said;
  #elements = [];      // one per control, in the order of Tab
  #controls = [];
  #timer = 0;
  #restTimer = 0;
  #described = -Infinity;
  #rebuilding = false;
  #listeners = new AbortController();

  constructor(figure, { controls, words, said }) {
    this.#figure = figure;
    this.#root = controls;
    this.#words = words;
    this.#said = said;
    const on = (type, handler) => controls.addEventListener(type, handler.bind(this), { signal: this.#listeners.signal });
    on('keydown', this.#onKeyDown);
    on('click', this.#onClick);
    on('input', this.#onInput);
    on('change', this.#onChange);
    on('focusin', this.#onFocusIn);
    on('focusout', this.#onFocusOut);
  }

  dispose() {
    this.#listeners.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#restTimer);
    this.#root.replaceChildren();
    this.#words.textContent = this.#said.textContent = '';
  }

  /** The figure was drawn: follow it soon. The first time at once, so that Tab finds the controls. */
  schedule() {
    if (this.#elements.length === 0) this.#mirror();
    else this.#timer ||= setTimeout(() => this.#mirror(), MIRROR_MS);
  }

  /** Puts the keyboard where the pointer pressed; a part without a control leaves it to the plane. */
  focus(picked) {
    const index = picked ? this.#controls.findIndex(control => same(control, picked)) : -1;
    const element = this.#elements[index] ?? this.#elements[this.#controls.findIndex(c => c.role === 'plane')];
    element?.focus({ preventScroll: true });
  }

  /** After an event: the keyboard goes where the figure wants it, and what an edit did is spoken. */
  follow() {
    const wish = this.#figure.ask('fig_focus_wish');
    if (wish) {
      this.#mirror();
      this.focus(JSON.parse(wish));
    }
    const notice = this.#figure.ask('fig_notice');
    if (notice) this.#say(notice);
  }

  get #focused() { return this.#root.contains(this.#root.getRootNode().activeElement); }

  // --- figure to page --------------------------------------------------------------------------------------------------

  #mirror() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { label, status, controls } = this.#figure.words();
    const changed = controls.length !== this.#controls.length || controls.some((c, i) => !same(c, this.#controls[i]));
    if (changed) this.#rebuild(controls);
    this.#controls = controls;
    this.#root.ariaLabel = label;
    controls.forEach((control, i) => this.#update(this.#elements[i], control));
    this.#describe(status);
  }

  /** Elements of controls that stay are kept, and with them the focus. */
  #rebuild(controls) {
    this.#rebuilding = true;
    const kept = controls.map(control => this.#elements[this.#controls.findIndex(old => same(old, control))]);
    for (const element of this.#elements) if (!kept.includes(element)) element.remove();
    this.#elements = controls.map((control, i) => kept[i] ?? this.#create(control));
    this.#elements.forEach((element, i) => {
      if (this.#root.children[i] !== element) this.#root.insertBefore(element, this.#root.children[i] ?? null);
    });
    this.#rebuilding = false;
  }

  #create({ role }) {
    const element = document.createElement(TAGS[role]);
    if (role === 'button' || role === 'toggle') element.type = 'button';
    if (role === 'slider') Object.assign(element, { type: 'range', step: 'any' });
    if (role === 'number') Object.assign(element, { type: 'text', inputMode: 'decimal', className: 'number', autocomplete: 'off', spellcheck: false });
    if (role === 'handle') Object.assign(element, { role: 'button', ariaRoleDescription: 'movable point', tabIndex: 0 });
    if (role === 'plane') Object.assign(element, { role: 'img', ariaRoleDescription: 'plane to move and zoom', tabIndex: 0 });
    return element;
  }

  #update(element, { role, label, value, pressed, at, low, high, box: [left, top, right, bottom] }) {
    Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
    element.ariaLabel = role === 'slider' || !value ? label : `${label}: ${value}`;
    if (role === 'toggle') element.ariaPressed = pressed;
    if (role === 'number' && !element.matches(':focus')) element.value = at;
    if (role !== 'slider') return;
    Object.assign(element, { min: low, max: high, value: at });
    element.ariaValueText = value;
  }

  #describe(status) {
    if (this.#words.textContent === status) return;
    const now = performance.now();
    if (this.#focused && now - this.#described < SPEAK_MS) return void this.schedule();
    this.#words.textContent = status;
    this.#described = now;
    this.#speakAtRest();
  }

  /** Not while it plays or is dragged. */
  #speakAtRest() {
    clearTimeout(this.#restTimer);
    if (!this.#focused) return;
    this.#restTimer = setTimeout(() => {
      if (this.#figure.busy) this.#speakAtRest();
      else this.#say(this.#words.textContent);
    }, SPEAK_MS);
  }

  #say(text) {
    clearTimeout(this.#restTimer);
    this.#said.textContent = text;
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
    const control = this.#of(event);
    if (!control || event.isComposing || event.code === 'Tab') return;
    const typing = control.role === 'number' && event.code !== 'Escape';
    const native = (control.role === 'button' || control.role === 'toggle') && /^(Space|Enter|NumpadEnter)$/.test(event.code);
    if (typing && /^(Numpad)?Enter$/.test(event.code)) return void this.#commit(event.target, control);
    if (typing || native) return;
    if (event.repeat && ONCE.test(event.code)) return event.preventDefault();
    this.#tell('fig_focus', control, control.a, control.b);
    const modifiers = event.shiftKey | event.ctrlKey << 1 | event.altKey << 2 | event.metaKey << 3;
    if (control.role === 'number') event.target.value = control.at;  // Escape: as it was
    if (this.#figure.call('fig_key', ['string', 'number'], [event.code, modifiers], 'number')) event.preventDefault();
    else if (event.code === 'Escape') return event.target.blur();
    this.#figure.touch();
    this.follow();
  }

  #onClick(event) {
    const control = this.#of(event);
    if (control?.role !== 'button' && control?.role !== 'toggle') return;
    this.#tell('fig_press', control, control.a, control.b);
    this.follow();
  }

  /** Assistive technology moves a slider by its value. */
  #onInput(event) {
    const control = this.#of(event);
    if (control?.role === 'slider') this.#tell('fig_slide', control, control.a, event.target.valueAsNumber);
  }

  /** A number that was typed, when the field is left. */
  #onChange(event) {
    const control = this.#of(event);
    if (control?.role === 'number') this.#commit(event.target, control);
  }

  #commit(element, control) {
    const value = numberIn(element.value);
    element.ariaInvalid = Number.isNaN(value);
    if (Number.isNaN(value)) return this.#say(`${control.label}: expected a number`);
    this.#figure.call('fig_number', ['number', 'number'], [control.a, value]);
    this.#figure.touch();
    this.follow();
  }

  /** The ring is for the keyboard: after a click it waits for the first key. */
  #onFocusIn(event) {
    this.#root.role = 'application';
    const control = event.target.matches(':focus-visible') ? this.#of(event) : undefined;
    this.#tell('fig_focus', control, control?.a ?? 0, control?.b ?? 0);
  }

  #onFocusOut(event) {
    if (this.#rebuilding) return;
    if (this.#root.contains(event.relatedTarget)) return this.#tell('fig_focus', undefined, 0, 0);
    this.#root.role = 'group';
    clearTimeout(this.#restTimer);
    this.#figure.call('fig_blur');
    this.#figure.touch();
  }
}
