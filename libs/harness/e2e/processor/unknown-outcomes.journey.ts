import { aMerchant, cards, eventually, ok, type Json, type TestMerchant } from '@payorch/harness';
import { eventAbout, paymentAtProcessor, signed, postWebhook, webhookPath } from '../support/processor-webhook';
import { callTimeoutMs, expectLedgerAgreement } from '../support/quick-system';
import { incidentsOf, operationsOf } from '../support/rows';
import { bodyAt, connectors, followPayment, overConnectors, type PaymentHistory } from '../support/payment-scenarios';
import { effectLabelsOf, requestsFor, retrievePayment, sentTwice } from '../support/ledger-check';
import { system } from './unknown-system';

const webhookSecret = 'whsec_of_this_merchant';

/** Payments that differ from the ledger because the processor gave false answers. */
const falselyReported: string[] = [];

const newMerchant = (secret?: string): Promise<TestMerchant> =>
  aMerchant(system, {
    connectors,
    ...(secret && { connector: { connector_webhook_details: { merchant_secret: secret } } }),
  });

let made = 0;
const nextId = () => `unknown_${(made += 1)}`;

const authorizing = (
  merchant: TestMerchant,
  connector: string,
  card: string,
  more: object = {},
): Promise<PaymentHistory> => {
  const payment_id = nextId();
  return followPayment(merchant, payment_id, () =>
    merchant.api.post('/payments', bodyAt(connector, card, { payment_id, ...more })),
  );
};

/** Applies the fault to the next calls of this kind at this connector. */
const arm = async (connector: string, kind: string, fault: string, times = 1): Promise<void> =>
  void ok(await system.sandbox.post('/control/faults', { match: { connector, kind }, fault, times }));

/**
 * An authorized payment. On a busy machine the connection or the call may take longer than its timeout: the payment then fails,
 * or its outcome is synced.
 */
const authorizedAt = (merchant: TestMerchant, connector: string): Promise<string> =>
  eventually(
    async () => {
      const payment_id = nextId();
      const body = bodyAt(connector, cards.succeeds, { payment_id, capture_method: 'manual' });
      const { statuses } = await followPayment(merchant, payment_id, () => merchant.api.post('/payments', body));
      return statuses.at(-1) === 'requires_capture' ? payment_id : undefined;
    },
    { withinMs: 60_000 },
  );

async function following(
  merchant: TestMerchant,
  connector: string,
  kind: 'capture' | 'void',
  fault: string,
): Promise<PaymentHistory> {
  const payment_id = await authorizedAt(merchant, connector);
  await arm(connector, kind, fault);
  const path = kind === 'capture' ? 'capture' : 'cancel';
  return followPayment(merchant, payment_id, () => merchant.api.post(`/payments/${payment_id}/${path}`));
}

const charged = ['charge 6540'];
const nothing: string[] = [];

/** Fault, its card, the processor's effects, the payment's final status. */
const authorizations: [string, string, string[], string][] = [
  ['refuse', '4000000000070013', nothing, 'failed'],
  ['hang', '4000000000070021', nothing, 'failed'],
  ['execute_then_hang', '4000000000070039', charged, 'succeeded'],
  ['execute_then_drop', '4000000000070047', charged, 'succeeded'],
  ['execute_then_500', '4000000000070054', charged, 'succeeded'],
  ['fail_500', '4000000000070062', nothing, 'failed'],
  ['rubbish', '4000000000070070', charged, 'succeeded'],
  ['wrong_amount', '4000000000070088', charged, 'succeeded'],
  ['wrong_amount:kept', '4000000000070096', ['charge 6541'], 'conflicted'],
  ['slow:5000', '4000000000070104', charged, 'succeeded'],
  ['pending_then_settled:3000:succeeded', '4000000000070112', charged, 'succeeded'],
  ['pending_then_settled:3000:failed', '4000000000070120', nothing, 'failed'],
  ['lookup_not_found_then_found:1', '4000000000070138', charged, 'succeeded'],
];

