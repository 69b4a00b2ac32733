// The command line prints the same bytes natively and as WASM, for every scene and format.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';

const NATIVE = [resolve('build/native/bin/attsvm')];
const WASM = [process.execPath, resolve('build/web-objects/bin/attsvm.js')];

function run([program, ...first], ...args) {
  const { status, stdout, stderr, error } =
    spawnSync(program, [...first, ...args], { encoding: 'utf8', maxBuffer: 256 << 20 });
  if (error) throw error;
  return { status, stdout, stderr };
}

const listing = run(NATIVE, 'scenes');
assert.equal(listing.status, 0, listing.stderr);
const scenes = listing.stdout.split('\n').map(line => line.split(/\s/)[0]).filter(Boolean);

test('there are scenes', () => assert.ok(scenes.length >= 6, `only ${scenes.length}`));

for (const scene of scenes) {
  for (const format of ['json', 'csv', 'svg']) {
    test(`run ${scene} --format ${format}`, () => {
      const native = run(NATIVE, 'run', scene, '--format', format);
      const wasm = run(WASM, 'run', scene, '--format', format);
      assert.equal(native.status, 0, native.stderr);
      assert.equal(wasm.status, 0, wasm.stderr);
      assert.ok(native.stdout.length > 100, 'the output is empty');
      if (native.stdout !== wasm.stdout) {
        const at = [...native.stdout].findIndex((c, i) => c !== wasm.stdout[i]);
        const near = text => text.slice(Math.max(0, at - 40), at + 40);
        assert.fail(`differs from byte ${at}: ${near(native.stdout)} | ${near(wasm.stdout)}`);
      }
    });
  }
  test(`tables of ${scene}`, () => {
    const args = ['run', scene, '--format', 'csv', '--table', 'all'];
    assert.deepEqual(run(WASM, ...args), run(NATIVE, ...args));
  });
  test(`cite ${scene}`, () => assert.deepEqual(run(WASM, 'cite', scene), run(NATIVE, 'cite', scene)));
  test(`svm ${scene}`, () => assert.deepEqual(run(WASM, 'svm', scene), run(NATIVE, 'svm', scene)));
}

test('a mistake is told in the same words', () => {
  const native = run(NATIVE, 'run', 'no-such-scene');
  assert.equal(native.status, 2);
  assert.deepEqual(run(WASM, 'run', 'no-such-scene'), native);
});
