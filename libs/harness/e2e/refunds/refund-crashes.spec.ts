import {
  aMerchant,
  aReceiver,
  eventually,
  ok,
  type Answer,
  type Receiver,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import { storiesIn } from '../support/lifecycle';
import { recordsIn } from '../support/records';
import { missedSoon } from '../support/quick';
import { rowsOf } from '../support/rows';
import {
  expectRefundsOfTheLedger,
  givenBack,
  paid,
  seenRefund,
  spawnRefunding,
  untilRefundIs,
} from '../support/refunding';

jest.setTimeout(300_000);

let system: System;
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  [system, receiver] = await Promise.all([spawnRefunding({ env: missedSoon }), aReceiver()]);
  merchant = await aMerchant(system, { account: { webhook_details: { webhook_url: receiver.url } } });
});
afterAll(async () => {
  await system?.stop();
  await receiver?.close();
});

let made = 0;
interface Asked {
  readonly refundId: string;
  readonly payment_id: string;
  readonly answer: Promise<Answer>;
}

/** Asks while somebody on the way is away. */
async function ask(payment_id: string): Promise<Asked> {
  const refundId = `crash_${(made += 1)}`;
  return {
    refundId,
    payment_id,
    answer: merchant.api.post('/refunds', { payment_id, refund_id: refundId, amount: 600 }),
  };
}

async function expectOneRefund({ refundId, payment_id, answer }: Asked): Promise<void> {
  const { status, body } = await answer;
  expect([status, body.refund_id]).toEqual([200, refundId]);
  await untilRefundIs(merchant, refundId, 'succeeded', 40_000);
  expect(givenBack(system, payment_id)).toEqual([600]);
}

describe.each(['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'])('killed %s', (point) => {
  it.each([1, 2])('at its batch number %d, the owner of refunds loses nothing and doubles nothing', async (hit) => {
    const payment_id = await paid(merchant);
    await system.kill('refunds', 'SIGTERM');
    const asked = await ask(payment_id);
    await system.crash('refunds', `${point}=kill@${hit}`);
    await system.start('refunds');
    await expectOneRefund(asked);
  });

  it('the owner of payments passes the wish on once', async () => {
    const payment_id = await paid(merchant);
    await system.kill('payments', 'SIGTERM');
    const asked = await ask(payment_id);
    await system.crash('payments', `${point}=kill`);
    await system.start('payments');
    await expectOneRefund(asked);
  });
});

it.each(['sent-before-write', 'response-before-store', 'stored-before-result'])(
  'a worker killed %s is never followed by a second call',
  async (point) => {
    const payment_id = await paid(merchant);
    await system.kill('connector-worker', 'SIGTERM');
    const asked = await ask(payment_id);
    await system.crash('connector-worker', `${point}=kill`);
    await system.start('connector-worker');
    const { status } = await asked.answer;
    expect(status).toBe(200);
    const refund = await eventually(
      async () => {
        const found = await seenRefund(merchant, asked.refundId);
        return found.status !== 'pending' && found;
      },
      { withinMs: 40_000 },
    );
    expect([refund.status, givenBack(system, payment_id)]).toEqual(
      point === 'sent-before-write' ? ['failed', []] : ['succeeded', [600]],
    );
  },
);

it('resolves what was open although its job was deleted', async () => {
  const payment_id = await paid(merchant);
  ok(await system.sandbox.post('/control/faults', { match: { kind: 'refund' }, fault: 'execute_then_drop', times: 1 }));
  const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id, amount: 600 }));
  await rowsOf(system, 'DELETE FROM refunds.jobs');
  await untilRefundIs(merchant, refund_id, 'succeeded', 40_000);
});

it('told every version of every refund once, in order, with the webhooks that are owed', async () => {
  await expectRefundsOfTheLedger(system);
  const [events, snapshots] = await Promise.all(
    ['refunds.lifecycle', 'refunds.snapshots'].map(async (topic) => storiesIn(await recordsIn(system, [topic]))),
  );
  const refunds = await rowsOf<{ key: string; version: number; state: string }>(
    system,
    `SELECT merchant_id || '/' || refund_id AS key, version, state FROM refunds.refunds`,
  );
  for (const { key, version } of refunds) {
    const versions = Array.from({ length: version }, (_, index) => index + 1);
    expect([key, events!.get(key)?.versions]).toEqual([key, versions]);
    expect([key, snapshots!.get(key)?.versions]).toEqual([key, versions]);
  }
  expect([events!.size, snapshots!.size]).toEqual([refunds.length, refunds.length]);
  await eventually(() => {
    const told = receiver.calls
      .map(({ body }) => JSON.parse(body))
      .filter(({ event_type }) => event_type.startsWith('refund_'));
    return new Set(told.map(({ event_id }) => event_id)).size === refunds.length;
  });
});
