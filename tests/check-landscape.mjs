// check-landscape.mjs FILE - fails unless shader and C++ agree: [[x, y, shader, C++], ...] from attsvm desktop --probe-landscape.
import { readFileSync } from 'node:fs';

const probes = JSON.parse(readFileSync(process.argv[2], 'utf8'));
if (probes.length < 100) throw new Error('no landscape was drawn, or without a shader');
const exact = probes.map(([, , , value]) => value);
const range = Math.max(...exact) - Math.min(...exact);
const worst = Math.max(...probes.map(([, , shader, value]) => Math.abs(shader - value))) / range;
console.log(`${probes.length} pixels, range ${range.toFixed(3)}, largest difference ${worst.toExponential(1)} of it`);
if (!(worst <= 1e-4)) throw new Error('shader and C++ differ');
