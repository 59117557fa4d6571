import type { ConfigOf, Environment, Setting } from '@payorch/platform/config';
import { durationMs, host, httpPort, integer, logLevel, mode, plainText, readConfig } from '@payorch/platform/config';
import { watchdogTimeoutMs } from '@payorch/platform/watchdog';
import { z } from 'zod';
import type { Latency } from './settings';

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

/** Null stands for the port that the sandbox listens on, on this machine. */
const publicUrl: Setting<string | null> = {
  variable: 'SANDBOX_PUBLIC_URL',
  schema: z
    .string()
    .regex(/^(https?:\/\/[^\s/]+)?\/?$/, 'must be an http:// or https:// origin')
    .transform((text) => text.replace(/\/$/, '') || null),
  example: 'http://127.0.0.1:8090',
  secret: false,
  fallback: '/',
};

/** A webhook endpoint that exists from the start; an empty value registers none. */
const stripeWebhookUrl: Setting<string | null> = {
  variable: 'SANDBOX_STRIPE_WEBHOOK_URL',
  schema: z
    .string()
    .regex(/^(https?:\/\/[\x21-\x7e]+)?$/, 'must be an http:// or https:// address')
    .transform((text) => text || null),
  example: 'http://127.0.0.1:8080/webhooks/…',
  secret: false,
  fallback: '',
};

const settings = {
  mode: developmentOnly,
  httpPort: httpPort(8090),
  host: host(),
  watchdogTimeoutMs: watchdogTimeoutMs(),
  publicUrl,
  ledgerPath: plainText('SANDBOX_LEDGER', '/var/lib/payorch/sandbox-ledger.jsonl'),
  webhookSecret: plainText('SANDBOX_WEBHOOK_SECRET', 'whsec_…', { fallback: 'whsec_sandbox' }),
  webhookRetryBaseMs: durationMs('SANDBOX_WEBHOOK_RETRY_BASE', 1000, { min: 1 }),
  stripeSecretKey: plainText('SANDBOX_STRIPE_SECRET_KEY', 'sk_test_…', { fallback: 'sk_test_sandbox' }),
  stripeWebhookSecret: plainText('SANDBOX_STRIPE_WEBHOOK_SECRET', 'whsec_…', { fallback: 'whsec_sandbox_stripe' }),
  stripeWebhookUrl,
  stripeSettleAfterMs: durationMs('SANDBOX_STRIPE_SETTLE_AFTER', 1000, { min: 1 }),
  stripeMaxEndedRetained: integer('SANDBOX_STRIPE_RETAINED_ENDED', { min: 1, max: 1_000_000, fallback: 10_000 }),
  latency,
  logLevel: logLevel(),
};

export type SandboxConfig = ConfigOf<typeof settings>;

export const readSandboxConfig = (env: Environment): SandboxConfig => readConfig(settings, env);
