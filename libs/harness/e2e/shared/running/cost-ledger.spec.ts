import { aMerchant, aReceiver, eventually, ok, paymentBody, sharedSystem, type Answer } from '@payorch/harness';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cost, costOf, recordsOf, type Stored, storedOf } from '../../support/costs';
import { rowsOf } from '../../support/rows';
import ledger from './cost-ledger.json';

jest.setTimeout(120_000);

const system = sharedSystem();

/** Ids, times and seals differ from run to run by a few bytes; the last use of an API key is stored now and then. */
const tolerance = 0.03;
const tolerableBytes = 16;
/** A request that met a pause of this machine costs more: a check of its command, a sync. The cheapest of these counts. */
const rounds = 3;

interface Measured {
  readonly requestId: string;
  readonly before: Stored;
  readonly after: Stored;
}

const bytesOf = ({ messageBytes, rowBytes }: Cost): number => messageBytes + rowBytes;

/** The cheapest cost of each operation over the rounds. */
async function measuredCosts(): Promise<Record<string, Cost>> {
  const receiver = await aReceiver();
  const merchant = await aMerchant(system, { account: { webhook_details: { webhook_url: receiver.url } } });
  const { api, merchantId } = merchant;
  let delivered = 0;
  /** Waits for the webhooks of the last request, and until its rows change no more. */
  const atRest = async (webhooks: number): Promise<Stored> => {
    delivered += webhooks;
    let stored = await storedOf(system, merchantId);
    const isAtRest = async (): Promise<boolean> => {
      await sleep(300);
      const states = await rowsOf<{ state: string }>(
        system,
        'SELECT state FROM webhooks.deliveries WHERE merchant_id = $1',
        [merchantId],
      );
      const before = stored;
      stored = await storedOf(system, merchantId);
      const isDelivered = states.length >= delivered && states.every(({ state }) => state === 'delivered');
      return isDelivered && JSON.stringify([...stored]) === JSON.stringify([...before]);
    };
    await eventually(isAtRest, { withinMs: 30_000 });
    return stored;
  };
  const measured: Record<string, Measured[]> = {};
  let stored = await atRest(0);
  const measure = async (name: string, webhooks: number, request: () => Promise<Answer>) => {
    const answer = await request();
    const body = ok(answer);
    const before = stored;
    stored = await atRest(webhooks);
    (measured[name] ??= []).push({ requestId: String(answer.headers['x-request-id']), before, after: stored });
    return body;
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const keyed = (): Record<string, string> => ({ 'idempotency-key': `ledger-of-costs-${round}` });
      const { payment_id } = await measure('create and confirm', 1, () =>
        api.post('/payments', paymentBody({ capture_method: 'manual' }), keyed()),
      );
      await measure('retrieve', 0, () => api.get(`/payments/${payment_id}`));
      await measure('capture', 1, () => api.post(`/payments/${payment_id}/capture`, {}, keyed()));
      await measure('refund', 1, () => api.post('/refunds', { payment_id, amount: 600 }, keyed()));
    }
  } finally {
    await receiver.close();
  }
  const ids = Object.values(measured).flatMap((all) => all.map(({ requestId }) => requestId));
  const records = await recordsOf(system, ids);
  const cheapest = (all: readonly Measured[]): Cost =>
    all
      .map(({ requestId, before, after }) => costOf(records.get(requestId) ?? [], before, after))
      .reduce((one, other) => (bytesOf(other) < bytesOf(one) ? other : one));
  return Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, cheapest(all)]));
}

const aboutAsMany = (bytes: number) => ({
  asymmetricMatch: (actual: unknown) => Math.abs(Number(actual) - bytes) <= Math.max(tolerableBytes, tolerance * bytes),
  toString: () => `about ${bytes}`,
  toAsymmetricMatcher: () => `about ${bytes}`,
});

it('an operation costs what the ledger says: a change that raises a figure changes cost-ledger.json with it', async () => {
  const expected = Object.fromEntries(
    Object.entries<Cost>(ledger).map(([name, { messages, messageBytes, rows, rowBytes }]) => [
      name,
      { messages, messageBytes: aboutAsMany(messageBytes), rows, rowBytes: aboutAsMany(rowBytes) },
    ]),
  );
  expect(await measuredCosts()).toEqual(expected);
});
