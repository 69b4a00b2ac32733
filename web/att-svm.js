// att-svm.js - the <att-svm> element: all a page loads before a figure is near the screen.
//
//   <script type="module" src="att-svm.js"></script>
//   <att-svm scene="local"></att-svm>
//
// docs/embedding.md has every attribute, verb and event, att-svm.d.ts their types.
//
// Until it starts the element shows a picture of the same figure, made at build time, and takes the height that the live
// one will have: nothing jumps.
import { HEIGHTS, POSTER_WIDTHS, WORDS } from './att-svm-heights.js';

const DARK = matchMedia('(prefers-color-scheme: dark)');
const FORCED = matchMedia('(forced-colors: active)');
const CONTRAST = matchMedia('(prefers-contrast: more)');
const REDUCED = matchMedia('(prefers-reduced-motion: reduce)');

const PATIENCE_MS = 10_000;  // for the module to arrive, before the element says that it does not
const HINT_MS = 1600;        // a hint stays this long
const SLACK = 6;             // CSS pixels between a figure's natural height and the reserved one
const MIRROR_MS = 250;       // an experiment that was edited is written into its attribute after this much rest

const STYLE = new CSSStyleSheet();  // not subject to the page's style-src, unlike a <style> element
STYLE.replaceSync(`
  :host { display: block; position: relative; }
  :host([hidden]) { display: none; }
  [hidden] { display: none !important; }
  .stage { position: relative; overflow: hidden; contain: layout paint; }
  .stage:focus-within { outline: 2px solid color-mix(in srgb, currentColor 35%, transparent); outline-offset: 3px; border-radius: 3px; }
  .poster, .poster > img, .picture { position: absolute; inset: 0; width: 100%; height: 100%; }
  .poster > img, ::slotted(img), ::slotted(picture), ::slotted(svg) { display: block; width: 100%; height: 100%; object-fit: contain; object-position: top; }
  .picture { background: Canvas; color: CanvasText; touch-action: pan-y; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; }
  .poster:not([hidden]) ~ .picture { background: none; }  /* until the first frame */
  .picture > * { position: absolute; inset: 0; display: block; width: 100%; height: 100%; }
  .controls { position: absolute; inset: 0; pointer-events: none; }
  .controls > * { position: absolute; box-sizing: border-box; margin: 0; padding: 0; border: 0; opacity: 0; pointer-events: none; appearance: none; font: 12px sans-serif; }
  .more { position: absolute; top: 8px; right: 8px; width: 32px; height: 32px; margin: 0; padding: 0; border: 0; border-radius: 50%; background: transparent; color: CanvasText; opacity: .75; cursor: pointer; font: 600 18px/1 system-ui, sans-serif; }
  .more[data-theme=dark] { color: #e7eaf0; }
  .more[data-theme=light] { color: #1f2430; }
  .more:hover, .more:focus-visible, .more[aria-expanded=true] { opacity: 1; background: color-mix(in srgb, currentColor 12%, transparent); }
  .more:focus-visible { outline: 2px solid #0072b2; outline-offset: -2px; }
  .hint { position: absolute; left: 50%; bottom: 12px; max-width: 90%; margin: 0; padding: 5px 12px; translate: -50%; border-radius: 14px; background: #1f2430e0; color: #fff; font: 13px/1.4 system-ui, sans-serif; pointer-events: none; }
  .controls > .number { padding: 0 6px; border-radius: 4px; font: 13px/1.2 system-ui, sans-serif; text-overflow: ellipsis; }
  .controls > .number:focus { opacity: 1; pointer-events: auto; background: Field; color: FieldText; border: 1px solid; outline: 2px solid Highlight; }
  .words, .said { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .reason { margin: .5em 0 0; font: 13px/1.4 system-ui, sans-serif; }
`);

const MARKUP = `
  <div class="stage">
    <div class="poster"><slot></slot></div>
    <div class="picture" hidden></div>
    <div class="controls" role="group" aria-describedby="words" hidden></div>
    <p class="words" id="words"></p>
    <p class="said" aria-live="polite"></p>
    <p class="hint" role="status" hidden></p>
    <button class="more" type="button" aria-label="Share, embed, save, cite" aria-haspopup="menu" aria-expanded="false" hidden>⋯</button>
  </div>
  <p class="reason" role="status" hidden></p>
  <slot name="caption"></slot>`;

