import type { ConfigOf, Environment, Setting, Settings } from '@payorch/platform/config';
import { durationMs, host, httpPort, logLevel, mode, plainText, readConfig } from '@payorch/platform/config';
import { watchdogTimeoutMs } from '@payorch/platform/watchdog';
import { z } from 'zod';
import type { Latency } from './kit/delays/latency';
import { processors } from './processors';

/** The sandbox accepts any API key, so it must never run where real money moves. */
const developmentOnly = {
  ...mode(),
  schema: z.literal('development', 'must be development: the sandbox never runs in production'),
  example: 'development',
  fallback: 'development',
} satisfies Setting<'development'>;

const latency: Setting<Latency> = {
  variable: 'SANDBOX_LATENCY',
  schema: z
    .string()
    .regex(/^(reference|\d{1,7})$/, 'must be reference, or milliseconds')
    .transform((text): Latency => (text === 'reference' ? { kind: 'reference' } : { kind: 'fixed', ms: Number(text) })),
  example: 'reference',
  secret: false,
  fallback: '0',
};

/**
 * Null stands for the port that the sandbox listens on, on this machine. The QR codes of its pages have room for an origin
 * of this length.
 */
const publicUrl: Setting<string | null> = {
  variable: 'SANDBOX_PUBLIC_URL',
  schema: z
    .string()
    .max(72, 'must have at most 72 characters')
    .regex(/^(https?:\/\/[^\s/]+)?\/?$/, 'must be an http:// or https:// origin')
    .transform((text) => text.replace(/\/$/, '') || null),
  example: 'http://127.0.0.1:8090',
  secret: false,
  fallback: '/',
};

/** Null: no listener for TLS. */
const tlsPort: Setting<number | null> = {
  variable: 'SANDBOX_TLS_PORT',
  schema: z
    .string()
    .regex(/^\d{0,5}$/, 'must be a port')
    .transform((text) => (text === '' ? null : Number(text)))
    .refine((port) => port === null || (port > 0 && port < 65_536), 'must be a port'),
  example: '8091',
  secret: false,
  fallback: '',
};

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  mode: developmentOnly,
  httpPort: httpPort(8090),
  host: host(),
  watchdogTimeoutMs: watchdogTimeoutMs(),
  publicUrl,
  tlsPort,
  ledgerPath: plainText('SANDBOX_LEDGER', '/var/lib/payorch/sandbox-ledger.jsonl'),
  webhookSecret: plainText('SANDBOX_WEBHOOK_SECRET', 'whsec_…', { fallback: 'whsec_sandbox' }),
  webhookRetryBaseMs: durationMs('SANDBOX_WEBHOOK_RETRY_BASE', 1000, { min: 1 }),
  latency,
  logLevel: logLevel(),
};

export interface SandboxConfig extends ConfigOf<typeof settings> {
  /** The values of each processor's own settings, by the processor's name. */
  readonly processors: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** All settings of processors, with the processor's name before their own. */
const processorSettings: Settings = Object.fromEntries(
  processors.flatMap(({ name, settings: own }) =>
    Object.entries(own).map(([setting, value]) => [`${name}/${setting}`, value]),
  ),
);

/** Reports the problems of the sandbox and of all processors at once. */
export function readSandboxConfig(env: Environment): SandboxConfig {
  const values: ConfigOf<typeof settings> & Readonly<Record<string, unknown>> = readConfig(
    { ...processorSettings, ...settings },
    env,
  );
  const own = processors.map(({ name, settings: variables }) => [
    name,
    Object.fromEntries(Object.keys(variables).map((setting) => [setting, values[`${name}/${setting}`]])),
  ]);
  return { ...values, processors: Object.fromEntries(own) as SandboxConfig['processors'] };
}
