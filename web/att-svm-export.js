// att-svm-export.js - what leaves a figure: pictures, tables, documents, links, a citation. Loaded when first asked for.
import { base64, embedCode, linkTo } from './att-svm-share.js';

const TEXTS = {
  json: async ({ figure }) => JSON.stringify(figure.get(), null, 1),
  result: async ({ figure }) => figure.result(),
  svg: async ({ figure, width, theme }) => figure.svg(width, theme),
  csv: async ({ figure, table, link }) => `# att-svm ${figure.version} ${await link()}\n${figure.table(table)}`,
  citation: async ({ figure, link }) => figure.citation(await link()),
  link: async ({ link }) => link(),
  embed: async ({ figure, as, width, theme, site }) => embedCode(as, {
    text: figure.text(), title: figure.words().label, width, height: figure.naturalHeight(width), svg: figure.svg(width, theme),
  }, site),
};

/**
 * 'png' gives a Blob, every other kind a string. `options`: width, theme (pictures), scale (PNG, 1 to 4 and beyond), table
 * (CSV: data, iterates, separators, certificate, constraints, all), as (embed), site (folder with embed.html).
 */
export async function exportFigure(figure, kind, { width, theme, scale = 2, table = 'all', as = 'element', site }) {
  const link = () => linkTo(figure.text(), site);
  if (kind === 'png') return pngFile(figure, width, theme, scale, await link());
  const make = TEXTS[kind];
  if (!make) throw new Error(`export: expected ${Object.keys(TEXTS).join(', ')} or png, got '${kind}'`);
  return make({ figure, width, theme, table, as, site, link });
}

// --- PNG ---------------------------------------------------------------------------------------------------------------

async function pngFile(figure, width, theme, scale, link) {
  if (!(scale >= 0.5 && scale <= 8)) throw new Error(`export: expected a scale from 0.5 to 8, got ${scale}`);
  const canvas = figure.render(width, theme, scale) ?? await drawSvg(figure, width, theme, scale);
  const blob = await new Promise(resolve => canvas.toBlob(resolve));
  if (!blob) throw new Error('export: the picture is too large for this browser');
  return withChunks(await blob.arrayBuffer(), link, scale);
}

const FACES = [['att-svm', 400, 'normal', 'regular'], ['att-svm', 600, 'normal', 'semibold'], ['att-svm math', 400, 'italic', 'math']];

/** An @font-face rule with the face in it; nothing where the files are not at hand, as in standalone.html. */
async function faceRule([family, weight, style, file]) {
  try {
    const bytes = new Uint8Array(await (await fetch(new URL(`fonts/${file}.woff2`, import.meta.url))).arrayBuffer());
    return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};src:url(data:font/woff2;base64,${base64(bytes)})}`;
  } catch {
    return '';
  }
}

/** Without WebGL the browser draws the SVG. A picture may load nothing, so the faces go into it. */
async function drawSvg(figure, width, theme, scale) {
  const rules = await Promise.all(FACES.map(faceRule));
  const url = URL.createObjectURL(new Blob([figure.svg(width, theme).replace('<style>', `<style>${rules.join('')}`)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(figure.naturalHeight(width) * scale);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function checksum(bytes) {  // of PNG, appendix D
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = crc >>> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(type, data) {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, checksum(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** The link in "Source", and the size in which the picture is meant: `scale` pixels to a CSS pixel. */
function withChunks(png, link, scale) {
  const AFTER_HEADER = 33;
  const density = new DataView(new ArrayBuffer(9));
  const perMetre = Math.round(96 * scale / 0.0254);
  density.setUint32(0, perMetre);
  density.setUint32(4, perMetre);
  density.setUint8(8, 1);
  const added = [chunk('pHYs', new Uint8Array(density.buffer)), chunk('tEXt', new TextEncoder().encode(`Source\0${link}`))];
  return new Blob([png.slice(0, AFTER_HEADER), ...added, png.slice(AFTER_HEADER)], { type: 'image/png' });
}
