// att-svm-worker.js - answers one message, the text of an experiment, by the text of its result. See att-svm-solve.js.
import { solveText } from './att-svm-solve.js';

addEventListener('message', ({ data }) => {
  solveText(JSON.parse(data)).then(text => postMessage({ text }), error => postMessage({ error: error.message }));
}, { once: true });
