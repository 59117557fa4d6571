import type { DataOf, MessageDefinition } from '@payorch/contracts';
import { nameOf, paymentSync, refundsPublishSnapshots } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import { jobIdOf } from '@payorch/platform/jobs';
import { aPayment, aProfile, merchantId, now, paymentId, rules, seals } from '../../../test/builders';
import type { Step } from '@payorch/platform/shell';
import type { Payment } from '../domain/payment';
import { replyDue, replyJobOf } from '../persistence/jobs';
import { PaymentDecisions, type PaymentStepContext } from './payment-decisions';
import { PaymentsHandlers } from './payments.handlers';

const settings = {
  account: () => undefined,
  accountsOfProfile: () => [],
  routing: () => undefined,
  rules: () => undefined,
  profile: () => aProfile,
  merchant: () => undefined,
  global: { gsmRule: () => undefined, config: () => undefined },
};
const decisions = new PaymentDecisions({ settings, rules, seals });
const handlers = new PaymentsHandlers(decisions) as unknown as Readonly<
  Record<string, (data: unknown, context: PaymentStepContext) => Step<Payment>>
>;
const replyTo = { topic: 'gateway.replies.1', correlationId: 'r1' };
const data: DataOf<typeof paymentSync> = {
  merchantId,
  paymentId,
  caller: { kind: 'merchant' },
  expandAttempts: true,
  expandCaptures: false,
};
const shown = { caller: 'merchant', expandAttempts: true, expandCaptures: false };
const incoming: Incoming = {
  message: paymentSync as MessageDefinition,
  data,
  key: `${merchantId}/${paymentId}`,
  context: { messageId: 'msg_1', correlationId: 'c', traceparent: 't', occurredAt: now, replyTo },
  origin: { topic: 'payments.commands', partition: 0, offset: '0' },
};
const shared = { customers: new Map(), incidents: [], stored: { paymentMethods: new Map(), mandates: new Map() } };
const contextOf = (state: Payment) => ({ state, now, incoming, shared }) as unknown as PaymentStepContext;

describe('a forced sync of a charge', () => {
  const payment = { ...aPayment.charged(), version: 3 };

  it('forwards the caller’s view, changes nothing, and times out', () => {
    const step = handlers[nameOf(paymentSync)]!(data, contextOf(payment));
    expect(step).toMatchObject({
      messages: [],
      forwards: [{ message: refundsPublishSnapshots, data: { merchantId, paymentId, shown } }],
      replies: [],
    });
    expect(step.state).toBeUndefined();
    const [job] = step.jobs!;
    expect([step.jobs!.length, job!.delayMs]).toEqual([1, rules.refundsTimeoutMs]);
    expect(jobIdOf(job!.job.type, job!.job.nameOf(job!.data))).toBe(replyJobOf({ merchantId, paymentId }, 'r1'));
    const due = replyDue.schema.parse(JSON.parse(JSON.stringify(job!.data)));
    const [reply, ...others] = handlers[nameOf(replyDue)]!(due, contextOf(payment)).replies!;
    expect([reply!.to, others]).toEqual([replyTo, []]);
    expect(reply!.reply).toMatchObject({ kind: 'response' });
  });

  it('is forwarded again after a redelivery', () =>
    expect(decisions.replyToRedelivery(payment, incoming)).toEqual({
      kind: 'forward',
      outgoing: { message: refundsPublishSnapshots, data: { merchantId, paymentId, shown } },
    }));

  it('without a charge is answered with the stored payment after a redelivery', () =>
    expect(decisions.replyToRedelivery({ ...aPayment.declined(), version: 2 }, incoming)).toMatchObject({
      kind: 'response',
    }));
});
