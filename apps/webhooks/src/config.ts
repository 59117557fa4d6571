import type { ConfigOf, Environment, Setting } from '@payorch/platform/config';
import { durationMs, integer, masterKeys, readConfig, settingsKeys } from '@payorch/platform/config';
import { egressAllow, egressPorts } from '@payorch/platform/egress';
import { walkSettings } from '@payorch/platform/rewrap';
import { serviceSettings } from '@payorch/platform/service';
import { z } from 'zod';
import { parseSchedule } from './domain/retry-schedule';

const dayMs = 86_400_000;

const schedule = (variable: string, fallback: string): Setting<readonly number[]> => ({
  variable,
  schema: z
    .string()
    .refine((text) => parseSchedule(text) !== undefined, 'must be seconds in a list like 60,2x300')
    .transform((text) => parseSchedule(text) ?? []),
  example: fallback,
  secret: false,
  fallback,
});

/** `npm run docs` prints them into docs/configuration.md. */
export const settings = {
  ...serviceSettings(8086),
  ...walkSettings,
  settingsKeys: settingsKeys(),
  masterKeys: masterKeys(),
  settingsWaitMs: durationMs('SETTINGS_WAIT', 250),
  /** Delays between the attempts of one delivery. */
  retrySchedule: schedule('WEBHOOK_RETRY_SCHEDULE', '5,60,2x300,5x600,5x3600,3x21600'),
  /** Timeout of a whole attempt. A lease lasts three times as long. */
  timeoutMs: durationMs('WEBHOOK_TIMEOUT', 15_000, { min: 100, max: 60_000 }),
  /** Timeout of the connection to an endpoint. */
  connectTimeoutMs: durationMs('WEBHOOK_CONNECT_TIMEOUT', 3_000, { min: 100 }),
  /** Pause after an endpoint answered 429, 502, 503 or 504 without `Retry-After`. */
  overloadedPauseMs: durationMs('WEBHOOK_OVERLOADED_PAUSE', 10_000),
  /** Deliveries to one endpoint at once. */
  perEndpoint: integer('WEBHOOKS_PER_ENDPOINT', { fallback: 8, min: 1 }),
  /** Deliveries of one instance at once. */
  inFlight: integer('WEBHOOKS_IN_FLIGHT', { fallback: 512, min: 1 }),
  /** The interval of the search for due deliveries. */
  pollMs: durationMs('WEBHOOK_POLL', 500, { min: 10 }),
  /** How long an endpoint does nothing but fail before it is disabled. */
  disableAfterMs: durationMs('WEBHOOK_DISABLE_AFTER', 3 * dayMs, { min: 1_000 }),
  /** How long events are stored with their attempts. */
  retentionMs: durationMs('WEBHOOK_EVENT_RETENTION', 92 * dayMs, { min: 1_000 }),
  /** The interval of the deletion of older events. */
  retentionEveryMs: durationMs('WEBHOOK_EVENT_RETENTION_EVERY', 3_600_000, { min: 100 }),
  /** Bytes of an endpoint's answer that are stored with an attempt. */
  storedBytes: integer('WEBHOOK_STORED_RESPONSE_BYTES', { fallback: 4_096, min: 0, max: 16_384 }),
  egressAllow: egressAllow(),
  egressPorts: egressPorts(),
};

export type WebhooksConfig = ConfigOf<typeof settings>;
export const readWebhooksConfig = (env: Environment): WebhooksConfig => readConfig(settings, env);
