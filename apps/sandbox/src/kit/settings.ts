import type { Latency } from './delays/latency';

/** Settings of all processors; control endpoints change them at run time, and the port sets `publicUrl` at start. */
export interface SandboxSettings {
  /** Where the customer's browser reaches this process. */
  publicUrl: string;
  latency: Latency;
  /** Whether processors without idempotency keys answer a known reference with the stored record. */
  honourIdempotency: boolean;
  webhookSecret: string;
  webhookRetryBaseMs: number;
  /** Where the sandbox listens for TLS; null: nowhere. */
  readonly tls: { readonly port: number; readonly host: string } | null;
}

/** Nest's injection token of the settings. */
export const sandboxSettings = Symbol('sandboxSettings');
/** Nest's injection token of the logger. */
export const sandboxLogger = Symbol('sandboxLogger');
