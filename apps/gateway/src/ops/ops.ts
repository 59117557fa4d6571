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
  webhookListIncidents,
  webhookResolveIncident,
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
/** Every service with objects that wait for an outcome. */
const waitingLists = { payments: paymentListWaiting, refunds: refundListWaiting, payouts: payoutListWaiting };
/** Every service with incidents: lists them, and resolves one of its own. */
const incidentLists = {
  payments: paymentListIncidents,
  refunds: refundListIncidents,
  payouts: payoutListIncidents,
  webhooks: webhookListIncidents,
};
const resolutions = [paymentResolveIncident, refundResolveIncident, payoutResolveIncident, webhookResolveIncident];
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
const stateOf = (reply: object | Refusal): Services[string] => (isRefusal(reply) ? 'away' : 'answered');
const isNotFound = (reply: object | Refusal): boolean => isRefusal(reply) && reply.code === 'incident_not_found';

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
    const answered = await this.ofOwners(waitingLists, (list) => outgoing(list, wanted), waitingReply, trace);
    if (isRefusal(answered)) return answered;
    const { services, replies } = answered;
    const totals: WaitingTotal[] = replies.flatMap((reply) => reply.totals);
    const data: WaitingObject[] = replies.flatMap((reply) => reply.data).sort(by(({ since }) => since));
    const shown = sliceOf(data, page);
    return {
      services,
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
      this.ofOwners(incidentLists, (list) => outgoing(list, wanted), incidentsReply, trace),
      this.own.list(wanted.withResolved, wanted.first),
    ]);
    if (isRefusal(ofOwners)) return ofOwners;
    const replies = [...ofOwners.replies, own];
    const data = replies.flatMap((reply) => reply.data).sort((one, other) => by(openedAt)(other, one));
    const shown = sliceOf(data, page);
    return {
      services: { gateway: 'answered', ...ofOwners.services },
      total_count: replies.reduce((sum, { total }) => sum + total, 0),
      count: shown.length,
      limit: page.limit,
      offset: page.offset,
      data: shown,
    };
  }

  /** Resolves an incident, whichever service owns it. A repetition is answered like the first. */
  async resolve(
    incidentId: string,
    { resolved_by: resolvedBy, reason }: ResolveIncidentRequest,
    trace: RequestTrace,
  ): Promise<IncidentShown | Refusal> {
    if (!z.uuid().safeParse(incidentId).success) return refuse('incident_not_found');
    const resolution = { incidentId, resolvedBy, reason };
    const own = await this.own.resolve(resolution, trace);
    if (!isNotFound(own)) return own;
    let away: Refusal | undefined;
    for (const resolve of resolutions) {
      const reply = await this.reply(outgoing(resolve, resolution), incident, trace);
      if (!isRefusal(reply)) return reply;
      // It may be the incident of a service that is away: only the others are known not to have it.
      if (!isNotFound(reply)) away ??= reply;
    }
    return away ?? own;
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

  /** The replies of the services that answer, and which those are; a refusal if none does. */
  private async ofOwners<Query, T>(
    lists: Readonly<Record<string, Query>>,
    messageOf: (list: Query) => Outgoing,
    form: z.ZodType<T>,
    trace: RequestTrace,
  ): Promise<{ readonly services: Services; readonly replies: readonly T[] } | Refusal> {
    const names = Object.keys(lists);
    const all = await Promise.all(names.map((name) => this.reply(messageOf(lists[name]!), form, trace)));
    const replies = all.flatMap((reply) => (isRefusal(reply) ? [] : [reply]));
    const [refusal] = all.filter((reply) => isRefusal(reply));
    if (replies.length === 0 && refusal) return refusal;
    return { services: Object.fromEntries(names.map((name, place) => [name, stateOf(all[place]!)])), replies };
  }

  private async reply<T>(message: Outgoing, form: z.ZodType<T>, trace: RequestTrace): Promise<T | Refusal> {
    const reply = await this.owner.query(message, { trace, timeout: 'noProcessorCallMs' });
    return Buffer.isBuffer(reply) ? form.parse(JSON.parse(reply.toString())) : reply;
  }
}

const openedAt = ({ opened_at }: IncidentShown): string => opened_at;
