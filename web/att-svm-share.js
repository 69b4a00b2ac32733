// att-svm-share.js - a figure's state as a link, and what a reader copies to put it elsewhere.
//
// A link is SITE/embed.html#state=1.CODE: version 1, CODE the text of get() deflated (RFC 1951) in base64url (RFC 4648).
// Numbers in the text read back to the same double, so the figure is the same to the last bit. Short links say
// #scene=local&iteration=100 instead; theme=dark pins the theme in both.

const VERSION = '1';

// What a link may ask for; beyond it is taken as the nearest, and said. Everything else is checked by the figure.
const RANGES = {
  'iteration': [0, 1e9],
  'camera.zoom': [0.01, 1e4],
  'shown.speed': [0.01, 100],
  'shown.R': [0.01, 1e4],
  'experiment.train.step': [0, 1e12],
  'experiment.train.epsilon': [0, 1e12],
  'experiment.train.iterations': [0, 1e9],
};

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export function base64(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** "1.CODE" of the text of get(). */
export async function pack(text) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  return `${VERSION}.${base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** The text again. */
export async function unpack(state) {
  const [version, code] = state.split('.');
  if (version !== VERSION) throw new Error(`this link is of version ${version}; this page reads version ${VERSION}`);
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(new DecompressionStream('deflate-raw'), bytes));
  } catch {
    throw new Error('this link is damaged: its state cannot be read');
  }
}

/**
 * What a link, or the part of it after #, asks for: { document, theme, notes }. `document` is for set(), `notes` are
 * sentences on numbers that were out of range. Null when it asks for nothing.
 */
export async function readLink(link) {
  const wanted = new URLSearchParams(link.slice(link.indexOf('#') + 1));
  let document = null;
  if (wanted.has('state')) document = JSON.parse(await unpack(wanted.get('state')));
  else if (wanted.has('scene')) document = { experiment: { scene: wanted.get('scene') } };
  if (!document) return null;
  if (wanted.has('iteration')) document.iteration = Number(wanted.get('iteration'));
  return { document, theme: wanted.get('theme'), notes: clamp(document) };
}

function clamp(document) {
  const notes = [];
  for (const [path, [low, high]] of Object.entries(RANGES)) {
    const keys = path.split('.');
    const last = keys.pop();
    const place = keys.reduce((at, key) => at?.[key], document);
    const value = place?.[last];
    if (typeof value !== 'number') continue;
    const whole = /iterations?$/.test(last) ? Math.round(value) : value;
    place[last] = Math.min(Math.max(Number.isNaN(whole) ? low : whole, low), high);
    if (place[last] !== value) notes.push(`${path} ${value} is not from ${low} to ${high}: taken as ${place[last]}`);
  }
  return notes;
}

/** The folder of embed.html: the one asked for, else where these files came from; null in a page that holds them itself. */
function folder(site) {
  if (site) return new URL(site.replace(/\/?$/, '/'), document.baseURI).href;
  return /^https?:/.test(import.meta.url) ? new URL('.', import.meta.url).href : null;
}

/** The link that shows the text of a get() again, in SITE/embed.html or else in this page. */
export async function linkTo(text, site) {
  const base = folder(site);
  const page = base ? `${base}embed.html` : location.href.replace(/#.*/, '');
  return `${page}#state=${await pack(text)}`;
}

const escape = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * What to paste into a page: as an 'element', an 'iframe', a 'module', or a still picture that leads to the live one, as
 * 'html' or 'markdown'. `figure`: { text, title, width, height, svg }.
 */
export async function embedCode(as, { text, title, width, height, svg }, site) {
  const link = await linkTo(text, site);
  const base = folder(site) ?? 'att-svm/';
  const state = link.slice(link.indexOf('#') + 1);
  const picture = () => `data:image/svg+xml;base64,${base64(new TextEncoder().encode(svg))}`;
  const { scene } = JSON.parse(text).experiment;  // for the height and the picture before it is live
  const attributes = `${scene ? `scene="${escape(scene)}" ` : ''}hash="${state}"`;
  switch (as) {
    case 'element': return `<script type="module" src="${base}att-svm.js"></script>\n<att-svm ${attributes}></att-svm>\n`;
    case 'iframe': return `<iframe src="${escape(link)}" title="${escape(title)}" width="${Math.round(width)}" height="${Math.ceil(height)}" loading="lazy"\n` +
      '  sandbox="allow-scripts allow-downloads" allow="clipboard-write" style="border: 0; max-width: 100%"></iframe>\n';
    case 'module': return `import { mount } from '${base}att-svm.js';\nconst figure = await mount(document.body, { hash: '${state}' });\n`;
    case 'html': return `<figure>\n  <a href="${escape(link)}"><img src="${picture()}" alt="${escape(title)}" width="${Math.round(width)}"></a>\n` +
      `  <figcaption>${escape(title)} (<a href="${escape(link)}">live</a>)</figcaption>\n</figure>\n`;
    case 'markdown': return `[![${title.replace(/[[\]]/g, '\\$&')}](${picture()})](${link})\n`;
    default: throw new Error(`embed: expected element, iframe, module, html or markdown, got '${as}'`);
  }
}
