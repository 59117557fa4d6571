import { aMerchant, aReceiver, eventually, ok, paymentBody, sharedSystem, type Answer } from '@payorch/harness';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ByApp,
  countOf,
  largestOf,
  type Objects,
  regular,
  startCounting,
  startSampling,
  stopCounting,
  stopSampling,
  type Work,
} from '../../support/app-counters';
import { type Cost, costOf, least, recordsOf, type Stored, storedOf } from '../../support/costs';
import { rowsOf } from '../../support/rows';
import { walPosition, writtenSince, type Written } from '../../support/written-rows';
import ledger from './cost-ledger.json';

const system = sharedSystem();

/** Ids, times and seals differ from run to run by a few bytes; the last use of an API key is stored now and then. */
const tolerance = 0.03;
const tolerableBytes = 16;
/** A row that finds no room on its page costs entries of indexes too: only a rise counts. */
const walTolerance = 0.03;

/** A request that met a pause of this machine costs more: a check of its command, a sync. The cheapest of these counts. */
const rounds = 3;
/** Node compiles a function anew after its first calls, and creates objects for it. */
const warmUps = 20;
/** Large objects count on average over so many requests, several times. The lowest count of each kind is taken: the others met the compiler. */
const burst = 4;
const bursts = 3;
/** Optimized code creates fewer objects, and when a function is optimized depends on the machine: only a rise counts, and a clear one. */
const objectTolerance = 0.3;
const tolerableObjects = 4;

type OperationName = keyof typeof ledger;
interface Operation {
  readonly name: OperationName;
  /** Webhooks that it causes. */
  readonly webhooks: number;
  readonly request: () => Promise<Answer>;
}

const bytesOf = ({ messageBytes, rowBytes }: Cost): number => messageBytes + rowBytes;

/** A merchant with a webhook receiver, and the four operations of the ledger on one new payment after the other. */
async function payingMerchant() {
  const receiver = await aReceiver();
  const { api, merchantId } = await aMerchant(system, {
    account: { webhook_details: { webhook_url: receiver.url } },
  });
  let made = 0;
  let delivered = 0;
  /** Waits for further webhooks, and until the rows of the merchant change no more. */
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
  /** The four operations, each on all of `payments` new payments before the next one begins. */
  const operationsOn = (payments: number): readonly (readonly Operation[])[] => {
    const places = Array.from({ length: payments }, () => {
      made += 1;
      return { headers: { 'idempotency-key': `ledger-of-costs-${made}` }, paymentId: '' };
    });
    type Place = (typeof places)[number];
    const create = async (place: Place): Promise<Answer> => {
      const answer = await api.post('/payments', paymentBody({ capture_method: 'manual' }), place.headers);
      place.paymentId = String(ok(answer)['payment_id']);
      return answer;
    };
    const retrieve = ({ paymentId }: Place): Promise<Answer> => api.get(`/payments/${paymentId}`);
    const capture = ({ paymentId, headers }: Place): Promise<Answer> =>
      api.post(`/payments/${paymentId}/capture`, {}, headers);
    const refund = ({ paymentId, headers }: Place): Promise<Answer> =>
      api.post('/refunds', { payment_id: paymentId, amount: 600 }, headers);
    const onAll = (name: OperationName, webhooks: number, request: (place: Place) => Promise<Answer>) =>
      places.map((place): Operation => ({ name, webhooks, request: () => request(place) }));
    return [
      onAll('create and confirm', 1, create),
      onAll('retrieve', 0, retrieve),
      onAll('capture', 1, capture),
      onAll('refund', 1, refund),
    ];
  };
  /** The next request finds the settings of the account in the gateway's cache, whose age no figure should show. */
  const freshCaches = async (): Promise<void> => {
    await api.get('/payments/none');
    await sleep(50);
  };
  return { merchantId, atRest, operationsOn, freshCaches, close: () => receiver.close() };
}

let merchant: Awaited<ReturnType<typeof payingMerchant>>;
beforeAll(async () => {
  merchant = await payingMerchant();
});
afterAll(() => merchant.close());

interface Measured {
  readonly requestId: string;
  readonly before: Stored;
  readonly after: Stored;
  readonly work: Work;
  readonly written: Written;
}