/** Height of a scene's figure at this width, by straight lines between the measured widths. */
export function reservedHeight(scene, width) {
  const points = HEIGHTS[scene] ?? Object.values(HEIGHTS)[0];
  const next = points.findIndex(([w]) => w >= width);
  if (next <= 0) return (next === 0 ? points[0] : points.at(-1))[1];
  const [[w0, h0], [w1, h1]] = [points[next - 1], points[next]];
  return Math.round(h0 + (h1 - h0) * (width - w0) / (w1 - w0));
}

export class AttSvm extends HTMLElement {
  static observedAttributes = ['scene', 'src', 'experiment', 'hash', 'theme', 'iteration', 'playing', 'menu'];

  /** Resolves when the figure is live; rejects when it cannot be. */
  ready;

  #part;             // parts of the shadow root
  #figure = null;
  #starting = null;  // a promise of the figure
  #failed = false;   // to start; ready is rejected
  #resolveReady;
  #rejectReady;
  #naturalHeight = false;  // of an experiment that is no scene: known once it is live
  #near = null;
  #sizes = null;
  #mediaListeners = null;
  #hintTimer = 0;
  #playsByItself = false;  // nobody has pressed play
  #mirroring = false;  // the element itself writes its attributes
  #mirrorTimer = 0;
  #asked = null;       // what the attributes asked for last, a promise
  #given = null;       // the experiment the attributes stand for, and the attribute "experiment" that was there

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [STYLE];
    root.innerHTML = MARKUP;
    this.#part = Object.fromEntries(['stage', 'poster', 'picture', 'controls', 'words', 'said', 'hint', 'more', 'reason']
      .map(name => [name, root.querySelector('.' + name)]));
    this.#part.more.addEventListener('click', () => this.#openMenu());
    this.#newReady();
  }

  // --- life cycle ------------------------------------------------------------------------------------------------------

  connectedCallback() {
    if (this.#sizes) return;  // moved within the page
    this.#sizes = new ResizeObserver(() => this.#reserve());
    this.#sizes.observe(this);
    this.#near = new IntersectionObserver(entries => {
      if (entries.at(-1).isIntersecting) this.#start().catch(() => {});  // told by the error event
    }, { rootMargin: '100% 0px' });
    this.#near.observe(this);
    this.#mediaListeners = new AbortController();
    for (const query of [DARK, FORCED, CONTRAST, REDUCED])
      query.addEventListener('change', () => this.#look(), { signal: this.#mediaListeners.signal });
    this.#reserve();
    this.#showPoster();
  }

  /** A move within the page disconnects and connects in one go, and keeps the figure. */
  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#sizes?.disconnect();
      this.#near?.disconnect();
      this.#mediaListeners?.abort();
      this.#sizes = this.#near = this.#mediaListeners = null;
      clearTimeout(this.#mirrorTimer);
      clearTimeout(this.#hintTimer);
      this.#figure?.dispose();
      if (this.#figure || this.#starting) this.#newReady();
      this.#figure = this.#starting = null;
      this.#part.poster.hidden = false;
      this.#part.picture.hidden = this.#part.controls.hidden = this.#part.more.hidden = true;
    });
  }

  #newReady() {
    this.ready = new Promise((resolve, reject) => { this.#resolveReady = resolve; this.#rejectReady = reject; });
    this.ready.catch(() => {});  // whoever does not wait for it hears the error event
  }

  // --- attributes and state: each follows the other ----------------------------------------------------------------------

  attributeChangedCallback(name, before, after) {
    if (this.#mirroring || before === after || !this.isConnected) return;
    if (!this.#figure) this.#showPoster();
    if (name === 'theme') return this.#look();
    if (name === 'menu') return this.#showMore();
    if (!this.#figure) return;
    try {
      if (name === 'iteration') this.#figure.command({ do: 'seek', iteration: Number(after ?? 0) });
      else if (name === 'playing') this.#figure.command({ do: after === null ? 'pause' : 'play' });
      else this.#reload();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Another experiment came by the attributes; one that came after it goes before it, however long each takes. */
  async #reload() {
    const asked = this.#asked = this.#wanted();
    try {
      const { document, notes } = await asked;
      if (asked !== this.#asked || !this.#figure) return;
      this.#figure.set(document);
      this.#takeAsGiven();
      this.#note(notes);
    } catch (error) {
      if (asked === this.#asked) this.#fail(error);
    }
  }

  /** What was asked for and could not be had as it was. */
  #note(notes = []) {
    this.#part.reason.textContent = notes.join('. ');
    this.#part.reason.hidden = notes.length === 0;
  }

  #takeAsGiven() { this.#given = { text: this.#figure.experimentText(), attribute: this.getAttribute('experiment') }; }

  #mirror(name, value) {
    if (this.getAttribute(name) === value) return;
    this.#mirroring = true;
    if (value === null) this.removeAttribute(name); else this.setAttribute(name, value);
    this.#mirroring = false;
  }

  #onChange(detail) {
    this.#mirror('iteration', String(detail.iteration));
    this.#mirror('playing', detail.playing ? '' : null);
    this.#playsByItself &&= detail.playing;
    clearTimeout(this.#mirrorTimer);
    if (!detail.playing) this.#mirrorTimer = setTimeout(() => this.#mirrorExperiment(), MIRROR_MS);
    this.dispatchEvent(new CustomEvent('change', { detail }));
  }

  #mirrorExperiment() {
    this.#reserve();
    const text = this.#figure.experimentText();
    this.#mirror('experiment', text === this.#given.text ? this.#given.attribute : text);
  }

  // --- before the start ------------------------------------------------------------------------------------------------

  get #scheme() {
    const wanted = this.getAttribute('theme');
    if (wanted === 'light' || wanted === 'dark') return wanted;
    return DARK.matches ? 'dark' : 'light';
  }

  get #theme() { return FORCED.matches || CONTRAST.matches ? 'high-contrast' : this.#scheme; }

  #reserve() {
    const width = this.clientWidth;
    if (!width) return;
    const natural = this.#figure ? Math.round(this.#figure.naturalHeight(width)) : 0;
    const reserved = reservedHeight(this.getAttribute('scene'), width);
    // The live one may differ from the straight lines by a little, or, with other inputs than the scene's, by much.
    const height = this.#figure && (this.#naturalHeight || Math.abs(natural - reserved) > SLACK) ? natural : reserved;
    this.#part.stage.style.height = `var(--att-svm-height, ${height}px)`;
  }

  #showPoster() {
    const scene = this.getAttribute('scene');
    const own = this.#part.poster.querySelector('img');
    const given = [...this.children].some(child => !child.slot && child.localName !== 'noscript');
    if (given || !(scene in HEIGHTS)) return own?.remove();
    const width = POSTER_WIDTHS.findLast(w => w <= this.clientWidth) ?? POSTER_WIDTHS[0];
    const picture = own ?? this.#part.poster.appendChild(document.createElement('img'));
    picture.alt = WORDS[scene];
    picture.loading = 'lazy';
    picture.src = new URL(`posters/${scene}-${width}-${this.#scheme}.svg`, import.meta.url);
  }

  /** What the attributes ask for: { document, notes }. */
  async #wanted() {
    const inline = this.getAttribute('experiment');
    if (inline) return { document: JSON.parse(inline) };
    const hash = this.getAttribute('hash');
    if (hash) {
      const link = await import('./att-svm-share.js').then(share => share.readLink(hash));
      if (link?.theme && !this.hasAttribute('theme')) this.setAttribute('theme', link.theme);
      if (link) return link;
    }
    const source = this.getAttribute('src');
    if (!source) return { document: { scene: this.getAttribute('scene') ?? 'local' } };
    const response = await fetch(new URL(source, this.baseURI));
    if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
    return { document: await response.json() };
  }

  // --- start -----------------------------------------------------------------------------------------------------------

  #start() {
    this.#near?.disconnect();
    if (this.#starting) return this.#starting;
    if (this.#failed) this.#newReady();
    this.#failed = false;
    return this.#starting = this.#begin().catch(error => {
      this.#starting = null;  // the next verb tries again
      this.#failed = true;
      this.#fail(error);
      this.#rejectReady(error);
      throw error;
    });
  }

  async #begin() {
    const patience = setTimeout(() => this.#fail(new Error('its program has not arrived after 10 seconds')), PATIENCE_MS);
    let wanted;
    try {
      const [{ Runtime }, { Figure }, asked] =
        await Promise.all([import('./att-svm-runtime.js'), import('./att-svm-figure.js'), this.#wanted()]);
      const runtime = await Runtime.shared();
      if (!this.isConnected) throw new Error('removed before it was ready');
      wanted = asked;
      this.#figure = new Figure(runtime, this, this.#part, wanted.document);
    } finally {
      clearTimeout(patience);
    }
    const figure = this.#figure;
    figure.onFirstFrame = () => { this.#part.poster.hidden = true; };
    figure.onChange = detail => this.#onChange(detail);
    figure.onHint = text => this.#hint(text);
    figure.onConverged = detail => this.dispatchEvent(new CustomEvent('converged', { detail }));
    this.#naturalHeight = !(this.getAttribute('scene') in HEIGHTS);
    this.#takeAsGiven();
    this.#look();
    this.#reserve();
    if (this.hasAttribute('iteration')) figure.command({ do: 'seek', iteration: Number(this.getAttribute('iteration')) });
    this.#playsByItself = !REDUCED.matches && (this.hasAttribute('playing') || this.hasAttribute('autoplay'));
    if (this.#playsByItself) figure.command({ do: 'play' });
    this.#part.picture.hidden = this.#part.controls.hidden = false;
    this.#showMore();
    this.#note(wanted.notes);
    this.#resolveReady(this);
    this.dispatchEvent(new Event('ready'));
    return figure;
  }

  #look() {
    this.#part.stage.style.colorScheme = this.#scheme;
    if (REDUCED.matches && this.#playsByItself) this.#figure?.command({ do: 'pause' });
    this.#figure?.look({ theme: this.#theme, reducedMotion: REDUCED.matches });
    this.#part.more.dataset.theme = this.#theme;
    if (!this.#figure) this.#showPoster();
  }

  #showMore() { this.#part.more.hidden = !this.#figure || this.getAttribute('menu') === 'none'; }

  async #openMenu() {
    const { more } = this.#part;
    if (more.ariaExpanded === 'true') return;  // the press closes it
    const { openMenu } = await import('./att-svm-menu.js');
    openMenu(this, more, this.#theme);
  }

  /** A few words over the figure, for a moment. */
  #hint(text) {
    const { hint } = this.#part;
    if (hint.hidden) hint.textContent = text;
    hint.hidden = false;
    clearTimeout(this.#hintTimer);
    this.#hintTimer = setTimeout(() => { hint.hidden = true; }, HINT_MS);
  }

  #fail(error) {
    this.#part.reason.textContent = `This figure ${this.#figure ? 'stays as it was' : 'is a still picture here'}: ${error.message}`;
    this.#part.reason.hidden = false;
    this.dispatchEvent(new ErrorEvent('error', { message: error.message, error }));
  }

  // --- the verbs: each starts the figure if need be ------------------------------------------------------------------------

  /** An experiment document, what get() returned, or a patch of the experiment: { train: { step: 0.01 } }. */
  async set(document) { (await this.#start()).set(document); }

  /** { experiment, iteration, camera }: set() of it shows the same figure again, to the bit. */
  async get() { return (await this.#start()).get(); }

  async play() { await this.command({ do: 'play' }); }
  async pause() { await this.command({ do: 'pause' }); }
  async seek(iteration) { await this.command({ do: 'seek', iteration }); }
  async reset() { await this.command({ do: 'reset' }); }

  /** Any other change: { do: 'move-token', input: 0, token: 1, position: [1, 0, 0.9] }. */
  async command(command) { (await this.#start()).command(command); }

  /**
   * 'png' (a Blob), 'svg', 'csv', 'json' (what get() gives), 'result', 'citation', 'link', 'embed': strings. Options: width, theme,
   * scale (png), table (csv), as ('element', 'iframe', 'module', 'html', 'markdown': embed), site (folder with embed.html).
   */
  async export(kind, options = {}) {
    const [figure, { exportFigure }] = await Promise.all([this.#start(), import('./att-svm-export.js')]);
    const width = Math.max(this.clientWidth, 320);
    return exportFigure(figure, kind, { width, theme: this.#theme, site: this.getAttribute('site') ?? undefined, ...options });
  }

  /** What the figure shows, for readouts and tests: iteration, p, weights, solutions and their certificates. */
  get state() { return this.#figure?.state() ?? null; }

  /** The live figure, for tests; null until ready. */
  get figure() { return this.#figure; }
}

/** Puts a figure at the end of `parent`; `attributes` as of the element. Resolves when it is live. */
export async function mount(parent, attributes = {}) {
  const figure = document.createElement('att-svm');
  for (const [name, value] of Object.entries(attributes))
    figure.setAttribute(name, typeof value === 'object' ? JSON.stringify(value) : value);
  parent.append(figure);
  await figure.get();  // starts it, wherever it is on the page
  return figure;
}

customElements.get('att-svm') ?? customElements.define('att-svm', AttSvm);
