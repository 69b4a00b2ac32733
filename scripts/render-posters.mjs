// render-posters.mjs ATTSVM.js FOLDER - one SVG for each scene and theme, by the command line compiled to WASM.
// A picture is written only when it differs from the one that is there.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const [program, folder] = process.argv.slice(2);
const WIDTH = 800;  // CSS pixels: the compact layout; the page scales it until the live figure takes over

const run = promisify(execFile);
const attsvm = async (...args) =>
  (await run(process.execPath, [program, ...args], { maxBuffer: 64 << 20 })).stdout;

const scenes = (await attsvm('scenes')).split('\n').map(line => line.split(/\s/)[0]).filter(Boolean);
const jobs = scenes.flatMap(scene => ['light', 'dark'].map(theme => ({ scene, theme })));
mkdirSync(folder, { recursive: true });

async function worker() {
  for (let job; (job = jobs.shift());) {
    const file = join(folder, `${job.scene}-${job.theme}.svg`);
    const svg = await attsvm('run', job.scene, '--format', 'svg', '--theme', job.theme, '--width', String(WIDTH));
    if (!svg.startsWith('<')) throw new Error(`${job.scene}: the command line drew no SVG`);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== svg) writeFileSync(file, svg);
  }
}
await Promise.all(cpus().map(worker));
