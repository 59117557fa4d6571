import type { CallKind } from './faults/fault-registry';
import { isLookup } from './faults/fault-registry';

/** How long the normal answer takes: a fixed time, or the scattered times of the reference. */
export type Latency = { readonly kind: 'fixed'; readonly ms: number } | { readonly kind: 'reference' };

/** The one account that Stripe is played for. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string | null;
  /** How long what is asynchronous takes. */
  readonly settleAfterMs: number;
  /** How many payments, set-ups and tokens that have ended are kept in memory. */
  readonly maxEndedRetained: number;
}

/** What may change while the sandbox runs: by control endpoint, or when its port is known. */
export interface SandboxSettings {
  /** Where the customer's browser reaches this process. */
  publicUrl: string;
  latency: Latency;
  honourIdempotency: boolean;
  webhookSecret: string;
  webhookRetryBaseMs: number;
  readonly stripe: StripeSettings;
}

type Timed = CallKind | 'complete';

/** The middle of each time; they scatter by 100 ms to both sides. */
const referenceMs = (kind: Timed): number => (kind !== 'complete' && isLookup(kind) ? 500 : 1000);

export const latencyMs = (latency: Latency, kind: Timed, random: () => number): number =>
  latency.kind === 'fixed' ? latency.ms : referenceMs(kind) - 100 + Math.round(random() * 200);

/** Nest's name for the settings. */
export const sandboxSettings = Symbol('sandboxSettings');
/** Nest's name for the logger. */
export const sandboxLogger = Symbol('sandboxLogger');
