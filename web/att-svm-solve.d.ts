// att-svm-solve.d.ts - types of the solver without a figure.
import type { Experiment, Result } from './att-svm.js';

export interface SolveOptions {
  /** In a worker of its own, so that the page stays responsive. */
  worker?: boolean;
  /** Stops the worker. */
  signal?: AbortSignal;
}
export function solve(experiment: Experiment, options?: SolveOptions): Promise<Result>;
/** The result as JSON text: the bytes of `attsvm run`. */
export function solveText(experiment: Experiment): Promise<string>;
