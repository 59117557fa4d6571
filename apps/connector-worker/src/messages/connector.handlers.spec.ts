import { openedText } from '@payorch/harness';
import type { MessageDefinition } from '@payorch/contracts';
import {
  operationCommands,
  connectorAuthorize,
  connectorDisputeRead,
  connectorDisputesFetch,
  connectorRecordsFetch,
  connectorOperationsNamed,
  connectorRefundSync,
  connectorWebhookReceived,
} from '@payorch/contracts';
import type { EncodedMessage, KeyedDelivery } from '@payorch/platform/kafka';
import { decodeReply } from '@payorch/platform/kafka';
import { errorOf } from '@payorch/connector-kit';
import type { OperationLine } from '@payorch/platform/telemetry';
import { operationFields } from '@payorch/platform/telemetry';
import { refundSyncOf, Shop, shopSeals } from '../../test/builders';
import type { OperationTurn } from '../admission/operation-turns';
import type { Operation } from '../domain/operation';
import {
  aDecision,
  aDisputeReport,
  anUnmatchedDispute,
  aRefund,
  anOperation,
  captured,
  refunded,
} from '../../test/operations';
import { ConnectorHandlers } from './connector.handlers';
import type { DisputeReport, Report } from '../operations/outcome-message';
import type { UnmatchedDispute } from '../persistence/unmatched-dispute.repository';

const shop = new Shop();
const now = new Date('2026-11-01T10:00:00Z');
const disputed = aDisputeReport({});
const waiting = anUnmatchedDispute({});
const report: Report = {
  operation: anOperation({ state: 'answered', outcome: captured }),
  outcome: captured,
  source: 'call',
  messageId: 'op_1:call',
};

const deliveryOf = (message: unknown, isExpired = false): KeyedDelivery<OperationTurn> => ({
  incoming: {
    message: message as MessageDefinition,
    data: { merchantId: shop.merchantId },
    key: 'key',
    context: {
      messageId: 'message_1',
      correlationId: 'correlation',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      occurredAt: now,
      accountVersion: 3,
      replyTo: { topic: 'gateway.replies.0', correlationId: 'wait_1' },
    },
    origin: { topic: 'connector.commands.shared', partition: 0, offset: '0' },
  },
  isExpired,
  turn: undefined,
});

const webhook = {
  webhookId: 'wh_1',
  merchantId: shop.merchantId,
  account: shop.account,
  receivedAt: now.toISOString(),
  headers: {},
  query: {},
  bodyBase64: '',
};

function handlersThat({
  fails = false,
  eventId = null as string | null,
  result = report,
  named = [] as Operation[],
  said = [] as DisputeReport[],
  waited = [] as UnmatchedDispute[],
} = {}) {
  const happened: string[] = [];
  const sent: EncodedMessage[] = [];
  const lines: OperationLine[] = [];
  const run = jest.fn(async () => result);
  const handlers = new ConnectorHandlers({
    runner: {
      run,
      forbid: async () => ({ ...report, messageId: 'op_1:forbidden' }),
      refuse: async (_command, reason) => ({ ...report, messageId: `op_1:${reason}` }),
    },
    sync: { run, postpone: async (_command, syncInMs) => ({ ...report, messageId: `op_1:postponed by ${syncInMs}` }) },
    webhooks: {
      receive: async () => ({
        verdict: 'verified',
        reports: [report],
        mandates: [],
        disputes: { reports: said, waited },
        eventId,
      }),
    },
    rows: {
      saveEvent: async (_merchant, _account, { eventId }) => void happened.push(`saved ${eventId}`),
      about: async () => named,
      redact: async (_merchant, paymentId) => void happened.push(`redacted ${paymentId}`),
    },
    disputes: { read: async () => disputed, postpone: () => ({ ...disputed, messageId: 'dp_1:postponed' }) },
    fetcher: {
      run: async () => ({ reply: { kind: 'fetched', disputes: [] }, reports: [disputed], waited: [waiting] }),
    },
    records: { run: async (_query, leftMs) => ({ kind: 'failed', code: 'NO_LIST', message: `${leftMs} ms left` }) },
    charges: { remove: async (gone) => void (gone.length > 0 && happened.push(`removed ${gone.length}`)) },
    accounts: { idsOf: (_merchant, { merchantConnectorId }) => [merchantConnectorId] },
    producer: {
      send: async (messages) => {
        if (fails) throw new Error('the broker is away');
        sent.push(...messages);
        happened.push('sent');
      },
    },
    seals: shopSeals,
    clock: { now: () => now },
    logger: { operation: (line) => void lines.push(line) },
  });
  return { handlers, sent, happened, run, lines };
}