const authorized = ['authorize 6540'];
const captured = [...authorized, 'capture 6540'];
const voided = [...authorized, 'void 6540'];
/** Fault, whether the processor executed the operation, the final status after a capture, and after a void. */
const faultsOfFollowUps: [string, boolean, string, string][] = [
  ['refuse', false, 'requires_capture', 'requires_capture'],
  ['hang', false, 'requires_capture', 'requires_capture'],
  ['execute_then_hang', true, 'succeeded', 'cancelled'],
  ['execute_then_drop', true, 'succeeded', 'cancelled'],
  ['execute_then_500', true, 'succeeded', 'cancelled'],
  ['fail_500', false, 'requires_capture', 'requires_capture'],
  ['rubbish', true, 'succeeded', 'cancelled'],
  ['wrong_amount', true, 'succeeded', 'cancelled'],
  ['slow:2000', true, 'succeeded', 'cancelled'],
  ['pending_then_settled:1000:succeeded', true, 'succeeded', 'cancelled'],
  ['pending_then_settled:1000:failed', false, 'failed', 'failed'],
];
const captures = faultsOfFollowUps.map(([fault, done, end]) => [fault, done ? captured : authorized, end] as const);
const voids = faultsOfFollowUps.map(([fault, done, , end]) => [fault, done ? voided : authorized, end] as const);

const histories: Record<'authorize' | 'capture' | 'void', Map<unknown, PaymentHistory>> = {
  authorize: new Map(),
  capture: new Map(),
  void: new Map(),
};

/** Asserts that the payment was processing until it had the final status, and nothing between. */
function expectHistory(
  flow: keyof typeof histories,
  fault: string,
  effectLabels: readonly string[],
  end: string,
): void {
  const { paymentId, answer, statuses } = histories[flow].get(fault)!;
  expect(answer.status).toBe(200);
  // A void has no amount that could be wrong.
  expect(statuses).toEqual(flow === 'void' && fault === 'wrong_amount' ? [end] : ['processing', end]);
  expect(effectLabelsOf(system, paymentId)).toEqual(effectLabels);
}

/** Asserts that the operation was sent once, and is final as not found only after two counted lookups. */
async function expectEnoughLookups(history: PaymentHistory, flow: string, isGivenUp: boolean): Promise<void> {
  const operation = (await operationsOf(system, history.paymentId)).find((one) => one.flow === flow)!;
  const { calls, lookups } = requestsFor(system, operation.operation_id);
  expect(calls).toHaveLength(1);
  if (!isGivenUp) return;
  const counts = flow === 'authorize' ? lookups : lookupsOf(history.paymentId, operation.sent_at!);
  const from = operation.sent_at!.getTime() + 2 * callTimeoutMs;
  expect(counts.filter(({ at }: Json) => Date.parse(at) >= from).length).toBeGreaterThanOrEqual(2);
}

/** A capture and a void are looked up by the processor's id of their payment. */
function lookupsOf(paymentId: string, since: Date): Json[] {
  const ledger = system.ledger();
  const own = ledger.find(({ entry, payment }) => entry === 'effect' && payment.attemptReference === `${paymentId}_1`);
  return ledger.filter(
    ({ entry, kind, payment_id, at }) =>
      entry === 'request' && kind === 'lookup' && payment_id === own.payment_id && new Date(at) > since,
  );
}

const isDecidedByAnswer = (fault: string) => fault.startsWith('pending');

