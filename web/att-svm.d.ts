// att-svm.d.ts - types of <att-svm>, of the iframe client and of the solver without a figure.

/** An experiment document, or a patch of one: docs/experiment.md. Unknown keys are kept. */
export interface Experiment {
  attsvm?: 1;
  scene?: string;
  parameters?: Record<string, number>;
  data?: { tokens?: number[][][]; labels?: number[]; [key: string]: unknown };
  model?: { W?: number[][] | 'identity'; head?: { kind?: 'linear'; v?: number[] }; [key: string]: unknown };
  loss?: 'logistic' | 'exponential' | 'correlation';
  train?: {
    variables?: ('p' | 'v' | 'W')[];
    optimizer?: 'normalized-gd' | 'gd';
    step?: number;
    iterations?: number;
    epsilon?: number | { p?: number; v?: number; W?: number };
    init?: { p?: number[][]; v?: number[][] };
    [key: string]: unknown;
  };
  report?: { iterations?: number[] };
  [key: string]: unknown;
}

/** What get() gives and set() takes: an experiment and how it is looked at. */
export interface FigureDocument {
  experiment: Experiment;
  iteration?: number;
  camera?: { x: number; y: number; zoom: number };
  /** The run that is followed, the speed; the published epsilon or none; R of the path's slider. */
  shown?: { run?: number; speed?: number; published_epsilon?: boolean; R?: number };
}

/** The result document of `attsvm run`. */
export interface Result {
  attsvm: 1;
  scene?: string;
  runs: Run[];
  selections: Selection[];
  [key: string]: unknown;
}
export interface Run {
  init: { p: number[]; v?: number[] };
  iterations: number[];
  p: number[][];
  v?: number[][];
  loss: number[];
  norm: number[];
  weights: number[][][];
  selected: number[][];
  limit: { alpha: number[]; kind: 'global' | 'local' | 'neither'; decided: boolean; cosine: number };
  [key: string]: unknown;
}
export interface Selection {
  alpha: number[];
  kind: 'global' | 'local' | 'neither';
  locally_optimal: boolean;
  svm: {
    status: 'optimal' | 'infeasible' | 'failed';
    p?: number[];
    norm?: number;
    margin?: number | null;
    lambda?: number[];
    support?: [input: number, token: number][];
    kkt?: { primal: number; dual: number; stationarity: number; complementarity: number; gap: number };
    residual?: number;
    farkas?: number[];
    [key: string]: unknown;
  };
}

export interface ChangeDetail { iteration: number; playing: boolean; edited: boolean }

/** Why the last iteration was the last: every run has converged in direction, a run stands still, or neither. */
export interface ConvergedDetail { iteration: number; reason: 'converged' | 'frozen' | 'iteration-limit' }

/** What the figure shows, for readouts. Further keys may come. */
export interface FigureState {
  scene: string;
  iteration: number;
  computed: number;
  horizon: number;
  playing: boolean;
  outcome: ConvergedDetail['reason'] | null;
  edited: boolean;
  status: string;
  run: { name: string; p: number[]; v: number[]; weights: number[][]; loss: number; norm: number; angle: number | null; [key: string]: unknown };
  solutions: { alpha: number[]; kind: string; status: string; p: number[]; margin: number; support: [number, number][]; kkt: number }[];
  [key: string]: unknown;
}

export interface ExportOptions {
  /** Of the picture, in CSS pixels. Default: that of the figure. */
  width?: number;
  theme?: 'light' | 'dark' | 'high-contrast';
  /** PNG: pixels to a CSS pixel, 0.5 to 8. Default 2. */
  scale?: number;
  /** CSV. Default all. */
  table?: 'data' | 'iterates' | 'separators' | 'certificate' | 'constraints' | 'all';
  /** embed: what to paste. Default element. */
  as?: 'element' | 'iframe' | 'module' | 'html' | 'markdown';
  /** Folder with embed.html, for links. Default: that of att-svm.js. */
  site?: string;
}

/** svg, csv, link, citation, embed; json is what get() gives, result the result document. */
export type TextKind = 'svg' | 'csv' | 'json' | 'result' | 'citation' | 'link' | 'embed';

/** One change of a figure, as docs/embedding.md lists them: { do: 'move-token', input: 0, token: 1, position: [1, 0] }. */
export interface Command { do: string; [key: string]: unknown }

/** The verbs, the same for the element and for an iframe. */
export interface Figure {
  readonly ready: Promise<unknown>;
  set(document: Experiment | FigureDocument): Promise<void>;
  get(): Promise<FigureDocument>;
  play(): Promise<void>;
  pause(): Promise<void>;
  seek(iteration: number): Promise<void>;
  reset(): Promise<void>;
  command(command: Command): Promise<void>;
  export(kind: TextKind, options?: ExportOptions): Promise<string>;
  export(kind: 'png', options?: ExportOptions): Promise<Blob>;
}

export interface AttSvmEventMap {
  ready: Event;
  change: CustomEvent<ChangeDetail>;
  converged: CustomEvent<ConvergedDetail>;
  error: ErrorEvent;
}

export class AttSvm extends HTMLElement implements Figure {
  readonly ready: Promise<AttSvm>;
  readonly state: FigureState | null;
  set(document: Experiment | FigureDocument): Promise<void>;
  get(): Promise<FigureDocument>;
  play(): Promise<void>;
  pause(): Promise<void>;
  seek(iteration: number): Promise<void>;
  reset(): Promise<void>;
  command(command: Command): Promise<void>;
  export(kind: TextKind, options?: ExportOptions): Promise<string>;
  export(kind: 'png', options?: ExportOptions): Promise<Blob>;
  addEventListener<K extends keyof AttSvmEventMap>(
    type: K, listener: (this: AttSvm, event: AttSvmEventMap[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** Puts a figure at the end of `parent`; resolves when it is live. Objects are written as JSON: { experiment: {...} }. */
export function mount(parent: Node, attributes?: Record<string, string | number | Experiment>): Promise<AttSvm>;

/** Height in CSS pixels of a scene's figure at this width. */
export function reservedHeight(scene: string, width: number): number;

declare global {
  interface HTMLElementTagNameMap { 'att-svm': AttSvm }
}
