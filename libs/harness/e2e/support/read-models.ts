import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { aMerchant, eventually, ok, workspace, type Json, type System, type TestMerchant } from '@payorch/harness';
import { answered } from './fault-load';
import {
  knownPayments,
  knownRefunds,
  listedPayments,
  listedRefunds,
  moneyIn,
  pay,
  tableOf,
  type Table,
} from './outside-table';
import type { KnownState } from './outsider';
import { aPayoutMerchant, payoutBody } from './payouts';
import { rowsOf } from './rows';

/** A team that has a user of the broker with its rights, and a database. */
export interface ReadingTeam {
  readonly system: System;
  /** KAFKA_BROKERS, KAFKA_USER, KAFKA_PASSWORD and KAFKA_CA_FILE. */
  readonly env: Record<string, string>;
}

const readObjects = ['payments', 'refunds', 'payouts', 'customers', 'payment_methods'] as const;

/** `npm run read-model` until it has read what is there; returns the rows of each table. */
export async function readModel(
  { system, env }: ReadingTeam,
  schema: string,
  from: 'snapshots' | 'beginning',
): Promise<Record<string, number>> {
  const tool = path.join(workspace, 'tools/read-model.mjs');
  const args = [tool, readObjects.join(), '--database', system.database.adminUrl, '--schema', schema, '--from', from];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--once', '--json'], {
    cwd: workspace,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  return JSON.parse(stdout) as Record<string, number>;
}

async function statesIn(team: ReadingTeam, table: string, merchantId: string, id: string) {
  const rows = await rowsOf<{ state: KnownState }>(
    team.system,
    `SELECT state FROM ${table} WHERE state ->> 'merchantId' = $1`,
    [merchantId],
  );
  return new Map(rows.map(({ state }) => [String(state[id]), state]));
}

export interface Traffic {
  readonly payer: TestMerchant;
  readonly recipient: TestMerchant;
}

/** Payments of all kinds, some with refunds and with customers who save a card, and a payout for every fifth payment. */
export async function makeTraffic(system: System, payments: number): Promise<Traffic> {
  const [payer, recipient] = [await aMerchant(system), await aPayoutMerchant(system, { connectors: ['pretendpay'] })];
  const numbers = Array.from({ length: payments }, (_, number) => number);
  const work = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      await pay(payer, number);
      if (number % 5 === 0)
        await answered(() => recipient.api.post('/payouts/create', payoutBody({ connector: ['pretendpay'] })));
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  const customer = ok(await payer.api.post('/customers', { name: 'Joseph Doe' })).customer_id as string;
  ok(await payer.api.post(`/customers/${customer}`, { name: 'Josephine Doe' }));
  const deleted = ok(await payer.api.post('/customers', { name: 'Nikola Doe' })).customer_id as string;
  ok(await payer.api.raw('DELETE', `/customers/${deleted}`));
  return { payer, recipient };
}

async function listedPayouts({ api }: TestMerchant): Promise<Table> {
  const all: Json[] = [];
  for (let after = ''; ;) {
    const { data } = ok(await answered(() => api.get(`/payouts/list?limit=20${after}`))) as { data: Json[] };
    all.push(...data);
    if (data.length < 20) break;
    after = `&starting_after=${data.at(-1)!.payout_id}`;
  }
  const columns = ({ status, amount, currency, customer_id }: Json) => ({
    ...{ status, amount, currency },
    customer_id: customer_id ?? null,
  });
  return tableOf(all, (row) => row.payout_id as string, columns);
}

const knownPayouts = (payouts: ReadonlyMap<string, KnownState>): Table =>
  tableOf(
    payouts,
    ([id]) => id,
    ([, state]) => ({ status: state['status'], ...moneyIn(state), customer_id: state['customerId'] }),
  );

/** A deleted customer stays in the list, without its name. */
async function listedCustomers({ api }: TestMerchant): Promise<Table> {
  const rows = ok(await answered(() => api.get('/customers/list?limit=100'))) as unknown as Json[];
  const columns = ({ name, default_payment_method_id }: Json) => ({
    status: name === 'Redacted' ? 'deleted' : 'active',
    default: default_payment_method_id ?? null,
  });
  return tableOf(rows, (row) => row.customer_id as string, columns);
}

const knownCustomers = (customers: ReadonlyMap<string, KnownState>): Table =>
  tableOf(
    customers,
    ([id]) => id,
    ([, state]) => ({ status: state['status'], default: state['defaultPaymentMethodId'] }),
  );

/** Reads on until the tables of a read model are those of the API's lists. */
export async function expectTablesOfLists(
  team: ReadingTeam,
  { payer, recipient }: Traffic,
  schema: string,
  from: 'snapshots' | 'beginning',
): Promise<void> {
  const states = (table: string, { merchantId }: TestMerchant, id: string) =>
    statesIn(team, `${schema}.${table}`, merchantId, id);
  const compare = async () => {
    await readModel(team, schema, from);
    expect(knownPayments(await states('payments', payer, 'paymentId'))).toEqual(await listedPayments(payer));
    expect(knownRefunds(await states('refunds', payer, 'refundId'))).toEqual(await listedRefunds(payer));
    expect(knownPayouts(await states('payouts', recipient, 'payoutId'))).toEqual(await listedPayouts(recipient));
    expect(knownCustomers(await states('customers', payer, 'customerId'))).toEqual(await listedCustomers(payer));
    return true;
  };
  await eventually(compare, { withinMs: 180_000, everyMs: 1_000 });
}
