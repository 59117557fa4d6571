import { moneyWire, outcome } from '@payorch/contracts';
import { z } from 'zod';

/** What a recorded exchange is there to show: each flow must have one of each kind that it can meet. */
const shows = z.enum([
  'success',
  'refusal',
  'waiting',
  'unseen_status',
  'other_amount',
  'other_currency',
  'no_trace',
  'fault',
]);
export type Shows = z.infer<typeof shows>;

const exchange = z.object({
  name: z.string(),
  shows,
  /** What differs from the sample operation. */
  operation: z.looseObject({ money: moneyWire.optional(), authorized: moneyWire.optional() }).default({}),
  /** The request as it must be; its body as JSON. Left out where another exchange of the flow has it already. */
  request: z
    .object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), body: z.unknown() })
    .optional(),
  reply: z.object({ status: z.int(), headers: z.record(z.string(), z.string()).default({}), body: z.unknown() }),
  outcome,
});

/** A file of recorded exchanges of one flow. */
export const recordings = z.object({
  flow: z.enum(['authorize', 'capture', 'void', 'sync']),
  exchanges: z.array(exchange),
});
export type Recordings = z.output<typeof recordings>;

/** A file of recorded webhooks, each with a genuine signature for `secret` at `now`. */
export const webhookRecordings = z.object({
  secret: z.string(),
  now: z.iso.datetime(),
  webhooks: z.array(
    z.object({
      name: z.string(),
      headers: z.record(z.string(), z.string()),
      /** The exact text: signatures are over it. */
      body: z.string(),
      reading: z.enum(['event', 'irrelevant', 'unreadable']),
      event: z
        .object({ eventId: z.string(), reference: z.string(), operationIds: z.array(z.string()), flow: z.string() })
        .optional(),
      operation: z.looseObject({ money: moneyWire.optional() }).default({}),
      outcome: outcome.optional(),
    }),
  ),
});
export type WebhookRecordings = z.output<typeof webhookRecordings>;
