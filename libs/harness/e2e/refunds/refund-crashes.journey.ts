import { aMerchant, aReceiver, eventually, ok, type Answer, type Receiver, type TestMerchant } from '@payorch/harness';
import type { AppName } from '@payorch/provisioning';
import { cardRefundsTo, effectsOn, paymentAtTestProcessor } from '../support/foreign-objects';
import { historiesIn } from '../support/lifecycle';
import { recordsIn, type TopicRecord } from '../support/records';
import { rowsOf } from '../support/rows';
import {
  expectRefundLedgerAgreement,
  refundedAmounts,
  paid,
  retrieveRefund,
  untilRefundIs,
} from '../support/refund-checks';
import { system } from './crash-system';

const apiKey = 'sk_of_the_refunds';
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  merchant = await aMerchant(system, {
    account: { webhook_details: { webhook_url: receiver.url } },
    connector: { connector_account_details: { auth_type: 'HeaderKey', api_key: apiKey } },
  });
});
afterAll(() => receiver?.close());

let made = 0;
interface RequestedRefund {
  readonly refundId: string;
  readonly payment_id: string;
  readonly answer: Answer;
}

/** Requests a refund, during which the app dies at the fail point and comes back. */
async function refundDuringCrash(app: AppName, failPoint: string): Promise<RequestedRefund> {
  const payment_id = await paid(merchant);
  const refundId = `crash_${(made += 1)}`;
  const body = { payment_id, refund_id: refundId, amount: 600 };
  const answer = await system.crashDuring(app, failPoint, () => merchant.api.post('/refunds', body));
  return { refundId, payment_id, answer };
}

async function expectOneRefund({ refundId, payment_id, answer }: RequestedRefund): Promise<void> {
  expect([answer.status, answer.body.refund_id]).toEqual([200, refundId]);
  await untilRefundIs(merchant, refundId, 'succeeded', 40_000);
  expect(refundedAmounts(system, payment_id)).toEqual([600]);
}

describe.each(['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'])('killed %s', (point) => {
  it.each([1, 2])('at its batch number %d, the refunds service loses and repeats no refund', async (hit) => {
    await expectOneRefund(await refundDuringCrash('refunds', `${point}=kill@${hit}`));
  });
});

// The payments service stores nothing of a refund request, so it has no commit.
it.each(['after-commit-before-publish', 'after-publish-before-offset'])(
  'the payments service, killed %s, forwards the request once',
  async (point) => {
    await expectOneRefund(await refundDuringCrash('payments', `${point}=kill`));
  },
);

it.each(['sent-before-write', 'response-before-store', 'stored-before-result'])(
  'a worker killed %s is never followed by a second call',
  async (point) => {
    const { payment_id, refundId, answer } = await refundDuringCrash('connector-worker', `${point}=kill`);
    expect(answer.status).toBe(200);
    const refund = await eventually(
      async () => {
        const found = await retrieveRefund(merchant, refundId);
        return found.status !== 'pending' && found;
      },
      { withinMs: 40_000 },
    );
    expect([refund.status, refundedAmounts(system, payment_id)]).toEqual(
      point === 'sent-before-write' ? ['failed', []] : ['succeeded', [600]],
    );
  },
);

describe('a relay', () => {
  const kills = [
    ['payments', 'before-commit', 'success'],
    ['payments', 'after-commit-before-publish', 'success'],
    ['payments', 'after-publish-before-offset', 'success'],
    ['connector-worker', 'sent-before-write', 'failure'],
    ['connector-worker', 'response-before-store', 'success'],
    ['connector-worker', 'stored-before-result', 'success'],
  ] as const;

  it.each(kills)('of which %s is killed %s ends with %s, after one call at most', async (app, point, status) => {
    const payment = await paymentAtTestProcessor(system, apiKey);
    const body = {
      connector_resource_id: payment.id,
      connector_id: merchant.connectors['stripe_test'].merchant_connector_id,
      type: 'refund',
      data: { refund: { amount: 600, currency: 'USD' } },
    };
    const headers = { 'x-profile-id': merchant.profileId };
    const { id } = ok(await system.crashDuring(app, `${point}=kill`, () => merchant.api.post('/relay', body, headers)));
    const ended = await eventually(
      async () => {
        const relay = ok(await merchant.api.get(`/relay/${id}`, headers));
        return relay.status !== 'pending' && relay;
      },
      { withinMs: 40_000 },
    );
    expect(ended.status).toBe(status);
    expect(effectsOn(system, payment)).toEqual(['charge 6540', ...(status === 'success' ? ['refund 600'] : [])]);
  });

  it.each(kills)(
    'without a charge, of which %s is killed %s, ends with %s, after one call at most',
    async (app, point, status) => {
      const atAdyen = await aMerchant(system, { connectors: ['adyen_test'] });
      const headers = { 'x-profile-id': atAdyen.profileId };
      const name = `crash-${app}-${point}`;
      const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '2035' };
      const data = { amount: 600, currency: 'USD', customer_id: 'cus_1', recipient_payment_method_data: { card } };
      const body = {
        connector_resource_id: name,
        connector_id: atAdyen.connectors['adyen_test']!.merchant_connector_id,
        type: 'unreferenced_refund',
        data: { unreferenced_refund: data },
      };
      const { id } = ok(
        await system.crashDuring(app, `${point}=kill`, () =>
          atAdyen.api.post('/relay/unreferenced_refund', body, headers),
        ),
      );
      const ended = await eventually(
        async () => {
          const relay = ok(await atAdyen.api.get(`/relay/${id}`, headers));
          return relay.status !== 'pending' && relay;
        },
        { withinMs: 40_000 },
      );
      expect(ended.status).toBe(status);
      expect(cardRefundsTo(system, name)).toEqual(status === 'success' ? ['unreferenced_refund 600 to cus_1'] : []);
    },
  );

  it('that lost its job is resolved by the sweeper', async () => {
    const payment = await paymentAtTestProcessor(system, apiKey);
    const match = { kind: 'refund', payment_id: payment.id };
    ok(await system.sandbox.post('/control/faults', { match, fault: 'execute_then_drop', times: 1 }));
    const headers = { 'x-profile-id': merchant.profileId };
    const account = merchant.connectors['stripe_test'].merchant_connector_id;
    const data = { refund: { amount: 600, currency: 'USD' } };
    const body = { connector_resource_id: payment.id, connector_id: account, type: 'refund', data };
    const { id } = ok(await merchant.api.post('/relay', body, headers));
    await rowsOf(system, "DELETE FROM payments.jobs WHERE type = 'relay.sync_due'");
    await eventually(async () => ok(await merchant.api.get(`/relay/${id}`, headers)).status === 'success', {
      withinMs: 40_000,
    });
  });
});

