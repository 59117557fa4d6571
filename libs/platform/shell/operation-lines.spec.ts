import type { MessageDefinition, Outgoing } from '@payorch/contracts';
import {
  operationCommands,
  connectorOutcome,
  connectorRefundOutcome,
  connectorSync,
  customerCreate,
  messagesOn,
  paymentCapture,
  paymentDeclare,
  refuse,
  routeNone,
  routeRequest,
  topics,
} from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { OperationLine } from '@payorch/platform/telemetry';
import { begunBy, operationLines } from './operation-lines';
import type { Step } from './step';

const now = new Date('2026-11-01T10:00:05Z');
const ids = { merchantId: 'm_1', paymentId: 'pay_1', attemptId: 'pay_1_1', operationId: 'op_1' };
const account = { connector: 'stripe_test', merchantConnectorId: 'mca_1' };
const about = {
  request_id: 'req_1',
  merchant_id: 'm_1',
  payment_id: 'pay_1',
  attempt_id: 'pay_1_1',
  operation_id: 'op_1',
};
const at = { connector: 'stripe_test', connector_account: 'mca_1' };

const incoming = (message: unknown, data: object): Incoming => ({
  message: message as MessageDefinition,
  data,
  key: 'm_1/pay_1',
  context: { messageId: 'msg_1', correlationId: 'req_1', traceparent: '', occurredAt: now },
  origin: { topic: 'payments.commands', partition: 0, offset: '1' },
});
const sent = (message: unknown, data: object): Outgoing => ({ message: message as MessageDefinition, data });

/** The lines of a step, without fields that have no value. */
const linesOf = (message: unknown, data: object, step: Step<unknown>, before: unknown = { state: 'pending' }) =>
  operationLines({ incoming: incoming(message, data), before, now }, step).map(
    (line) =>
      Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined)) as Partial<OperationLine>,
  );

const outcomeOf = (outcome: object, source = 'call') => ({
  ...ids,
  account,
  flow: 'authorize',
  source,
  outcome,
  sentAt: '2026-11-01T10:00:03.000Z',
});
const error = { code: 'TIMEOUT', message: 'Jane Doe of Example Street did not answer', reason: 'jane@example.com' };
const changed: Step<unknown> = { state: { state: 'charged' } };

describe('the lines of an outcome', () => {
  it.each([
    [
      { kind: 'captured', reference: 'ch_1' },
      { event: 'operation.settled', outcome: 'captured' },
    ],
    [
      { kind: 'declined', error },
      { event: 'operation.settled', outcome: 'declined', code: 'TIMEOUT' },
    ],
    [{ kind: 'accepted' }, { event: 'operation.answered', outcome: 'accepted' }],
    [{ kind: 'challenged' }, { event: 'operation.answered', outcome: 'challenged' }],
    [
      { kind: 'unknown', error },
      { event: 'operation.unknown', outcome: 'unknown', code: 'TIMEOUT' },
    ],
    [
      { kind: 'not_sent', error },
      { event: 'operation.not_sent', outcome: 'not_sent', code: 'TIMEOUT' },
    ],
  ])('%j is one line with the code and no text of the processor', (outcome, expected) => {
    expect(linesOf(connectorOutcome, outcomeOf(outcome), changed)).toEqual([
      { ...about, ...at, operation: 'authorize', source: 'call', ms: 2_000, ...expected },
    ]);
  });

  it('a refund is named by the type of its outcome', () => {
    const { flow: _, ...refunded } = outcomeOf({ kind: 'refunded' });
    expect(linesOf(connectorRefundOutcome, { ...refunded, refundId: 'ref_1' }, changed)).toEqual([
      expect.objectContaining({ event: 'operation.settled', operation: 'refund', refund_id: 'ref_1' }),
    ]);
  });

  it('an outcome that the step does not store is no line', () => {
    expect(linesOf(connectorOutcome, outcomeOf({ kind: 'captured' }), {})).toEqual([]);
  });

  it('a sync that changes only who waits and when the next one is due is no line', () => {
    const before = { attempts: [{ state: 'pending', syncCount: 1, dueAt: now }], pendingReplies: ['a'], version: 4 };
    const after = { attempts: [{ state: 'pending', syncCount: 2, dueAt: null }], pendingReplies: [], version: 5 };
    const again = outcomeOf({ kind: 'accepted' }, 'sync');
    expect(linesOf(connectorOutcome, again, { state: after }, before)).toEqual([]);
    const settled = { ...after, attempts: [{ state: 'charged', syncCount: 0 }] };
    expect(linesOf(connectorOutcome, outcomeOf({ kind: 'captured' }, 'sync'), { state: settled }, before)).toEqual([
      expect.objectContaining({ event: 'operation.settled', source: 'sync' }),
    ]);
  });

  it('no route is an outcome with its reason', () => {
    const { operationId, ...data } = ids;
    expect(linesOf(routeNone, { ...data, operationId, reason: 'no_account', connector: null }, changed)).toEqual([
      { event: 'operation.settled', ...about, operation: 'authorize', outcome: 'no_route', code: 'no_account' },
    ]);
  });
});

