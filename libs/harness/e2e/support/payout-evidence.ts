import type { Json, Receiver, System, TestMerchant } from '@payorch/harness';
import { sentTwice } from './ledger-check';
import { lifecycleReportOf, payouts as ofPayouts } from './lifecycle';
import { stuckIn } from './ops-command';
import { payoutIdOf, payoutKindOf } from './payout-load';
import { payoutDifferences, payoutOf } from './payouts';
import { rowsOf } from './rows';

export interface Evidence {
  readonly system: System;
  readonly merchant: TestMerchant;
  readonly receiver: Receiver;
  /** How many payouts the merchant has requested. */
  readonly payouts: number;
  /** The status in the last answer about each payout. */
  readonly lastAnswers: ReadonlyMap<string, string>;
}

export interface EvidenceReport {
  readonly statuses: Readonly<Record<string, number>>;
  /** The payouts that failed and that no processor declined, by the error code. */
  readonly givenUp: Readonly<Record<string, number>>;
  readonly incidents: Readonly<Record<string, number>>;
  readonly events: number;
  readonly duplicates: number;
  readonly webhooks: number;
  /** A line for each payout that is lost, doubled, stuck, or not what its merchant was answered. Must be empty. */
  readonly wrong: readonly string[];
}

interface Row {
  readonly payout_id: string;
  readonly state: string;
  readonly error: string | null;
}

/** What needs no person here: the reversals that were asked for, and outcomes that came late. */
const expectedIncidents = ['reversed', 'still_unknown'];

/** The code of the test processors for a decline. */
const declined = 'DC_14';

const counted = (all: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of all.toSorted()) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
};

/** Compares the payouts of a merchant with the processors' ledger, with its events and webhooks, and with what it was answered. */
export async function evidenceReport(evidence: Evidence): Promise<EvidenceReport> {
  const { system, merchant, payouts, receiver, lastAnswers } = evidence;
  const sql = `SELECT payout_id, state, body #>> '{facts,error,code}' AS error FROM payouts.payouts WHERE merchant_id = $1`;
  const rows = await rowsOf<Row>(system, sql, [merchant.merchantId]);
  const stored = new Map(rows.map((row) => [row.payout_id, row]));
  const incidents = await rowsOf<Record<'payout_id' | 'kind', string>>(
    system,
    'SELECT payout_id, kind FROM payouts.incidents WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  const { wrong, events, duplicates, webhooks } = await lifecycleReportOf(system, merchant, ofPayouts);
  const numbers = Array.from({ length: payouts }, (_, number) => number);
  const failed = rows.filter(({ state, error }) => state === 'failed' && error !== declined);
  return {
    statuses: counted(rows.map(({ state }) => state)),
    givenUp: counted(failed.map(({ error }) => error ?? 'none')),
    incidents: counted(incidents.map(({ kind }) => kind)),
    events,
    duplicates,
    webhooks,
    wrong: [
      ...numbers.flatMap((number) => wrongEnd(number, stored.get(payoutIdOf(number)), lastAnswers)),
      ...(rows.length === payouts ? [] : [`${rows.length} payouts are stored, and ${payouts} were requested`]),
      ...(await payoutDifferences(system)),
      ...unknownMoney(system, stored),
      ...sentTwice(system),
      ...wrong,
      ...wrongDeliveries(receiver, webhooks),
      ...(await stuckIn(system)),
      ...incidents
        .filter(({ kind }) => !expectedIncidents.includes(kind))
        .map(({ payout_id, kind }) => `${payout_id} has the incident ${kind}`),
    ],
  };
}

const finalStatuses = ['success', 'failed', 'cancelled', 'reversed'];

/** The end of a payout that is none of its kind, or that contradicts what its merchant was answered. */
function wrongEnd(number: number, row: Row | undefined, lastAnswers: ReadonlyMap<string, string>): string[] {
  const id = payoutIdOf(number);
  const { name, ends } = payoutKindOf(number);
  if (!row) return [`${id} (${name}) is lost`];
  const { state } = row;
  if (state !== 'failed' && !ends.includes(state)) return [`${id} (${name}) is ${state}`];
  const before = lastAnswers.get(id) ?? 'nothing';
  const isSame = before === state || (before === 'success' && state === 'reversed');
  return finalStatuses.includes(before) && !isSame ? [`${id} (${name}) was ${before}, and is ${state}`] : [];
}

const effectsIn = (system: System): Json[] => system.ledger().filter(({ entry }) => entry === 'effect');

/** Money of no stored payout, and money that came back twice, or not from a reversed payout. */
function unknownMoney(system: System, stored: ReadonlyMap<string, Row>): string[] {
  const returned = counted(effectsIn(system).flatMap((one) => (one.effect === 'payout_return' ? [payoutOf(one)] : [])));
  return [
    ...effectsIn(system)
      .map(payoutOf)
      .filter((id) => !stored.has(id))
      .map((id) => `${id} was paid, and is not stored`),
    ...[...stored.values()]
      .filter(({ payout_id: id, state }) => (returned[id] ?? 0) !== Number(state === 'reversed'))
      .map(({ payout_id: id, state }) => `${id} is ${state}, and its money came back ${returned[id] ?? 0} times`),
  ];
}

/** Each requested webhook has one event, whose deliveries may repeat it. */
function wrongDeliveries({ calls }: Receiver, requested: number): string[] {
  const events = new Map(calls.map(({ body }) => JSON.parse(body) as Json).map((event) => [event.event_id, event]));
  const ends = [...events.values()].map(({ event_type, content }) => `${content.object.payout_id} ${event_type}`);
  const twice = Object.entries(counted(ends)).filter(([, times]) => times > 1);
  return [
    ...twice.map(([end, times]) => `${times} events ${end}`),
    ...(events.size === requested ? [] : [`${events.size} of ${requested} webhooks were delivered`]),
  ];
}
