import type { ConfigOf, Setting } from '@payorch/platform/config';
import { durationMs, integer, plainText } from '@payorch/platform/config';
import { z } from 'zod';

/** A webhook endpoint that exists from the start; an empty value registers none. */
const webhookUrl: Setting<string | null> = {
  variable: 'SANDBOX_STRIPE_WEBHOOK_URL',
  schema: z
    .string()
    .regex(/^(https?:\/\/[\x21-\x7e]+)?$/, 'must be an http:// or https:// address')
    .transform((text) => text || null),
  example: 'http://127.0.0.1:8080/webhooks/…',
  secret: false,
  fallback: '',
};

/** The one Stripe account that the sandbox simulates. */
export const stripeVariables = {
  secretKey: plainText('SANDBOX_STRIPE_SECRET_KEY', 'sk_test_…', { fallback: 'sk_test_sandbox' }),
  webhookSecret: plainText('SANDBOX_STRIPE_WEBHOOK_SECRET', 'whsec_…', { fallback: 'whsec_sandbox_stripe' }),
  webhookUrl,
  /** The time until asynchronous operations settle. */
  settleAfterMs: durationMs('SANDBOX_STRIPE_SETTLE_AFTER', 1000, { min: 1 }),
  /** How many ended payments, set-ups and tokens are retained in memory. */
  maxEndedRetained: integer('SANDBOX_STRIPE_RETAINED_ENDED', { min: 1, max: 1_000_000, fallback: 10_000 }),
};
export type StripeSettings = ConfigOf<typeof stripeVariables>;

/** Nest's injection token of the settings. */
export const stripeSettings = Symbol('stripeSettings');
