import { aMerchant, aReceiver, eventually, ok, paymentBody, sharedSystem, type Answer } from '@payorch/harness';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cost, costOf, recordsOf, type Stored, storedOf } from '../../support/costs';
import { rowsOf } from '../../support/rows';
import ledger from './cost-ledger.json';

jest.setTimeout(120_000);

const system = sharedSystem();

/** Ids, times and seals differ from run to run by a few bytes. */
const tolerance = 0.03;
/** A request that met a pause of this machine costs more: a check of its command, a sync. The cheapest of these counts. */
const rounds = 3;

interface Measured {
  readonly requestId: string;
  readonly before: Stored;
  readonly after: Stored;
}

/** The cheapest cost of each operation over the rounds. */
async function measuredCosts(): Promise<Record<string, Cost>> {
  const receiver = await aReceiver();
  const merchant = await aMerchant(system, { account: { webhook_details: { webhook_url: receiver.url } } });
  const { api, merchantId } = merchant;
  const atRest = async (): Promise<Stored> => {
    let stored = await storedOf(system, merchantId);
    await eventually(
      async () => {
        await sleep(300);
        const [before, [open]] = [
          stored,
          await rowsOf<{ n: number }>(
            system,
            `SELECT (SELECT count(*) FROM webhooks.deliveries WHERE merchant_id = $1 AND state = 'waiting')::int +
                    (SELECT count(*) FROM payments.jobs WHERE key LIKE $1 || '/%')::int AS n`,
            [merchantId],
          ),
        ];
        stored = await storedOf(system, merchantId);
        return open?.n === 0 && JSON.stringify([...stored]) === JSON.stringify([...before]);
      },
      { withinMs: 30_000 },
    );
    return stored;
  };
  const measured: Record<string, Measured[]> = {};
  let stored = await atRest();
  const measure = async (name: string, request: () => Promise<Answer>) => {
    const answer = await request();
    const body = ok(answer);
    const before = stored;
    stored = await atRest();
    (measured[name] ??= []).push({ requestId: String(answer.headers['x-request-id']), before, after: stored });
    return body;
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const keyed = (): Record<string, string> => ({ 'idempotency-key': `ledger-of-costs-${round}` });
      const { payment_id } = await measure('create and confirm', () =>
        api.post('/payments', paymentBody({ capture_method: 'manual' }), keyed()),
      );
      await measure('retrieve', () => api.get(`/payments/${payment_id}`));
      await measure('capture', () => api.post(`/payments/${payment_id}/capture`, {}, keyed()));
      await measure('refund', () => api.post('/refunds', { payment_id, amount: 600 }, keyed()));
    }
  } finally {
    await receiver.close();
  }
  const ids = Object.values(measured).flatMap((all) => all.map(({ requestId }) => requestId));
  const records = await recordsOf(system, ids);
  const cheapest = (all: readonly Measured[]): Cost =>
    all
      .map(({ requestId, before, after }) => costOf(records.get(requestId) ?? [], before, after))
      .reduce((one, other) => (other.messageBytes < one.messageBytes ? other : one));
  return Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, cheapest(all)]));
}

const aboutAsMany = (bytes: number) => ({
  asymmetricMatch: (actual: unknown) => Math.abs(Number(actual) - bytes) <= tolerance * bytes,
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
