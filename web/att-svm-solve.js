// att-svm-solve.js - the laboratory without a figure: an experiment in, its result out. Needs no canvas and no document.
//
//   import { solve } from './att-svm-solve.js';
//   const { runs, selections } = await solve({ scene: 'local' });
//
// Works in a page and in a module worker. In a page it computes on the main thread; `worker: true` moves it to a worker
// of its own, which a signal can stop.
import { loadModule, toText } from './att-svm-module.js';

/** The result document of `attsvm run`, byte for byte as JSON text. Rejects with the sentence that names the mistake. */
export async function solveText(experiment) {
  const module = await loadModule();
  const answer = module.ccall('att_solve', 'string', ['string'], [toText(experiment)]);
  if (answer.startsWith('{')) return answer;
  throw new Error(answer);
}

export async function solve(experiment, { worker = false, signal } = {}) {
  signal?.throwIfAborted();
  return JSON.parse(await (worker ? inWorker(experiment, signal) : solveText(experiment)));
}

function inWorker(experiment, signal) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./att-svm-worker.js', import.meta.url), { type: 'module' });
    const end = (settle, value) => {
      worker.terminate();
      settle(value);
    };
    worker.onmessage = ({ data: { text, error } }) => error === undefined ? end(resolve, text) : end(reject, new Error(error));
    worker.onerror = event => end(reject, new Error(event.message || 'the worker could not be started'));
    signal?.addEventListener('abort', () => end(reject, signal.reason), { once: true });
    worker.postMessage(toText(experiment));
  });
}
