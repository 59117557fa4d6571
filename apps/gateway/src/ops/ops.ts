import { Inject, Injectable } from '@nestjs/common';
import type { IncidentShown, Outgoing, Refusal, TraceEvent, WaitingObject, WaitingTotal } from '@payorch/contracts';
import {
  incident,
  incidentsReply,
  isRefusal,
  operationTrace,
  opsPage,
  outgoing,
  paymentListIncidents,
  paymentListWaiting,
  paymentResolveIncident,
  paymentTrace,
  paymentTraceReply,
  payoutListIncidents,
  payoutListWaiting,
  payoutResolveIncident,
  refundListIncidents,
  refundListWaiting,
  refundResolveIncident,
  refundTrace,
  refundTraceReply,
  refuse,
  traceReply,
  waitingReply,
  webhookTrace,
} from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import type { IncidentListQuery, PaymentTraceQuery, ResolveIncidentRequest, StuckListQuery } from '@payorch/rest';
import { z } from 'zod';
import { isPaymentId, OwnerClient } from '../owners';
import { ReconciliationIncidents } from '../reconciliation';
import type { RequestTrace } from '../request';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Younger objects wait for the answer to their first request. */
const usualMinAgeSeconds = 30;
const maxAgeSeconds = 31_536_000;
const usualLimit = 50;

const between = (name: string, value: number, min: number, max: number): Refusal | undefined =>
  value >= min && value <= max
    ? undefined
    : refuse('invalid_request', { message: `${name} should be in between ${min} and ${max}` });

function pageOf({ limit, offset }: { limit?: number | null; offset?: number | null }): Page | Refusal {
  const page = { limit: limit ?? usualLimit, offset: offset ?? 0 };
  const { maxLimit, maxOffset } = opsPage;
  return between('limit', page.limit, 1, maxLimit) ?? between('offset', page.offset, 0, maxOffset) ?? page;
}

const sliceOf = <T>(all: readonly T[], { limit, offset }: Page): T[] => all.slice(offset, offset + limit);
const by =
  <T>(key: (one: T) => string) =>
  (one: T, other: T): number =>
    key(one) < key(other) ? -1 : Number(key(one) > key(other));

/** Whether each service has answered: one that is away hides only its own part. */
type Services = Record<string, 'answered' | 'away'>;

export interface PaymentTraceShown {
  readonly merchant_id: string;
  readonly payment_id: string;
  readonly status: string;
  readonly version: number;
  readonly services: Services;
  readonly events: readonly TraceEvent[];
}

