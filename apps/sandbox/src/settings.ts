import type { CallKind } from './faults/fault-book';

/** How long the normal answer takes: a fixed time, or the scattered times of the reference. */
export type Latency = { readonly kind: 'fixed'; readonly ms: number } | { readonly kind: 'reference' };

/** What may change while the sandbox runs: by control endpoint, or when its port is known. */
export interface SandboxSettings {
  /** Where the customer's browser reaches this process. */
  publicUrl: string;
  latency: Latency;
  honourIdempotency: boolean;
  webhookSecret: string;
  webhookRetryBaseMs: number;
}

type Timed = CallKind | 'complete';

/** Middle of each time, in ms; they scatter by 100 to both sides. */
const referenceMs: Readonly<Record<Timed, number>> = {
  payment: 1000,
  capture: 1000,
  void: 1000,
  refund: 1000,
  complete: 1000,
  lookup: 500,
  refund_lookup: 500,
};

export const latencyMs = (latency: Latency, kind: Timed, random: () => number): number =>
  latency.kind === 'fixed' ? latency.ms : referenceMs[kind] - 100 + Math.round(random() * 200);

/** Nest's name for the settings. */
export const sandboxSettings = Symbol('sandboxSettings');
/** Nest's name for the logger. */
export const sandboxLogger = Symbol('sandboxLogger');
