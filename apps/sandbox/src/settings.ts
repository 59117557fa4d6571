import type { CallKind } from './faults/fault-registry';
import { isLookup } from './faults/fault-registry';

/** The time of a normal answer: fixed, or scattered like the reference implementation's. */
export type Latency = { readonly kind: 'fixed'; readonly ms: number } | { readonly kind: 'reference' };

/** The one Stripe account that the sandbox simulates. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string | null;
  /** The time until asynchronous operations settle, in milliseconds. */
  readonly settleAfterMs: number;
  /** How many ended payments, set-ups and tokens are retained in memory. */
  readonly maxEndedRetained: number;
}

/** Settings that control endpoints change at run time; the port sets `publicUrl` at start. */
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

/** The mean of each time; the times scatter by 100 ms to both sides. */
const referenceMs = (kind: Timed): number => (kind !== 'complete' && isLookup(kind) ? 500 : 1000);

export const latencyMs = (latency: Latency, kind: Timed, random: () => number): number =>
  latency.kind === 'fixed' ? latency.ms : referenceMs(kind) - 100 + Math.round(random() * 200);

/** Nest's injection token of the settings. */
export const sandboxSettings = Symbol('sandboxSettings');
/** Nest's injection token of the logger. */
export const sandboxLogger = Symbol('sandboxLogger');