/** What operators read and resolve, gathered from the owners: each reads its own tables. */
@Injectable()
export class Ops {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(ReconciliationIncidents) private readonly own: Pick<ReconciliationIncidents, 'list' | 'resolve'>,
  ) {}

  /** What has no outcome, the oldest first, with totals by connector and reason. */
  async stuck(query: StuckListQuery, trace: RequestTrace): Promise<object | Refusal> {
    const page = pageOf(query);
    if (isRefusal(page)) return page;
    const minAge = query.min_age_seconds ?? usualMinAgeSeconds;
    const refused = between('min_age_seconds', minAge, 0, maxAgeSeconds);
    if (refused) return refused;
    const wanted = { olderThanMs: minAge * 1_000, first: page.offset + page.limit };
    const replies = await this.allOf(
      [paymentListWaiting, refundListWaiting, payoutListWaiting].map((query) => outgoing(query, wanted)),
      waitingReply,
      trace,
    );
    if (isRefusal(replies)) return replies;
    const totals: WaitingTotal[] = replies.flatMap((reply) => reply.totals);
    const data: WaitingObject[] = replies.flatMap((reply) => reply.data).sort(by(({ since }) => since));
    const shown = sliceOf(data, page);
    return {
      totals: totals.sort((one, other) => other.oldest_seconds - one.oldest_seconds),
      count: shown.length,
      limit: page.limit,
      offset: page.offset,
      data: shown,
    };
  }

  /** Incidents, the newest first. */
  async incidents(query: IncidentListQuery, trace: RequestTrace): Promise<object | Refusal> {
    const page = pageOf(query);
    if (isRefusal(page)) return page;
    const wanted = { withResolved: query.all ?? false, first: page.offset + page.limit };
    const [ofOwners, own] = await Promise.all([
      this.allOf(
        [paymentListIncidents, refundListIncidents, payoutListIncidents].map((query) => outgoing(query, wanted)),
        incidentsReply,
        trace,
      ),
      this.own.list(wanted.withResolved, wanted.first),
    ]);
    if (isRefusal(ofOwners)) return ofOwners;
    const replies = [...ofOwners, own];
    const data = replies.flatMap((reply) => reply.data).sort((one, other) => by(openedAt)(other, one));
    const shown = sliceOf(data, page);
    return {
      total_count: replies.reduce((sum, { total }) => sum + total, 0),
      count: shown.length,
      limit: page.limit,
      offset: page.offset,
      data: shown,
    };
  }

  /** Resolves an incident of payments, of refunds, of payouts or of reconciliations. A repetition is answered like the first. */
  async resolve(
    incidentId: string,
    { resolved_by: resolvedBy, reason }: ResolveIncidentRequest,
    trace: RequestTrace,
  ): Promise<IncidentShown | Refusal> {
    if (!z.uuid().safeParse(incidentId).success) return refuse('incident_not_found');
    const resolution = { incidentId, resolvedBy, reason };
    for (const command of [paymentResolveIncident, refundResolveIncident, payoutResolveIncident]) {
      const reply = await this.reply(outgoing(command, resolution), incident, trace);
      if (!isRefusal(reply) || reply.code !== 'incident_not_found') return reply;
    }
    return this.own.resolve(resolution, trace);
  }

  /** The whole way of one payment, ordered by time. */
  async trace(
    paymentId: string,
    { merchant_id: merchantId }: PaymentTraceQuery,
    trace: RequestTrace,
  ): Promise<PaymentTraceShown | Refusal> {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const ids = { merchantId: (merchantId ?? null) as MerchantId | null, paymentId: paymentId as PaymentId };
    const payment = await this.reply(outgoing(paymentTrace, ids), paymentTraceReply, trace);
    if (isRefusal(payment)) return payment;
    const { merchant_id: owner, operation_ids: operationIds } = payment;
    const known = { merchantId: owner, paymentId: payment.payment_id };
    const refunds = await this.reply(outgoing(refundTrace, known), refundTraceReply, trace);
    const ofRefunds = isRefusal(refunds) ? { refund_ids: [], operation_ids: [], events: [] } : refunds;
    const [operations, webhooks] = await Promise.all([
      this.reply(
        outgoing(operationTrace, { merchantId: owner, operationIds: [...operationIds, ...ofRefunds.operation_ids] }),
        traceReply,
        trace,
      ),
      this.reply(
        outgoing(webhookTrace, { merchantId: owner, objectIds: [payment.payment_id, ...ofRefunds.refund_ids] }),
        traceReply,
        trace,
      ),
    ]);
    const stateOf = (reply: object | Refusal): Services[string] => (isRefusal(reply) ? 'away' : 'answered');
    const eventsOf = (reply: { events: TraceEvent[] } | Refusal): TraceEvent[] =>
      isRefusal(reply) ? [] : reply.events;
    return {
      merchant_id: owner,
      payment_id: payment.payment_id,
      status: payment.status,
      version: payment.version,
      services: {
        payments: 'answered',
        refunds: stateOf(refunds),
        'connector-worker': stateOf(operations),
        webhooks: stateOf(webhooks),
      },
      events: [payment, refunds, operations, webhooks].flatMap(eventsOf).sort(by(({ at }) => at)),
    };
  }

  /** All replies, or the first refusal: a list without one owner's part would look complete. */
  private async allOf<T>(
    queries: readonly Outgoing[],
    form: z.ZodType<T>,
    trace: RequestTrace,
  ): Promise<T[] | Refusal> {
    const replies = await Promise.all(queries.map((query) => this.reply(query, form, trace)));
    return replies.find((reply) => isRefusal(reply)) ?? (replies as T[]);
  }

  private async reply<T>(message: Outgoing, form: z.ZodType<T>, trace: RequestTrace): Promise<T | Refusal> {
    const reply = await this.owner.query(message, { trace, timeout: 'noProcessorCallMs' });
    return Buffer.isBuffer(reply) ? form.parse(JSON.parse(reply.toString())) : reply;
  }
}

const openedAt = ({ opened_at }: IncidentShown): string => opened_at;
