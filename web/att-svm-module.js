// att-svm-module.js - the WASM module, once per page or worker: figures and headless solves share it.
import createModule from './att-svm-core.mjs';

let loading = null;

/** Resolves to the module. A failure may be tried again. */
export function loadModule() {
  return loading ??= createModule().catch(error => {
    loading = null;
    throw error;
  });
}

/** JSON that reads back to the same doubles: JSON.stringify alone loses the sign of -0. */
export function toText(value) {
  return JSON.stringify(value, (_, v) => Object.is(v, -0) ? '\0-0' : v).replaceAll('"\\u0000-0"', '-0.0');
}
