// att-svm-frame.js - the host's side of embed.html in an iframe: the verbs and events of the element, by postMessage.
//
//   import { connect } from './att-svm-frame.js';
//   const figure = connect(document.querySelector('iframe'));
//   await figure.seek(100);
//
// It needs nothing else of this folder, and works when the frame is sandboxed or of another origin.

const PROTOCOL = 1;
const PATIENCE_MS = 10_000;

class Frame extends EventTarget {
  /** Resolves when the figure is live; rejects when it has not answered after ten seconds. */
  ready;
  #iframe;
  #fits;
  #asked = new Map();  // id -> how to settle
  #next = 1;
  #listeners = new AbortController();
  #settleReady;

  constructor(iframe, fits) {
    super();
    this.#iframe = iframe;
    this.#fits = fits;
    const { signal } = this.#listeners;
    this.ready = new Promise((resolve, reject) => { this.#settleReady = { resolve, reject }; });
    this.ready.catch(() => {});  // the error event tells it too
    addEventListener('message', event => this.#hear(event), { signal });
    iframe.addEventListener('load', () => this.#post({ verb: 'hello' }), { signal });
    this.#post({ verb: 'hello' });  // in case it is there already
    const patience = setTimeout(() => this.#fail('the frame has not answered after 10 seconds'), PATIENCE_MS);
    this.ready.then(() => clearTimeout(patience), () => clearTimeout(patience));
  }

  set(document) { return this.#ask('set', document); }
  get() { return this.#ask('get'); }
  play() { return this.#ask('play'); }
  pause() { return this.#ask('pause'); }
  seek(iteration) { return this.#ask('seek', iteration); }
  reset() { return this.#ask('reset'); }
  command(command) { return this.#ask('command', command); }
  export(kind, options) { return this.#ask('export', kind, options); }

  /** Stops listening; the iframe stays. */
  disconnect() {
    this.#listeners.abort();
    this.#fail('disconnected');
  }

  async #ask(verb, ...values) {
    await this.ready;
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#post({ id, verb, values });
    });
  }

  #post(message) { this.#iframe.contentWindow?.postMessage({ attsvm: PROTOCOL, ...message }, '*'); }

  #hear({ source, data }) {
    if (source !== this.#iframe.contentWindow || data?.attsvm !== PROTOCOL) return;
    if (data.event) return this.#happened(data.event, data.detail);
    const asked = this.#asked.get(data.id);
    this.#asked.delete(data.id);
    if (data.error === undefined) asked?.resolve(data.value); else asked?.reject(new Error(data.error));
  }

  #happened(type, detail) {
    if (type === 'height') {
      if (this.#fits) this.#iframe.style.height = `${detail.height}px`;
      this.dispatchEvent(new CustomEvent('height', { detail }));
    } else if (type === 'error') {
      this.dispatchEvent(new ErrorEvent('error', { message: detail.message, error: new Error(detail.message) }));
    } else {
      if (type === 'ready') {
        if (!this.#settleReady) return;  // told before
        this.#settleReady.resolve(this);
        this.#settleReady = null;
      }
      this.dispatchEvent(new CustomEvent(type, { detail }));
    }
  }

  #fail(message) {
    const error = new Error(message);
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
    if (!this.#settleReady) return;
    this.#settleReady.reject(error);
    this.#settleReady = null;
    this.dispatchEvent(new ErrorEvent('error', { message, error }));
  }
}

/** `fit`: give the iframe the height that its figure asks for. */
export function connect(iframe, { fit = true } = {}) { return new Frame(iframe, fit); }