describe('the lines of a command', () => {
  const capture = { merchantId: 'm_1', paymentId: 'pay_1' };
  const command = { request_id: 'req_1', merchant_id: 'm_1', payment_id: 'pay_1' };

  it('a refusal is one line with its code, also where it is a reply', () => {
    const refusal = refuse('payment_not_found');
    const line = { event: 'operation.refused', ...command, operation: 'payment.capture', code: 'payment_not_found' };
    const to = { topic: 'gateway.replies.0', correlationId: 'rep_1' };
    expect(linesOf(paymentCapture, capture, { refusal })).toEqual([line]);
    expect(linesOf(paymentCapture, capture, { replies: [{ to, reply: refusal }] })).toEqual([line]);
  });

  it('a refused change of a customer is no operation', () => {
    expect(linesOf(customerCreate, { merchantId: 'm_1' }, { refusal: refuse('customer_not_found') })).toEqual([]);
  });

  it('a state that an operator declares is one line', () => {
    expect(linesOf(paymentDeclare, { ...capture, attemptId: 'pay_1_1' }, changed)).toEqual([
      { event: 'operation.declared', ...command, attempt_id: 'pay_1_1', operation: 'payment.declare' },
    ]);
  });

  it('each operation that the step begins is one line, and a sync is none', () => {
    const operation = { ...ids, account };
    const messages = [
      sent(routeRequest, { operation: ids }),
      sent(operationCommands.capture, operation),
      sent(connectorSync, { ...operation, round: 2 }),
      sent(operationCommands.refund, { ...operation, refundId: 'ref_1' }),
    ];
    expect(linesOf(paymentCapture, capture, { ...changed, messages })).toEqual([
      { event: 'operation.begun', ...about, operation: 'authorize' },
      { event: 'operation.begun', ...about, ...at, operation: 'capture' },
      { event: 'operation.begun', ...about, ...at, operation: 'refund', refund_id: 'ref_1' },
    ]);
  });
});

it('every command to a worker that carries an operation begins it, except syncs', () => {
  const commands = messagesOn(topics.connectorCommands.name);
  const begun = commands.map((message) => {
    const { shape } = message.schema as unknown as { shape: Record<string, unknown> };
    return [message.type, begunBy({ message, data: shape })?.operation] as const;
  });
  expect(Object.fromEntries(begun)).toEqual({
    'connector.authorize': 'authorize',
    'connector.capture': 'capture',
    'connector.void': 'void',
    'connector.increment': 'increment',
    'connector.extend': 'extend',
    'connector.post_capture_void': 'post_capture_void',
    'connector.create_order': 'create_order',
    'connector.pre_authenticate': 'pre_authenticate',
    'connector.authenticate': 'authenticate',
    'connector.refund': 'refund',
    'connector.revoke_mandate': 'revoke_mandate',
    'connector.relay': 'relay',
    'connector.accept_dispute': 'accept_dispute',
    'connector.submit_evidence': 'submit_evidence',
    'connector.payout_eligibility': 'payout_eligibility',
    'connector.payout_recipient': 'payout_recipient',
    'connector.payout_recipient_account': 'payout_recipient_account',
    'connector.payout_create': 'payout_create',
    'connector.payout_fulfill': 'payout_fulfill',
    'connector.payout_cancel': 'payout_cancel',
    'connector.authentication_step': 'authentication',
    'connector.sync': undefined,
    'connector.refund_sync': undefined,
    'connector.mandate_sync': undefined,
    'connector.relay_sync': undefined,
    'connector.payout_sync': undefined,
    'connector.authentication_sync': undefined,
    'connector.redact': undefined,
    'connector.webhook_received': undefined,
    'connector.operations_named': undefined,
  });
});
