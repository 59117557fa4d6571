import {
  aMerchant,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  type Json,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import type { AppName } from '@payorch/provisioning';
import { answered, spreadFaults, startFaultLoad } from './fault-load';
import { startOutsider, type KnownState } from './outsider';

export interface OutsideTable {
  readonly payments: number;
  /** Concurrent clients. */
  readonly clients: number;
  /** The services to kill, one after the other. */
  readonly kills: readonly AppName[];
  /** How long after the last request the outsider's tables may differ from the lists. */
  readonly withinMs: number;
}

export interface OutsideReport {
  readonly payments: number;
  readonly refunds: number;
  readonly kills: number;
  readonly events: number;
  readonly duplicates: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** From the last request until the tables agreed, ms. */
  readonly agreedAfterMs: number;
  readonly problems: readonly string[];
}

/** One payment of a kind by its number: declined, authorized, captured by hand, or charged; every other charge is refunded, some twice. */
export async function pay({ api }: TestMerchant, number: number): Promise<void> {
  const payment_id = `outside_${number}`;
  const isManual = number % 10 < 2;
  const card = number % 10 === 2 ? cards.declined : cards.succeeds;
  const body = paymentBody({ payment_id, ...cardFields(card), ...(isManual && { capture_method: 'manual' }) });
  await answered(() => api.post('/payments', body));
  if (number % 10 === 1) await answered(() => api.post(`/payments/${payment_id}/capture`, {}));
  for (let refund = 0; refund < (number % 4) - 1; refund += 1) {
    const { body: shown } = await answered(() => api.get(`/payments/${payment_id}`));
    if (shown.status !== 'succeeded') return;
    const refund_id = `${payment_id}_${refund}`;
    await answered(() => api.post('/refunds', { payment_id, refund_id, amount: 100 }));
  }
}

export type Table = Readonly<Record<string, object>>;
export const tableOf = <T>(rows: Iterable<T>, id: (row: T) => string, columns: (row: T) => object): Table =>
  Object.fromEntries([...rows].map((row) => [id(row), columns(row)]));

export async function listedPayments({ api }: TestMerchant): Promise<Table> {
  const all: Json[] = [];
  for (let after = ''; ;) {
    const { data } = ok(await answered(() => api.get(`/payments/list?limit=100${after}`))) as { data: Json[] };
    all.push(...data);
    if (data.length < 100) break;
    after = `&starting_after=${data.at(-1)!.payment_id}`;
  }
  return tableOf(
    all,
    (row) => row.payment_id,
    (row) => ({
      status: row.status,
      amount: row.amount,
      currency: row.currency,
      capturable: row.amount_capturable ?? 0,
      attempts: row.attempt_count,
      connector: row.connector,
      transaction: row.connector_transaction_id,
    }),
  );
}

export async function listedRefunds({ api }: TestMerchant): Promise<Table> {
  const all: Json[] = [];
  for (;;) {
    const { data } = ok(await answered(() => api.post('/refunds/list', { limit: 100, offset: all.length }))) as {
      data: Json[];
    };
    all.push(...data);
    if (data.length < 100) break;
  }
  return tableOf(
    all,
    (row) => row.refund_id,
    (row) => ({ payment: row.payment_id, status: row.status, amount: row.amount, currency: row.currency }),
  );
}

export const moneyIn = (state: KnownState) => state['money'] as { readonly amount: number; readonly currency: string };

export const knownPayments = (payments: ReadonlyMap<string, KnownState>): Table =>
  tableOf(
    payments,
    ([id]) => id,
    ([, state]) => ({
      status: state['status'],
      ...moneyIn(state),
      capturable: state['amountCapturable'] ?? 0,
      attempts: state['attemptCount'],
      connector: state['connector'],
      transaction: state['connectorTransactionId'],
    }),
  );

export const knownRefunds = (refunds: ReadonlyMap<string, KnownState>): Table =>
  tableOf(
    refunds,
    ([id]) => id,
    ([, state]) => ({ payment: state['paymentId'], status: state['status'], ...moneyIn(state) }),
  );

/**
 * Pays and refunds while services are killed and restarted in turn, and follows the public topics meanwhile as an outsider does.
 * Fails unless the outsider's tables become those of the payment and refund lists.
 */
export async function followFromOutside(system: System, options: OutsideTable): Promise<OutsideReport> {
  const { payments, clients, kills, withinMs } = options;
  const merchant = await aMerchant(system);
  const at = { brokers: system.kafkaBrokers, baseUrl: system.baseUrl('gateway'), merchantId: merchant.merchantId };
  const outsider = await startOutsider(at);
  try {
    const load = startFaultLoad({ count: payments, clients }, (number) => pay(merchant, number));
    const killed = (name: AppName) => async () => {
      await system.kill(name);
      await system.start(name);
    };
    await spreadFaults(load, kills.map(killed));
    const ended = performance.now();
    const compare = async () => {
      const [listed, refunded] = [await listedPayments(merchant), await listedRefunds(merchant)];
      expect(knownPayments(outsider.payments)).toEqual(listed);
      expect(knownRefunds(outsider.refunds)).toEqual(refunded);
      expect(knownRefunds(outsider.refundsOfPayments)).toEqual(refunded);
      const open = Object.values(listed).filter((row) => 'status' in row && row.status === 'processing');
      expect(open).toEqual([]);
      return true;
    };
    await eventually(compare, { withinMs, everyMs: 500 });
    const agreedAfterMs = Math.round(performance.now() - ended);
    const statuses: Record<string, number> = {};
    for (const { status } of outsider.payments.values()) statuses[String(status)] = (statuses[String(status)] ?? 0) + 1;
    return {
      payments: outsider.payments.size,
      refunds: outsider.refunds.size,
      kills: kills.length,
      events: outsider.events(),
      duplicates: outsider.duplicates(),
      statuses,
      agreedAfterMs,
      problems: outsider.problems,
    };
  } finally {
    await outsider.stop();
  }
}
