import { topics } from '@payorch/contracts';
import {
  aMerchant,
  aReceiver,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import { randomUUID } from 'node:crypto';
import { runDlq } from '../../support/ops-command';
import { produceAgain, recordsIn } from '../../support/records';
import { rowsOf } from '../../support/rows';

const system = sharedSystem();
const run = randomUUID().slice(0, 8);
/** Of one payment no outcome can be stored, of another no webhook. */
const [withoutOutcome, withoutWebhook] = [`no_outcome_${run}`, `no_webhook_${run}`];
const fault = `fault_${run}`;

let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  merchant = await aMerchant(system, { account: { webhook_details: { webhook_url: receiver.url } } });
});
afterAll(async () => {
  await correctFault();
  await receiver?.close();
});

/** A fault that no retry cures, in two services, for two payments: the database refuses what the code writes. */
async function makeFault(): Promise<void> {
  await rowsOf(
    system,
    `CREATE FUNCTION public.${fault}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'a fault in the code'; END $$;
     CREATE TRIGGER ${fault} BEFORE UPDATE ON payments.attempts FOR EACH ROW
       WHEN (NEW.payment_id = '${withoutOutcome}' AND NEW.state = 'charged') EXECUTE FUNCTION public.${fault}();
     CREATE TRIGGER ${fault} BEFORE INSERT ON webhooks.events FOR EACH ROW
       WHEN (NEW.object_id = '${withoutWebhook}') EXECUTE FUNCTION public.${fault}();`,
  );
}

const correctFault = (): Promise<unknown> =>
  rowsOf(
    system,
    `DROP TRIGGER IF EXISTS ${fault} ON payments.attempts;
     DROP TRIGGER IF EXISTS ${fault} ON webhooks.events;
     DROP FUNCTION IF EXISTS public.${fault}();`,
  );

const dlq = async (...args: string[]): Promise<Json> => JSON.parse(await runDlq(system, [...args, '--json'])) as Json;
const keyOf = (id: string): string => `${merchant.merchantId}/${id}`;
const openOf = (id: string): Promise<Json> => dlq('list', '--each', '--key', keyOf(id));
const webhooksOf = (id: string): Json[] =>
  receiver.calls.map(({ body }) => JSON.parse(body) as Json).filter(({ content }) => content.object.payment_id === id);
const statusOf = async (id: string): Promise<string> => ok(await merchant.api.get(`/payments/${id}`)).status;

/** Everything about a payment that does not differ from one payment to the next. */
async function endOf(id: string): Promise<Json> {
  const payment = ok(await merchant.api.get(`/payments/${id}`));
  const [attempt] = await rowsOf(
    system,
    'SELECT state, captured_amount FROM payments.attempts WHERE merchant_id = $1 AND payment_id = $2',
    [merchant.merchantId, id],
  );
  const charges = system
    .ledger()
    .filter((one) => one.entry === 'effect' && one.payment_id === payment['connector_transaction_id']);
  return {
    status: payment['status'],
    received: payment['amount_received'],
    attempt,
    charges: charges.length,
    webhooks: [...new Set(webhooksOf(id).map(({ event_type: type }) => type))],
  };
}

const pay = (id: string): Promise<Json> => merchant.api.post('/payments', paymentBody({ payment_id: id }));

it('a message that a service cannot handle delays no other payment, and its replay ends its payment as if nothing had happened', async () => {
  const control = `control_${run}`;
  ok(await pay(control));
  await eventually(async () => webhooksOf(control).length > 0, { withinMs: 30_000 });
  await makeFault();
  const stuck = pay(withoutOutcome);
  ok(await pay(withoutWebhook));
  const ids = [withoutOutcome, withoutWebhook];
  for (const id of ids) await eventually(async () => (await openOf(id)).length > 0, { withinMs: 60_000 });

  // The others go on, on all partitions.
  const others = Array.from({ length: 12 }, (_, n) => `other_${n}_${run}`);
  for (const answer of await Promise.all(others.map(pay))) expect(ok(answer).status).toBe('succeeded');
  for (const id of others) await eventually(async () => webhooksOf(id).length > 0, { withinMs: 30_000 });
  await stuck;
  expect(await statusOf(withoutOutcome)).toBe('processing');
  expect([webhooksOf(withoutOutcome), webhooksOf(withoutWebhook)]).toEqual([[], []]);

  const [letter] = await openOf(withoutWebhook);
  expect(letter).toMatchObject({ state: 'open', topic: 'webhooks.requests', type: 'webhook.requested' });
  const shown = await runDlq(system, ['show', letter['id'] as string]);
  expect(shown).toContain('[sealed, ');
  const records = await recordsIn(system, [topics.deadLetters.name]);

  await correctFault();
  expect((await dlq('replay', '--key', keyOf(withoutWebhook), '--dry-run'))['replayed']).toEqual([letter['id']]);
  for (const id of ids) {
    const { replayed, skipped } = await dlq('replay', '--key', keyOf(id), '--by', 'ada');
    expect([replayed.length > 0, skipped]).toEqual([true, {}]);
    expect((await dlq('replay', '--key', keyOf(id), '--by', 'bo'))['replayed']).toEqual([]);
    await eventually(async () => (await statusOf(id)) === 'succeeded' && webhooksOf(id).length > 0, {
      withinMs: 60_000,
    });
    expect(await openOf(id)).toEqual([]);
    const all = (await dlq('list', '--all', '--key', keyOf(id))) as unknown as Json[];
    expect(all.filter(({ key }) => key === keyOf(id))[0]).toMatchObject({ state: 'replayed', by: 'ada' });
    expect(await endOf(id)).toEqual(await endOf(control));
  }

  // As a replay that was interrupted before it recorded what it sent would do again.
  const before = await Promise.all(ids.map(endOf));
  const again = records.filter(({ key }) => ids.map(keyOf).includes(String(key)));
  const messages = again.map((record) => ({ ...record, topic: String(record.headers['x-origin-topic']) }));
  await produceAgain(system, messages, 2);
  const after = `after_${run}`;
  ok(await pay(after));
  await eventually(async () => webhooksOf(after).length > 0, { withinMs: 30_000 });
  expect(await Promise.all(ids.map(endOf))).toEqual(before);
  const [events] = await rowsOf(
    system,
    'SELECT count(*)::int AS n, count(DISTINCT event_id)::int AS ids FROM webhooks.events WHERE object_id = ANY($1)',
    [ids],
  );
  expect(events).toEqual({ n: 2, ids: 2 });
});

it('dropped dead letters are not listed any more, with the person and the reason', async () => {
  const key = `${merchant.merchantId}/dropped_${run}`;
  await produceAgain(
    system,
    [{ topic: 'webhooks.requests', key: Buffer.from(key), value: Buffer.from('not JSON'), headers: {} }],
    1,
  );
  await eventually(async () => (await dlq('list', '--each', '--key', key)).length === 1, { withinMs: 30_000 });
  await expect(runDlq(system, ['drop', '--key', key])).rejects.toMatchObject({ code: 2 });
  const { dropped } = await dlq('drop', '--key', key, '--reason', 'not one of our messages', '--by', 'ada');
  expect(dropped).toHaveLength(1);
  expect(await dlq('list', '--each', '--key', key)).toEqual([]);
  const all = (await dlq('list', '--all')) as unknown as Json[];
  expect(all.find((one) => one['key'] === key)).toMatchObject({
    state: 'dropped',
    by: 'ada',
    reason: 'not one of our messages',
  });
  await expect(runDlq(system, ['replay', '999999999'])).rejects.toMatchObject({ code: 1 });
});
