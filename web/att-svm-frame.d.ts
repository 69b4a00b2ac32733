// att-svm-frame.d.ts - types of the host's side of an iframe.
import type { ChangeDetail, Command, ConvergedDetail, Experiment, ExportOptions, Figure, FigureDocument, TextKind } from './att-svm.js';

export interface FrameEventMap {
  ready: CustomEvent<undefined>;
  change: CustomEvent<ChangeDetail>;
  converged: CustomEvent<ConvergedDetail>;
  height: CustomEvent<{ height: number }>;
  error: ErrorEvent;
}

export interface Frame extends EventTarget, Figure {
  readonly ready: Promise<Frame>;
  set(document: Experiment | FigureDocument): Promise<void>;
  get(): Promise<FigureDocument>;
  play(): Promise<void>;
  pause(): Promise<void>;
  seek(iteration: number): Promise<void>;
  reset(): Promise<void>;
  command(command: Command): Promise<void>;
  export(kind: TextKind, options?: ExportOptions): Promise<string>;
  export(kind: 'png', options?: ExportOptions): Promise<Blob>;
  /** Stops listening; the iframe stays. */
  disconnect(): void;
  addEventListener<K extends keyof FrameEventMap>(
    type: K, listener: (event: FrameEventMap[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

/** `fit` (default true): give the iframe the height that its figure asks for. */
export function connect(iframe: HTMLIFrameElement, options?: { fit?: boolean }): Frame;
