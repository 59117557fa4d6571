import { z } from 'zod';
import { defineMessage } from './messages/define-message';
import { merchantId, operationId, paymentId, refundId, timestamp } from '@payorch/values';
import { topics } from './messages/topics';

/**
 * What an object without an outcome waits for. processor: its answer, which the next sync requests. customer: the customer's
 * action. operator: a person. worker: no worker is known to have begun the operation. schedule: the time at which it is sent.
 * service: the reservation of another service of ours.
 */
export const waitsFor = z.enum(['processor', 'customer', 'operator', 'worker', 'schedule', 'service']);
export type WaitsFor = z.infer<typeof waitsFor>;

/** A payment, a refund, a relay, a payout or an answer to a dispute without an outcome, in the form of the interface. */
export const waitingObject = z.object({
  object: z.enum(['payment', 'refund', 'relay', 'payout', 'dispute']),
  id: z.string(),
  merchant_id: z.string(),
  /** Null: a relay has no payment. */
  payment_id: z.string().nullable(),
  attempt_id: z.string().nullable(),
  /** The operation whose outcome is awaited. */
  operation: z.string(),
  /** The internal state (docs/machines.md). */
  state: z.string(),
  /** Null until routing's choice is known. */
  connector: z.string().nullable(),
  merchant_connector_id: z.string().nullable(),
  waits_for: waitsFor,
  /** Since when it is in this state. */
  since: timestamp,
  age_seconds: z.int(),
  /** When the owner acts next: a sync, or the refund's sending. Null: the next sweep schedules it. */
  next_at: timestamp.nullable(),
  /** The kinds of its open incidents. */
  incidents: z.array(z.string()),
});
export type WaitingObject = z.infer<typeof waitingObject>;

/** How many objects of one connector wait for the same. */
export const waitingTotal = z.object({
  object: waitingObject.shape.object,
  connector: z.string().nullable(),
  waits_for: waitsFor,
  count: z.int(),
  oldest_seconds: z.int(),
});
export type WaitingTotal = z.infer<typeof waitingTotal>;

export const waitingReply = z.object({ totals: z.array(waitingTotal), data: z.array(waitingObject) });

/** An incident in the form of the interface. */
export const incident = z.object({
  incident_id: z.string(),
  object: waitingObject.shape.object,
  /** The id of the refund, the relay or the dispute; of a payment, the id of the attempt. */
  object_id: z.string(),
  merchant_id: z.string(),
  payment_id: z.string().nullable(),
  kind: z.string(),
  connector: z.string().nullable(),
  merchant_connector_id: z.string().nullable(),
  /** The present internal state of the attempt, the refund or the relay; of a dispute, its status. */
  state: z.string().nullable(),
  /** The route by which an operator ends what is still open; null: nothing is. The resolution of an incident changes no payment. */
  still_needs: z.string().nullable(),
  /** Of a reconciliation: both sides as they were last found. */
  details: z.record(z.string(), z.unknown()).optional(),
  opened_at: timestamp,
  resolved_at: timestamp.nullable(),
  history: z.array(
    z.object({
      at: timestamp,
      event: z.enum(['opened', 'manual_update', 'resolved']),
      by: z.string().nullable(),
      reason: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      request_id: z.string().nullable(),
    }),
  ),
});
export type IncidentShown = z.infer<typeof incident>;

export const incidentsReply = z.object({ total: z.int(), data: z.array(incident) });

