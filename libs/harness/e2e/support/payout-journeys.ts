import {
  aReceiver,
  eventually,
  ok,
  type Json,
  type Receiver,
  type RunningSystem,
  type TestMerchant,
} from '@payorch/harness';
import { payee } from './payout-destinations';
import { createdPayout, untilPayoutIs } from './payouts';

/** What one payout needs, by method: the amount, the currency and the destination whose account ends with `last`. */
type Destinations = Readonly<Record<string, (last: string) => { readonly amount: number; readonly currency: string }>>;

/** A payout by each method, all at once, in the order of the methods. */
export const payoutsTo = (
  merchant: TestMerchant,
  destinations: Destinations,
  last: string,
  more: object = {},
): Promise<Json[]> =>
  Promise.all(
    Object.values(destinations).map((destination) =>
      createdPayout(merchant, { ...payee, ...destination(last), ...more }),
    ),
  );

/** Waits until each of the payouts has the status. */
export const untilAllAre = (
  merchant: TestMerchant,
  payouts: readonly Json[],
  status: string,
  withinMs = 40_000,
): Promise<Json[]> =>
  Promise.all(payouts.map(({ payout_id }) => untilPayoutIs(merchant, payout_id as string, status, withinMs)));

/** A course of payouts: what they do, the digits of their accounts, the first statuses, the last one, and the effects. */
type Course = readonly [
  what: string,
  last: string,
  first: readonly string[],
  status: string,
  effects: readonly string[],
];

/**
 * Tests a course after the other, whose payouts are all begun before, so that their waits for the processor and for syncs are over
 * together. `prepare` comes before the first payout, `after` when all have ended.
 */
export function testCourses(
  { system, connector, destinations, merchantOf, prepare, after }: CoursesTested,
  courses: readonly Course[],
): void {
  let ledger: ReturnType<typeof ledgerFrom>;
  const begun = new Map<string, Json[]>();
  beforeAll(async () => {
    await prepare();
    ledger = ledgerFrom(system, connector);
    for (const [, last] of courses) begun.set(last, await payoutsTo(merchantOf(), destinations, last));
  });
  afterAll(after);

  it.each(courses)('a payout %s', async (_what, last, first, status, effects) => {
    const payouts = begun.get(last)!;
    for (const payout of payouts) expect(first).toContain(payout.status);
    const ended = await untilAllAre(merchantOf(), payouts, status);
    expect(ended.map((payout) => payout.connector as string)).toEqual(ended.map(() => connector));
    expect(ledger.effectsOn(ended)).toEqual(effects);
  });

  it('and the processor has paid and returned nothing else', () => {
    expect(ledger.effects()).toEqual(courses.flatMap(([, , , , effects]) => effects).sort());
  });
}

interface CoursesTested {
  readonly system: RunningSystem;
  readonly connector: string;
  readonly destinations: Destinations;
  readonly merchantOf: () => TestMerchant;
  readonly prepare: () => Promise<void>;
  readonly after: () => Promise<unknown>;
}

/** The effects that a payout by each method must have, as `effectsSince` shows them. */
export const effectsOf = (destinations: Destinations, ...effects: readonly string[]): string[] =>
  Object.values(destinations)
    .map((destination) => destination(''))
    .flatMap(({ amount, currency }) => effects.map((effect) => `${effect} ${amount} ${currency}`))
    .sort();

/** The entries of one processor's calls and effects from now on. */
export function ledgerFrom(system: RunningSystem, connector: string) {
  const { length } = system.ledger();
  const since = (): Json[] =>
    system
      .ledger()
      .slice(length)
      .filter((entry) => entry.connector === connector);
  const effectsWhere = (isMeant: (entry: Json) => boolean): string[] =>
    since()
      .filter((entry) => entry.entry === 'effect' && isMeant(entry))
      .map(({ effect, amount, currency }) => `${effect} ${amount} ${currency}`)
      .sort();
  return {
    effects: (): string[] => effectsWhere(() => true),
    /** The effects of these payouts alone. */
    effectsOn: (payouts: readonly Json[]): string[] => {
      const ids = new Set(payouts.map(({ connector_transaction_id: id }) => id as string));
      return effectsWhere(({ payment_id: id }) => ids.has(id as string));
    },
    calls: (): string[] =>
      since()
        .filter(({ entry }) => entry === 'request')
        .map(({ kind }) => kind as string),
  };
}

/** The merchant's endpoint, and the types of the events that it got about a payout. */
export async function aPayoutReceiver(): Promise<Receiver & { readonly untilGot: UntilGot }> {
  const receiver = await aReceiver();
  const typesOf = (payoutId: string): string[] =>
    receiver.calls
      .map(({ body }) => JSON.parse(body) as Json)
      .filter(({ content }) => content.object.payout_id === payoutId)
      .map(({ event_type }) => event_type as string);
  const untilGot: UntilGot = ({ payout_id }, types) =>
    eventually(() => {
      const got = typesOf(payout_id as string);
      const missing = types.filter((type) => !got.includes(type));
      if (missing.length > 0) throw new Error(`${payout_id} had ${got.join(', ')}, not ${missing.join(', ')}`);
      return Promise.resolve(got);
    });
  return { ...receiver, untilGot };
}
type UntilGot = (payout: Json, types: readonly string[]) => Promise<string[]>;

/** All lookups of payouts at the processor fail, so that only a webhook can say what became of one. */
export const failLookups = async (system: RunningSystem, connector: string): Promise<void> =>
  void ok(
    await system.sandbox.post('/control/faults', { match: { connector, kind: 'payout_lookup' }, fault: 'fail_500' }),
  );