it('the sweeper resolves an open refund whose job was deleted', async () => {
  const payment_id = await paid(merchant);
  ok(await system.sandbox.post('/control/faults', { match: { kind: 'refund' }, fault: 'execute_then_drop', times: 1 }));
  const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id, amount: 600 }));
  await rowsOf(system, 'DELETE FROM refunds.jobs');
  await untilRefundIs(merchant, refund_id, 'succeeded', 40_000);
});

describe('without the refunds service', () => {
  /** Waits until payments has received the refund's outcome. */
  const refunded = async (payment_id: string): Promise<string> => {
    const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id, amount: 600 }));
    await eventually(
      async () => ok(await merchant.api.get(`/payments/${payment_id}`)).refunds?.[0].status === 'succeeded',
    );
    return refund_id;
  };
  const synced = (payment_id: string) => merchant.api.get(`/payments/${payment_id}?force_sync=true`);

  it('a forced sync of a payment answers with the known state before the gateway’s timeout, and with all refunds after the restart', async () => {
    const payment_id = await paid(merchant);
    const refund_id = await refunded(payment_id);
    await system.kill('refunds');
    await rowsOf(system, 'DELETE FROM payments.refunds WHERE payment_id = $1', [payment_id]);
    const started = await Promise.all([1, 2, 3].map(() => synced(payment_id)));
    // After its timeout the gateway would send `payment.check` to learn the outcome of the sync.
    const commands = await recordsIn(system, ['payments.commands']);
    const ofPayment = commands.filter(({ key }) => String(key) === `${merchant.merchantId}/${payment_id}`);
    const types = ofPayment.map(({ headers }) => String(headers['ce_type']));
    expect(started.map(({ status, body }) => [status, body.status, body.refunds])).toEqual(
      started.map(() => [200, 'succeeded', null]),
    );
    expect(types.filter((type) => type === 'payment.sync')).toHaveLength(3);
    expect(types).not.toContain('payment.check');
    await system.start('refunds');
    await eventually(async () => ok(await synced(payment_id)).refunds?.[0].refund_id === refund_id);
    expect(ok(await merchant.api.get(`/payments/${payment_id}`)).refunds).toEqual([
      await retrieveRefund(merchant, refund_id),
    ]);
  });

  it.each(['after-commit-before-publish', 'after-publish-before-offset'])(
    'and with the payments service killed %s, a forced sync of a payment is answered',
    async (point) => {
      const payment_id = await paid(merchant);
      const refund_id = await refunded(payment_id);
      const { status, body } = await system.crashDuring('payments', `${point}=kill`, () => synced(payment_id));
      expect([status, body.refunds]).toMatchObject([200, [{ refund_id, status: 'succeeded' }]]);
    },
  );
});

/** Snapshots carry their payment's key; the message that only marks the end of the snapshots is about no refund. */
const byRefund = (records: readonly TopicRecord[]): TopicRecord[] =>
  records.flatMap((record) => {
    const { merchantId, refundId } = JSON.parse(String(record.value)) as Record<string, string>;
    return refundId === undefined ? [] : [{ ...record, key: Buffer.from(`${merchantId}/${refundId}`) }];
  });

it('every version of every refund was published once, in order, with the required webhooks', async () => {
  await expectRefundLedgerAgreement(system);
  const [events, onPayments, snapshots] = await Promise.all(
    ['refunds.lifecycle', 'payments.lifecycle', 'refunds.snapshots'].map(async (topic) =>
      historiesIn(byRefund(await recordsIn(system, [topic]))),
    ),
  );
  const refunds = await rowsOf<{ key: string; version: number; state: string }>(
    system,
    `SELECT merchant_id || '/' || refund_id AS key, version, state FROM refunds.refunds`,
  );
  for (const { key, version } of refunds) {
    const versions = Array.from({ length: version }, (_, index) => index + 1);
    expect([key, events!.get(key)?.versions]).toEqual([key, versions]);
    expect([key, onPayments!.get(key)?.versions]).toEqual([key, versions]);
    expect([key, snapshots!.get(key)?.versions]).toEqual([key, versions]);
  }
  expect([events!, onPayments!, snapshots!].map(({ size }) => size)).toEqual(Array(3).fill(refunds.length));
  await eventually(() => {
    const delivered = receiver.calls
      .map(({ body }) => JSON.parse(body))
      .filter(({ event_type }) => event_type.startsWith('refund_'));
    return new Set(delivered.map(({ event_id }) => event_id)).size === refunds.length;
  });
});