/** One event of a payment. `details` has ids, states, amounts and codes, and never a text that a person or a processor wrote. */
export const traceEvent = z.object({
  at: timestamp,
  service: z.string(),
  event: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type TraceEvent = z.infer<typeof traceEvent>;

export const traceReply = z.object({ events: z.array(traceEvent) });

/** Reply to `payment.trace`: the ids by which the other services know what belongs to the payment. */
export const paymentTraceReply = traceReply.extend({
  merchant_id: merchantId,
  payment_id: paymentId,
  status: z.string(),
  version: z.int(),
  operation_ids: z.array(operationId),
});

/** Reply to `refund.trace`. */
export const refundTraceReply = traceReply.extend({
  refund_ids: z.array(refundId),
  operation_ids: z.array(operationId),
});

/** The largest page, and how far a list of an operator goes. */
export const opsPage = { maxLimit: 100, maxOffset: 5_000 } as const;

/** The first objects; the gateway merges those of several owners into pages. */
const first = z
  .int()
  .min(1)
  .max(opsPage.maxLimit + opsPage.maxOffset);

const onPayments = { topic: topics.paymentsOps.name, version: 1, key: () => null } as const;
const onPayouts = { topic: topics.payoutsOps.name, version: 1, key: () => null } as const;
const onRefunds = { topic: topics.refundsOps.name, version: 1, key: () => null } as const;

const waitingQuery = z.object({ olderThanMs: z.int().min(0), first });
const incidentsQuery = z.object({ withResolved: z.boolean(), first });
const resolution = z.object({
  incidentId: z.uuid(),
  /** The person, as the operator names it. */
  resolvedBy: z.string().min(1).max(64),
  reason: z.string().min(1).max(500),
});
export type Resolution = z.infer<typeof resolution>;

/** Lists payments and relays without an outcome, the oldest first, with totals. Reply: `waitingReply`. */
export const paymentListWaiting = defineMessage({
  ...onPayments,
  type: 'payment.list_waiting',
  kind: 'query',
  data: waitingQuery,
});

/** The same for refunds. */
export const refundListWaiting = defineMessage({
  ...onRefunds,
  type: 'refund.list_waiting',
  kind: 'query',
  data: waitingQuery,
});

/** Lists incidents of payments and relays, the newest first. Reply: `incidentsReply`. */
export const paymentListIncidents = defineMessage({
  ...onPayments,
  type: 'payment.list_incidents',
  kind: 'query',
  data: incidentsQuery,
});

/** The same for refunds. */
export const refundListIncidents = defineMessage({
  ...onRefunds,
  type: 'refund.list_incidents',
  kind: 'query',
  data: incidentsQuery,
});

/** Resolves an incident of a payment or a relay; a repetition changes nothing. Changes no payment. Reply: `incident`. */
export const paymentResolveIncident = defineMessage({
  ...onPayments,
  type: 'payment.resolve_incident',
  kind: 'command',
  data: resolution,
});

/** The same for refunds. */
export const refundResolveIncident = defineMessage({
  ...onRefunds,
  type: 'refund.resolve_incident',
  kind: 'command',
  data: resolution,
});

/** Lists payouts without an outcome, the oldest first, with totals. Reply: `waitingReply`. */
export const payoutListWaiting = defineMessage({
  ...onPayouts,
  type: 'payout.list_waiting',
  kind: 'query',
  data: waitingQuery,
});

/** Lists incidents of payouts, the newest first. Reply: `incidentsReply`. */
export const payoutListIncidents = defineMessage({
  ...onPayouts,
  type: 'payout.list_incidents',
  kind: 'query',
  data: incidentsQuery,
});

/** Resolves an incident of a payout; a repetition changes nothing. Changes no payout. Reply: `incident`. */
export const payoutResolveIncident = defineMessage({
  ...onPayouts,
  type: 'payout.resolve_incident',
  kind: 'command',
  data: resolution,
});

/** Asks for what the owner knows of a payment's course. Reply: `paymentTraceReply`. */
export const paymentTrace = defineMessage({
  ...onPayments,
  type: 'payment.trace',
  kind: 'query',
  data: z.object({
    /** Null: the payment is of the only merchant that has this id. */
    merchantId: merchantId.nullable(),
    paymentId,
  }),
});

/** Asks for the refunds of a payment. Reply: `refundTraceReply`. */
export const refundTrace = defineMessage({
  ...onRefunds,
  type: 'refund.trace',
  kind: 'query',
  data: z.object({ merchantId, paymentId }),
});

/** Asks for these operations in the workers' ledger. Reply: `traceReply`. */
export const operationTrace = defineMessage({
  topic: topics.connectorOps.name,
  version: 1,
  key: () => null,
  type: 'operation.trace',
  kind: 'query',
  data: z.object({ merchantId, operationIds: z.array(operationId) }),
});

/** Asks for the merchant's webhooks about these objects, and for their deliveries. Reply: `traceReply`. */
export const webhookTrace = defineMessage({
  topic: topics.webhooksOps.name,
  version: 1,
  key: () => null,
  type: 'webhook.trace',
  kind: 'query',
  data: z.object({ merchantId, objectIds: z.array(z.string()) }),
});