describe('an operation with a fault', () => {
  beforeAll(async () => {
    const [first, second, third] = await Promise.all([newMerchant(), newMerchant(), newMerchant()]);
    [histories.authorize, histories.capture, histories.void] = await Promise.all([
      overConnectors(authorizations, ([, card], connector) => authorizing(first, connector, card)),
      overConnectors(captures, ([fault], connector) => following(second, connector, 'capture', fault)),
      overConnectors(voids, ([fault], connector) => following(third, connector, 'void', fault)),
    ]);
  });

  describe('an authorization that meets', () => {
    it.each(authorizations)(
      '%s (card %s): the ledger shows %j, the payment is processing, then %s',
      async (fault, _card, effectLabels, end) => {
        expectHistory('authorize', fault, effectLabels, end);
        const history = histories.authorize.get(fault)!;
        await expectEnoughLookups(history, 'authorize', effectLabels.length === 0 && !isDecidedByAnswer(fault));
        expect(await incidentsOf(system, history.paymentId)).toEqual(end === 'conflicted' ? ['amounts_differ'] : []);
      },
    );
  });

  describe.each([
    ['capture', captures],
    ['void', voids],
  ] as const)('a %s that meets', (flow, rows) => {
    it.each(rows)('%s: the ledger shows %j, the payment is processing, then %s', async (fault, effectLabels, end) => {
      expectHistory(flow, fault, effectLabels, end);
      await expectEnoughLookups(
        histories[flow].get(fault)!,
        flow,
        effectLabels === authorized && !isDecidedByAnswer(fault),
      );
    });
  });
});

describe('lookups that fail for a while', () => {
  it.each(['fail_500', 'hang', 'refuse', 'rubbish'])('with %s fail nothing', async (fault) => {
    const merchant = await newMerchant();
    const connector = connectors[['fail_500', 'hang', 'refuse', 'rubbish'].indexOf(fault)]!;
    await arm(connector, 'lookup', fault, 3);
    const { paymentId, statuses } = await authorizing(merchant, connector, '4000000000070047');
    expect(statuses).toEqual(['processing', 'succeeded']);
    expect(effectLabelsOf(system, paymentId)).toEqual(charged);
  });
});

it('a later settlement becomes known by webhook', async () => {
  const merchant = await newMerchant(webhookSecret);
  ok(await system.sandbox.post('/control/webhooks', { secret: webhookSecret }));
  const { paymentId, statuses } = await authorizing(merchant, 'phonypay', '4000000000070112');
  expect(statuses).toEqual(['processing', 'succeeded']);
  const delivery = await eventually(() =>
    system.ledger().find(({ entry, outcome }) => entry === 'delivery' && outcome === 'delivered'),
  );
  expect(delivery.attempt).toBe(1);
  expect(effectLabelsOf(system, paymentId)).toEqual(charged);
});