/** The cost of each operation: messages and stored rows of the cheapest round, and the least of all that the apps did. */
async function measuredCosts() {
  const { merchantId, atRest, operationsOn, freshCaches } = merchant;
  const measured: Record<string, Measured[]> = {};
  let stored = await atRest(0);
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, webhooks, request } of operationsOn(1).flat()) {
      await freshCaches();
      const before = stored;
      const position = await walPosition(system);
      await startCounting(system);
      const answer = await request();
      ok(answer);
      stored = await atRest(webhooks);
      const work = await stopCounting(system, merchantId);
      const written = await writtenSince(system, position);
      const requestId = String(answer.headers['x-request-id']);
      (measured[name] ??= []).push({ requestId, before, after: stored, work, written });
    }
  }
  const ids = Object.values(measured).flatMap((all) => all.map(({ requestId }) => requestId));
  const records = await recordsOf(system, ids);
  const costOfAll = (all: readonly Measured[]) => ({
    ...all
      .map(({ requestId, before, after }) => costOf(records.get(requestId) ?? [], before, after))
      .reduce((one, other) => (bytesOf(other) < bytesOf(one) ? other : one)),
    ...least(all.map(({ work, written: { rows, walBytes } }) => ({ rowsWritten: rows, walBytes, ...work }))),
  });
  return Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, costOfAll(all)]));
}

/** The large objects of `burst` requests of each operation, one request after the other. */
async function objectsOfBurst(): Promise<Record<string, ByApp<Objects>>> {
  const { atRest, operationsOn } = merchant;
  const objects: Record<string, ByApp<Objects>> = {};
  for (const operations of operationsOn(burst)) {
    await startSampling(system);
    for (const { request } of operations) ok(await request());
    await atRest(operations.reduce((sum, { webhooks }) => sum + webhooks, 0));
    objects[operations[0]!.name] = await stopSampling(system);
  }
  return objects;
}

/** A value that jest prints by its own words. */
const figureOf = (words: string, fits: (actual: number) => boolean) => ({
  $$typeof: Symbol.for('jest.asymmetricMatcher'),
  asymmetricMatch: (actual: unknown) => fits(Number(actual)),
  toString: () => words,
  toAsymmetricMatcher: () => words,
});
const aboutAsMany = (bytes: number) =>
  figureOf(`about ${bytes}`, (actual) => Math.abs(actual - bytes) <= Math.max(tolerableBytes, tolerance * bytes));
const hardlyMore = (bytes: number) =>
  figureOf(`at most ${bytes}`, (actual) => actual <= (1 + walTolerance) * bytes + 256);

it('an operation costs what the ledger says: a change that raises a figure changes cost-ledger.json with it', async () => {
  const expected = Object.fromEntries(
    Object.entries(ledger).map(([name, { largeObjects: _, ...figures }]) => [
      name,
      {
        ...figures,
        messageBytes: aboutAsMany(figures.messageBytes),
        rowBytes: aboutAsMany(figures.rowBytes),
        walBytes: hardlyMore(figures.walBytes),
      },
    ]),
  );
  expect(await measuredCosts()).toEqual(expected);
});

it('an operation creates no more large objects than the ledger says', async () => {
  const { atRest, operationsOn } = merchant;
  for (const { request } of operationsOn(warmUps).flat()) ok(await request());
  await atRest(3 * warmUps);
  const sampled: Record<string, ByApp<Objects>>[] = [];
  while (sampled.length < bursts) sampled.push(await objectsOfBurst());
  for (const [name, { largeObjects }] of Object.entries(ledger)) {
    const known: Readonly<Record<string, number>> = largeObjects;
    const objects = regular(least(sampled.map((one) => one[name]!)), burst);
    const averages = Object.entries(countOf(objects)).map(([app, count]) => [app, count / burst] as const);
    const risen = averages.filter(([app, count]) => {
      const figure = known[app] ?? 0;
      return count > Math.max(figure + tolerableObjects, (1 + objectTolerance) * figure);
    });
    expect({ name, risen, largest: risen.length > 0 && largestOf(objects) }).toEqual({
      name,
      risen: [],
      largest: false,
    });
  }
});
