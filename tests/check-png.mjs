// check-png.mjs FILE - fails unless the file is a PNG picture with something drawn on it.
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const bytes = readFileSync(process.argv[2]);
if (bytes.readUInt32BE(0) !== 0x89504e47) throw new Error('not a PNG');
const width = bytes.readUInt32BE(16);
const height = bytes.readUInt32BE(20);

const parts = [];
for (let at = 8; at < bytes.length;) {
  const length = bytes.readUInt32BE(at);
  if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
  at += length + 12;
}
// Filtered rows of one colour are all zeros after the first pixel, so this counts the rows that hold a change.
const rows = inflateSync(Buffer.concat(parts));
const stride = rows.length / height;
let drawn = 0;
for (let y = 1; y < height; ++y) {
  const row = rows.subarray(y * stride + 5, (y + 1) * stride);
  if (row.some(value => value !== row[0])) ++drawn;
}
console.log(`${width} x ${height}, ${drawn} rows with something on them`);
if (width < 600 || height < 400) throw new Error('the picture is too small');
if (drawn < height / 3) throw new Error('the picture is nearly empty');
