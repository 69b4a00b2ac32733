// embed.js - embed.html: the figure that the address asks for after its #, alone on a page or in a frame of another one.
//
//   embed.html#scene=local&iteration=100&theme=dark
//   embed.html#state=1.…                              what "Copy link" gives
//
// Alone, the address follows the figure. In a frame, the verbs, the events and the height go through postMessage:
// docs/embedding.md describes the protocol, att-svm-frame.js speaks it for the host. It trusts nobody but the window that
// holds the frame, runs no code from messages, and gives away nothing but the figure. #origin=https://host narrows it down.
import './att-svm.js';

const PROTOCOL = 1;
const VERBS = ['set', 'get', 'play', 'pause', 'seek', 'reset', 'command', 'export'];
const EVENTS = ['ready', 'change', 'converged', 'error'];
const ADDRESS_MS = 500;  // browsers refuse an address that changes too often

const figure = document.querySelector('att-svm');
const framed = parent !== window;
document.documentElement.classList.toggle('page', !framed);

let partner = '*';  // the only origin to talk to, when the address names one
let shown = null;   // the part of the address after #, as written here

function read() {
  if (location.hash === shown) return;
  const wanted = new URLSearchParams(location.hash.slice(1));
  partner = wanted.get('origin') ?? '*';
  if (wanted.has('theme')) document.documentElement.dataset.theme = figure.dataset.theme = wanted.get('theme');
  for (const name of ['theme', 'menu']) if (wanted.has(name)) figure.setAttribute(name, wanted.get(name));
  figure.removeAttribute('experiment');
  figure.setAttribute('hash', location.hash.slice(1) || 'scene=local');
}

read();
addEventListener('hashchange', read);

// --- alone: the address follows ------------------------------------------------------------------------------------------

let timer = 0;
async function writeAddress() {
  timer = 0;
  const link = await figure.export('link');
  shown = new URL(link).hash;
  history.replaceState(history.state, '', shown);
}

figure.addEventListener('ready', () => {
  document.title = figure.state.title;
  if (framed) return;
  figure.addEventListener('change', () => { if (!figure.hasAttribute('playing')) timer ||= setTimeout(writeAddress, ADDRESS_MS); });
});

// --- in a frame: messages --------------------------------------------------------------------------------------------------

const tell = (message, origin = partner) => parent.postMessage({ attsvm: PROTOCOL, ...message }, origin);

async function answer({ data, source, origin }) {
  if (source !== parent || data?.attsvm !== PROTOCOL || (partner !== '*' && origin !== partner)) return;
  const { id, verb, values = [] } = data;
  const to = origin === 'null' ? '*' : origin;  // a sandboxed host has no origin to name
  if (verb === 'hello') return announce();
  try {
    if (!VERBS.includes(verb)) throw new Error(`there is no verb '${verb}'; there are ${VERBS.join(', ')}`);
    tell({ id, value: await figure[verb](...values) }, to);
  } catch (error) {
    tell({ id, error: error.message }, to);
  }
}

function announce() {
  tell({ event: 'height', detail: { height: Math.ceil(figure.getBoundingClientRect().height) } });
  if (figure.state) tell({ event: 'ready' });
}

if (framed) {
  addEventListener('message', answer);
  new ResizeObserver(announce).observe(figure);
  for (const type of EVENTS)
    figure.addEventListener(type, event => tell({ event: type, detail: type === 'error' ? { message: event.message } : event.detail }));
}