const withoutEvent = ({ event: _, ...fields }: Partial<OperationLine>) => fields;

describe('the handlers', () => {
  it('the handlers publish the outcome with its own message id, in the trace of its cause', async () => {
    const { handlers, sent, run } = handlersThat();
    await handlers.operation(shop.authorize(), deliveryOf(connectorAuthorize));
    expect(run).toHaveBeenCalledWith(expect.objectContaining({ flow: 'authorize' }), 3);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      topic: 'connector.results.payments',
      key: 'merchant_1/pay_1',
      headers: { ce_id: 'op_1:call', correlationid: 'correlation', accountversion: '3' },
    });
    expect(JSON.parse(openedText(shopSeals, sent[0]!))).toMatchObject({
      source: 'call',
      outcome: { kind: 'captured', money: { amount: 6540, currency: 'USD' } },
      sentAt: '2026-11-01T10:00:00.000Z',
      fallbacks: [],
    });
  });

  const unknown = { kind: 'unknown', reference: null, error: errorOf('TIMEOUT', 'Jane Doe timed out') } as const;
  const refused = { kind: 'not_sent', error: errorOf('BREAKER_OPEN', 'Paused'), retry: 'never' } as const;
  const line = {
    request_id: 'correlation',
    merchant_id: 'merchant_1',
    payment_id: 'pay_1',
    attempt_id: 'pay_1_1',
    operation_id: 'op_1',
    operation: 'authorize',
    connector: 'stripe_test',
    connector_account: 'mca_1',
  };

  it.each<[string, Partial<Report>, Partial<OperationLine>]>([
    ['an answer', {}, { event: 'operation.answered', source: 'call', outcome: 'captured' }],
    [
      'an unknown outcome with its cause',
      { outcome: unknown },
      { event: 'operation.unknown', source: 'call', outcome: 'unknown', code: 'TIMEOUT' },
    ],
    [
      'an operation that is not sent with its cause',
      { outcome: refused },
      { event: 'operation.not_sent', source: 'call', outcome: 'not_sent', code: 'BREAKER_OPEN' },
    ],
    [
      'the sync of a processor that does not answer',
      { outcome: unknown, source: 'sync', unanswered: { called: true, syncInMs: 1 } },
      { event: 'operation.unknown', source: 'sync', outcome: 'unknown', code: 'TIMEOUT' },
    ],
  ])('the handlers log %s by one line, without a text of the processor', async (_, given, fields) => {
    const { handlers, lines } = handlersThat({ result: { ...report, ...given } });
    await handlers.operation(shop.authorize(), deliveryOf(connectorAuthorize));
    expect(lines.map(operationFields)).toEqual([{ ...line, ...withoutEvent(fields), ms: expect.any(Number) }]);
    expect(lines.map(({ event }) => event)).toEqual([fields.event]);
  });

  it.each<[string, Partial<Report>]>([
    ['an outcome that a redelivery repeats', { isRepeated: true }],
    ['a sync that did not call', { outcome: unknown, unanswered: { called: false, syncInMs: 1 } }],
  ])('the handlers log nothing of %s', async (_, given) => {
    const { handlers, lines, sent } = handlersThat({ result: { ...report, ...given } });
    await handlers.operation(shop.authorize(), deliveryOf(connectorAuthorize));
    expect([sent.length, lines]).toEqual([1, []]);
  });

  it('the handlers log nothing of an outcome that is not published', async () => {
    const { handlers, lines } = handlersThat({ fails: true });
    await expect(handlers.operation(shop.authorize(), deliveryOf(connectorAuthorize))).rejects.toThrow('away');
    expect(lines).toEqual([]);
  });

  it('the log line of a refund names the refund', async () => {
    const { handlers, lines } = handlersThat({ result: { ...report, operation: aRefund({ state: 'answered' }) } });
    await handlers.operation(shop.refund(), deliveryOf(operationCommands.refund));
    expect(lines).toEqual([expect.objectContaining({ operation: 'refund', refund_id: 'ref_1', payment_id: 'pay_1' })]);
  });

  it('the first outcome of an authorization returns the decision of routing', async () => {
    const { handlers, sent } = handlersThat({
      result: { ...report, operation: anOperation({ state: 'answered', decision: aDecision }) },
    });
    await handlers.operation(shop.authorize({ decision: aDecision }), deliveryOf(connectorAuthorize));
    expect(JSON.parse(openedText(shopSeals, sent[0]!))).toMatchObject({ fallbacks: [], decision: aDecision });
  });

  it('an authorization without a decision returns none', async () => {
    const { handlers, sent } = handlersThat();
    await handlers.operation(shop.authorize(), deliveryOf(connectorAuthorize));
    expect(JSON.parse(openedText(shopSeals, sent[0]!))).not.toHaveProperty('decision');
  });

  it.each([
    [
      'its call',
      (handlers: ConnectorHandlers) => handlers.operation(shop.refund(), deliveryOf(operationCommands.refund)),
    ],
    [
      'a sync',
      (handlers: ConnectorHandlers) => handlers.sync(refundSyncOf(shop.refund()), deliveryOf(connectorRefundSync)),
    ],
  ])('the handlers publish the outcome of a refund to the refunds service, after %s', async (_, handle) => {
    const operation = aRefund({ state: 'answered', outcome: refunded });
    const { handlers, sent } = handlersThat({ result: { ...report, operation, outcome: refunded } });
    await handle(handlers);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ topic: 'connector.results.refunds', key: 'merchant_1/pay_1' });
    expect(JSON.parse(openedText(shopSeals, sent[0]!))).toEqual({
      operationId: 'op_1',
      merchantId: 'merchant_1',
      profileId: 'pro_1',
      paymentId: 'pay_1',
      attemptId: 'pay_1_1',
      account: operation.account,
      refundId: 'ref_1',
      source: 'call',
      outcome: { kind: 'refunded', reference: 're_1', money: { amount: 2540, currency: 'USD' } },
      sentAt: '2026-11-01T10:00:00.000Z',
    });
  });

  it('an expired refund command is forbidden, and an expired refund sync is still run', async () => {
    const { handlers, sent, run } = handlersThat();
    await handlers.operation(shop.refund(), deliveryOf(operationCommands.refund, true));
    expect(run).not.toHaveBeenCalled();
    expect(sent[0]?.headers['ce_id']).toBe('op_1:forbidden');
    await handlers.sync(refundSyncOf(shop.refund()), deliveryOf(connectorRefundSync, true));
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('an expired call is forbidden and not run', async () => {
    const { handlers, sent, run } = handlersThat();
    await handlers.operation(shop.authorize(), deliveryOf(connectorAuthorize, true));
    expect(run).not.toHaveBeenCalled();
    expect(sent[0]?.headers['ce_id']).toBe('op_1:forbidden');
  });

  it('a webhook is answered with its verdict, and its event is saved after the outcomes are published', async () => {
    const { handlers, sent, happened } = handlersThat({ eventId: 'evt_1' });
    await handlers.webhookReceived(webhook, deliveryOf(connectorWebhookReceived));
    expect(happened).toEqual(['sent', 'saved evt_1']);
    const reply = decodeReply({ headers: sent[1]!.headers, value: sent[1]!.value }, shopSeals);
    expect(reply).toMatchObject({ correlationId: 'wait_1', reply: { kind: 'response' } });
    expect(JSON.parse(openedText(shopSeals, sent[1]!))).toEqual({
      verdict: 'verified',
      finding: {
        kind: 'event',
        event_id: 'evt_1',
        event_type: null,
        duplicate_of: null,
        changed: [{ type: 'payment', id: 'pay_1', operation_id: 'op_1', outcome: 'captured' }],
      },
    });
  });

  it('an event whose outcomes were not published is not saved', async () => {
    const { handlers, happened } = handlersThat({ fails: true, eventId: 'evt_1' });
    await expect(handlers.webhookReceived(webhook, deliveryOf(connectorWebhookReceived))).rejects.toThrow(
      'the broker is away',
    );
    expect(happened).toEqual([]);
  });

  it('a notice of a dispute is published before its waiting notices are removed and its event is saved', async () => {
    const { handlers, sent, happened } = handlersThat({ eventId: 'evt_1', said: [disputed], waited: [waiting] });
    await handlers.webhookReceived(webhook, deliveryOf(connectorWebhookReceived));
    expect(happened).toEqual(['sent', 'removed 1', 'saved evt_1']);
    expect(sent[1]).toMatchObject({
      topic: 'connector.results.payments',
      key: `merchant_1/disputes/${disputed.data.disputeId}`,
      headers: { ce_id: 'webhook:mca_1:evt_1:dispute:dispute_1', ce_type: 'connector.dispute_reported' },
    });
    expect(JSON.parse(openedText(shopSeals, sent[1]!))).toMatchObject({
      paymentId: 'pay_1',
      source: 'webhook',
      dispute: { status: 'dispute_opened', money: { amount: 6540, currency: 'USD' } },
    });
  });

  it('a dispute is read in its turn; without a turn the report says that the processor was not asked', async () => {
    const { handlers, sent } = handlersThat();
    const { dispute: _dispute, source: _source, ...named } = disputed.data;
    const command = { ...named, reference: 'dispute_1', round: 1 };
    const delivery = deliveryOf(connectorDisputeRead);
    await handlers.readDispute(command, delivery);
    const end = () => undefined;
    await handlers.readDispute(command, { ...delivery, turn: { kind: 'postpone', syncInMs: 5, end } });
    expect(sent.map(({ headers }) => headers['ce_id'])).toEqual([disputed.messageId, 'dp_1:postponed']);
  });

  it('fetched disputes are published with the reply, and nothing is fetched past the deadline', async () => {
    const { handlers, sent, happened } = handlersThat();
    const { merchantId, account } = shop;
    const period = { from: '2026-11-01T00:00:00.000Z', till: '2026-12-01T00:00:00.000Z' };
    const { incoming, ...delivery } = deliveryOf(connectorDisputesFetch);
    const by = (deadline: Date) => ({
      ...delivery,
      incoming: { ...incoming, context: { ...incoming.context, deadline } },
    });
    await handlers.fetchDisputes({ merchantId, account, ...period }, by(now));
    expect(sent).toEqual([]);
    await handlers.fetchDisputes({ merchantId, account, ...period }, by(new Date(now.getTime() + 1_000)));
    expect(happened).toEqual(['sent', 'removed 1']);
    expect(sent.map(({ topic }) => topic)).toEqual(['connector.results.payments', 'gateway.replies.0']);
    expect(JSON.parse(openedText(shopSeals, sent[1]!))).toEqual({ kind: 'fetched', disputes: [] });
  });

  it('a page of records is answered within the time of its caller, and not fetched past it', async () => {
    const { handlers, sent } = handlersThat();
    const { merchantId, account } = shop;
    const period = { from: '2026-11-01T00:00:00.000Z', till: '2026-12-01T00:00:00.000Z' };
    const query = { merchantId, account, kind: 'payment', ...period, cursor: null } as const;
    const { incoming, ...delivery } = deliveryOf(connectorRecordsFetch);
    const by = (leftMs: number) => ({
      ...delivery,
      incoming: { ...incoming, context: { ...incoming.context, deadline: new Date(now.getTime() + leftMs) } },
    });
    await handlers.fetchRecords(query, by(0));
    expect(sent).toEqual([]);
    await handlers.fetchRecords(query, by(1_000));
    expect(sent.map(({ topic }) => topic)).toEqual(['gateway.replies.0']);
    expect(JSON.parse(openedText(shopSeals, sent[0]!))).toMatchObject({ kind: 'failed', message: '1000 ms left' });
  });

  it('a named query is answered with its payments and refunds, each once', async () => {
    const named = [anOperation({}), anOperation({}), aRefund({})];
    const { handlers, sent } = handlersThat({ named });
    const query = { reference: 'ch_1', operationIds: ['op_1'] };
    const { merchantId, account } = shop;
    await handlers.operationsNamed({ merchantId, account, named: [query] }, deliveryOf(connectorOperationsNamed));
    expect(JSON.parse(openedText(shopSeals, sent[0]!))).toEqual({
      payments: ['pay_1'],
      refunds: [{ refundId: 'ref_1', paymentId: 'pay_1' }],
    });
  });
});

it('a redaction erases the stored responses of its payment, and publishes nothing', async () => {
  const { handlers, happened } = handlersThat();
  const { paymentId } = shop.authorize();
  await handlers.redact({ merchantId: shop.merchantId, paymentId, account: shop.account });
  expect(happened).toEqual([`redacted ${paymentId}`]);
});