describe('a processor that is down under 50 payments', () => {
  const fifty = async (card: string) => {
    const merchants = await Promise.all([newMerchant(), newMerchant(), newMerchant()]);
    return Array.from({ length: 50 }, (_, index) => ({
      merchant: merchants[index % 3]!,
      connector: connectors[index % connectors.length]!,
      card,
      payment_id: nextId(),
    }));
  };
  const post = ({ merchant, connector, card, payment_id }: Awaited<ReturnType<typeof fifty>>[number]) =>
    merchant.api.post('/payments', bodyAt(connector, card, { payment_id }));
  const statusesOf = async (payments: Awaited<ReturnType<typeof fifty>>) =>
    new Set(
      await Promise.all(
        payments.map(async ({ merchant, payment_id }) => (await retrievePayment(merchant, payment_id)).status),
      ),
    );

  it('leaves no charged payment unknown', async () => {
    const payments = await fifty('4000000000070047');
    // No sync succeeds before the outage, which begins when every payment is charged and ends when the test has seen all of them.
    ok(await system.sandbox.post('/control/faults', { match: { kind: 'lookup' }, fault: 'fail_500' }));
    ok(await system.sandbox.post('/control/latency', { ms: 400 }));
    const answers = payments.map(post);
    await eventually(() => payments.every(({ payment_id }) => effectLabelsOf(system, payment_id).length === 1), {
      withinMs: 60_000,
    });
    await system.kill('sandbox');
    for (const { status, body } of await Promise.all(answers))
      expect([status, body.status]).toEqual([200, 'processing']);
    expect(await statusesOf(payments)).toEqual(new Set(['processing']));
    // The processor knows its payments after the restart, and the fault is gone.
    await system.start('sandbox');
    await eventually(
      async () => (await statusesOf(payments)).size === 1 && (await statusesOf(payments)).has('succeeded'),
      { withinMs: 60_000, everyMs: 200 },
    );
    expect(sentTwice(system)).toEqual([]);
  });

  it('leaves no interrupted payment unknown, and fails the payments that it did not take', async () => {
    const payments = await fifty(cards.succeeds);
    ok(await system.sandbox.post('/control/latency', { ms: 300 }));
    const isCharged = ({ payment_id }: (typeof payments)[number]) => effectLabelsOf(system, payment_id).length === 1;
    const isFailed = async ({ merchant, payment_id }: (typeof payments)[number]) =>
      (await merchant.api.get(`/payments/${payment_id}`)).body.status === 'failed';
    const interrupted = payments.slice(0, 25);
    const first = interrupted.map(post);
    // On a busy machine a connection may take longer than its timeout: that payment fails before it is sent.
    await eventually(
      async () => {
        const missing = interrupted.filter((payment) => !isCharged(payment));
        return missing.length < 20 && (await Promise.all(missing.map(isFailed))).every(Boolean);
      },
      { withinMs: 60_000 },
    );
    ok(await system.sandbox.post('/control/down', { ms: 2000 }));
    const second = payments.slice(25).map(post);
    for (const { status } of await Promise.all([...first, ...second])) expect(status).toBe(200);
    await expectLedgerAgreement(system, 60_000);
    const ends = await Promise.all(payments.map(({ merchant, payment_id }) => retrievePayment(merchant, payment_id)));
    for (const [index, { status, error_code }] of ends.entries())
      expect([status, error_code]).toEqual(
        isCharged(payments[index]!) ? ['succeeded', null] : ['failed', expect.stringMatching(/^CONNECTION_/)],
      );
    expect(ends.filter(({ error_code }) => error_code === 'CONNECTION_REFUSED')).not.toEqual([]);
  });

  // When every payment has ended early, the processor is still down.
  afterAll(() => eventually(async () => (await system.sandbox.post('/control/latency', { ms: 0 })).status === 200));
});

/** The processor answers "not found" twice, and later reports a success. */
describe('a late success of a failed attempt', () => {
  it.each([
    ['leaves an incident after a charge', 'automatic', 'payment.succeeded', ['charge 6540']],
    ['is voided after an authorization', 'manual', 'payment.authorized', ['authorize 6540', 'void 6540']],
  ])('%s', async (_, capture_method, type, effectLabels) => {
    const merchant = await newMerchant(webhookSecret);
    await arm('adyen_test', 'payment', 'lookup_not_found_then_found:6');
    const { paymentId, statuses } = await authorizing(merchant, 'adyen_test', cards.succeeds, { capture_method });
    falselyReported.push(paymentId);
    expect(statuses).toEqual(['processing', 'failed']);
    const [operation] = await operationsOf(system, paymentId);
    const event = eventAbout(await paymentAtProcessor(system, operation!.operation_id), type);
    ok(await postWebhook(system, webhookPath(merchant, 'adyen_test'), event, signed(event, webhookSecret)));
    await eventually(async () => (await incidentsOf(system, paymentId)).includes('late_success'));
    await eventually(() => effectLabelsOf(system, paymentId).length === effectLabels.length);
    expect(effectLabelsOf(system, paymentId)).toEqual(effectLabels);
    expect((await retrievePayment(merchant, paymentId)).status).toBe('failed');
  });
});

it('every payment agrees with the ledger at the end', () => expectLedgerAgreement(system, 30_000, falselyReported));
