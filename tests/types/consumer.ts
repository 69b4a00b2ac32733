// A page that uses everything that is typed: compiled, never run. A line that must not compile says so.
import { AttSvm, mount, reservedHeight, type ChangeDetail, type Experiment, type Figure, type FigureDocument } from '../../web/att-svm.js';
import { connect } from '../../web/att-svm-frame.js';
import { solve } from '../../web/att-svm-solve.js';

const experiment: Experiment = { scene: 'local', train: { step: 0.05, init: { p: [[0, 1, 0]] } }, note: 'kept' };

export async function page(): Promise<number> {
  const element = document.createElement('att-svm');
  const same: AttSvm = element;
  same.setAttribute('scene', 'local');
  const figure: Figure = element;
  await figure.ready;
  await figure.set(experiment);
  const shown: FigureDocument = await figure.get();
  await figure.set({ ...shown, iteration: 100 });
  await figure.play();
  await figure.pause();
  await figure.seek(10);
  await figure.reset();
  await figure.command({ do: 'move-token', input: 0, token: 1, position: [1, 0, 0.9] });
  const svg: string = await figure.export('svg', { width: 640, theme: 'dark' });
  element.addEventListener('change', ({ detail }) => { const seen: ChangeDetail = detail; console.log(seen.iteration); });
  element.addEventListener('converged', ({ detail }) => console.log(detail.reason satisfies string));
  element.addEventListener('error', ({ message }) => console.log(message));
  document.querySelector('att-svm')?.state?.run.weights[0]?.[0]?.toFixed(3);
  const { runs, selections } = await solve(experiment, { worker: true, signal: AbortSignal.timeout(1000) });
  const margin = selections[0]?.svm.margin ?? 0;

  const png: Blob = await figure.export('png', { scale: 4 });
  const csv: string = await figure.export('csv', { table: 'separators' });
  const mounted: AttSvm = await mount(document.body, { experiment, iteration: 10, theme: 'dark' });
  const frame = connect(document.createElement('iframe'), { fit: false });
  frame.addEventListener('height', ({ detail }) => console.log(detail.height, png.size, csv, mounted.state));
  const either: Figure[] = [mounted, frame];
  await Promise.all(either.map(one => one.seek(3)));

  // @ts-expect-error: no such format
  await figure.export('gif');
  // @ts-expect-error: not an experiment
  await solve({ loss: 'hinge' });
  // @ts-expect-error: an iteration is a number
  await figure.seek('10');

  return margin + runs.length + reservedHeight('local', 640) + svg.length;
}
