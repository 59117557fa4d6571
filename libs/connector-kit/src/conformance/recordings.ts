import {
  moneyWire,
  outcome,
  payoutDestinationData,
  processorDispute,
  processorError,
  processorRecord,
  recordKind,
} from '@payorch/contracts';
import { Secret } from '@payorch/kernel';
import { declarationOf, operationNames, type RecordedCase } from '@payorch/operations';
import { z } from 'zod';
import { flowNames, type FlowName } from '../flows';
import { sampleCard } from './samples';

const shows = z.enum<readonly RecordedCase[]>([
  'success',
  'refusal',
  'waiting',
  'unseen_status',
  'other_amount',
  'other_currency',
  'no_trace',
  'fault',
]);

const sum = moneyWire.optional();
/** The differences from the sample card. */
const card = z
  .object({
    number: z.string().transform((number) => new Secret(number)),
    expiryMonth: z.string(),
    expiryYear: z.string(),
    holderName: z.string().nullable(),
    network: z.string().nullable(),
  })
  .partial()
  .transform((changes) => ({ ...sampleCard, cvc: null, ...changes }));
const call = {
  name: z.string(),
  /** The differences from the sample operation. A card that is named has no CVC: what names one pays to a card. */
  operation: z
    .looseObject({
      money: sum,
      authorized: sum,
      charged: sum,
      card: card.nullable().optional(),
      destination: payoutDestinationData.nullable().optional(),
    })
    .default({}),
  /** The results of the preliminaries; by default those of this file. */
  found: z.record(z.string(), z.string()).optional(),
  /** The expected request, its body as JSON. Absent if another exchange of the flow has it already. */
  request: z
    .object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), body: z.unknown() })
    .optional(),
  reply: z.object({ status: z.int(), headers: z.record(z.string(), z.string()).default({}), body: z.unknown() }),
};

const exchange = z.object({ ...call, shows, outcome });

/** A recorded preliminary of the flow. */
const preliminaryExchange = z.object({
  ...call,
  preliminary: z.string(),
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('found'), value: z.string() }),
    z.object({ kind: z.literal('failed'), error: processorError, retry: z.enum(['another_account', 'never']) }),
  ]),
});
export type PreliminaryExchange = z.output<typeof preliminaryExchange>;

/** A file of recorded exchanges of one flow. */
export const recordings = z.object({
  flow: z.enum<readonly FlowName[]>(flowNames),
  before: z.array(preliminaryExchange).default([]),
  exchanges: z.array(exchange),
});
export type Recordings = z.output<typeof recordings>;

/** What webhooks report on: the operations that a sync, a sync of refunds or a sync of payouts finds. */
const reportedFlows = operationNames.filter((name) =>
  ['sync', 'refundSync', 'payoutSync'].includes(declarationOf(name).lookup?.flow ?? ''),
);

/** What a processor says of a dispute, in a webhook or in a list. */
const disputeFact = z.object({
  charge: z.object({ reference: z.string(), operationIds: z.array(z.string()) }),
  dispute: processorDispute,
});

const period = { from: '2026-11-01T00:00:00.000Z', till: '2026-12-01T00:00:00.000Z' };
export const pageQuery = z.object({
  from: z.string().default(period.from),
  till: z.string().default(period.till),
  cursor: z.string().nullable().default(null),
});

/** A file of recorded pages of a list. */
const pagesOf = <Query extends z.ZodType, Item extends z.ZodType>(query: Query, item: Item) =>
  z.object({
    pages: z.array(
      z.object({
        name: z.string(),
        query,
        request: call.request,
        reply: call.reply,
        page: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('page'), items: z.array(item), next: z.string().nullable() }),
          z.object({ kind: z.literal('failed'), error: processorError }),
        ]),
      }),
    ),
  });

export const disputeListRecordings = pagesOf(pageQuery.prefault({}), disputeFact);
/** Of any list. */
export type ListRecordings = z.output<ReturnType<typeof pagesOf<typeof pageQuery, z.ZodUnknown>>>;

export const recordQuery = pageQuery.extend({ kind: recordKind });
export const recordListRecordings = pagesOf(recordQuery, processorRecord);

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
      eventId: z.string().optional(),
      /** In the order in which the connector reads them. */
      facts: z
        .array(
          z.object({
            flow: z.enum(reportedFlows),
            reference: z.string(),
            operationIds: z.array(z.string()),
            /** The differences from the sample sync. */
            operation: z.looseObject({ money: moneyWire.optional() }).default({}),
            outcome,
          }),
        )
        .default([]),
      disputes: z.array(disputeFact).default([]),
      mandates: z.array(z.object({ reference: z.string(), status: z.enum(['active', 'revoked']) })).default([]),
    }),
  ),
});
export type WebhookRecordings = z.output<typeof webhookRecordings>;
