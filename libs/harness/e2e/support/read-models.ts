import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brokerEnv, eventually, ok, workspace, type Json, type System, type TestMerchant } from '@payorch/harness';
import { aPayer } from './disputes';
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
import { behind } from './older-objects';
import { rowsOf } from './rows';

/** A team that has a user of the broker with its rights, and a database. */
export interface ReadingTeam {
  readonly system: System;
  /** KAFKA_BROKERS, KAFKA_USER, KAFKA_PASSWORD and KAFKA_CA_FILE. */
  readonly env: Record<string, string>;
}

const objects = ['payments', 'refunds', 'payouts', 'disputes', 'customers', 'payment_methods'] as const;
const topics = objects.flatMap((one) => [
  `${one}.lifecycle`,
  one === 'refunds' ? 'refunds.public_snapshots' : `${one}.snapshots`,
]);

const run = async (tool: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<unknown> => {
  const options = { cwd: workspace, env };
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(workspace, tool), ...args], options);
  return JSON.parse(stdout);
};

/** A team that the operator of a secured broker has let in. */
export async function aReadingTeam(system: System): Promise<ReadingTeam> {
  const { ca, pemFile, superUser } = system.security!;
  const brokers = system.kafkaBrokers.join();
  const operator = { ...process.env, ...brokerEnv(system.security!, superUser.name), KAFKA_BROKERS: brokers };
  const args = ['add', 'tables', '--topics', topics.join(), '--json'];
  const { password } = (await run('tools/subscribers.mjs', args, operator)) as { readonly password: string };
  const caFile = path.join(path.dirname(pemFile), 'tables-ca.pem');
  writeFileSync(caFile, ca);
  const env = { KAFKA_BROKERS: brokers, KAFKA_USER: 'tables', KAFKA_PASSWORD: password, KAFKA_CA_FILE: caFile };
  return { system, env };
}

/** `npm run read-model` until it has read what is there; returns the rows of each table. */
async function readModel(
  { system, env }: ReadingTeam,
  schema: string,
  from: 'snapshots' | 'beginning',
): Promise<Record<string, number>> {
  const to = ['--database', system.database.adminUrl, '--schema', schema, '--from', from, '--once', '--json'];
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env };
  return (await run('tools/read-model.mjs', [objects.join(), ...to], own)) as Record<string, number>;
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

/** Payments of all kinds, some with refunds, some disputed, a payout for every fifth payment, and customers, of whom one saves two cards and one is deleted. */
export async function makeTraffic(system: System, payments: number): Promise<Traffic> {
  const [payer, recipient] = [await aPayer(system), await aPayoutMerchant(system, { connectors: ['pretendpay'] })];
  const numbers = Array.from({ length: payments }, (_, number) => number);
  const work = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      await pay(payer, number);
      if (number % 5 === 0)
        await answered(() => recipient.api.post('/payouts/create', payoutBody({ connector: ['pretendpay'] })));
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  await dispute(payer, system);
  const customer = ok(await payer.api.post('/customers', { name: 'Joseph Doe' })).customer_id as string;
  ok(await payer.api.post(`/customers/${customer}`, { name: 'Josephine Doe' }));
  const card = {
    card_number: '4242424242424242',
    card_exp_month: '10',
    card_exp_year: '35',
    card_holder_name: 'Joseph Doe',
  };
  const saved = { customer_id: customer, payment_method: 'card', payment_method_type: 'credit' };
  ok(await payer.api.post('/payment_methods', { ...saved, card }));
  const other = ok(
    await payer.api.post('/payment_methods', { ...saved, card: { ...card, card_number: '4000000000000077' } }),
  ).payment_method_id as string;
  ok(await payer.api.raw('DELETE', `/payment_methods/${other}`));
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
    status,
    amount,
    currency,
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

/** A dispute of each of the first charges, which every second one loses. */
async function dispute({ api }: TestMerchant, system: System): Promise<void> {
  const { data } = ok(await answered(() => api.get('/payments/list?limit=100'))) as { data: Json[] };
  const open = (body: object) => system.sandbox.post('/control/test-processor/disputes', body);
  const charged = data.filter(({ status }) => status === 'succeeded').slice(0, 8);
  for (const [number, { connector_transaction_id: payment }] of charged.entries()) {
    const { id } = ok(await open({ payment }));
    if (number % 2 === 0) ok(await open({ payment, id, status: 'dispute_lost' }));
  }
}

async function listedDisputes({ api }: TestMerchant): Promise<Table> {
  const rows = ok(await answered(() => api.get('/disputes/list?limit=100'))) as unknown as Json[];
  const columns = ({ payment_id, dispute_stage, dispute_status, amount, currency }: Json) => ({
    payment: payment_id,
    stage: dispute_stage,
    status: dispute_status,
    amount: Number(amount),
    currency,
  });
  return tableOf(rows, (row) => row.dispute_id as string, columns);
}

const knownDisputes = (disputes: ReadonlyMap<string, KnownState>): Table =>
  tableOf(
    disputes,
    ([id]) => id,
    ([, state]) => ({
      payment: state['paymentId'],
      stage: state['stage'],
      status: state['status'],
      ...moneyIn(state),
    }),
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

/** The saved payment methods of all customers in the list of customers. */
async function listedPaymentMethods({ api }: TestMerchant): Promise<Table> {
  const customers = ok(await answered(() => api.get('/customers/list?limit=100'))) as unknown as Json[];
  const lists = await Promise.all(
    customers.map(async ({ customer_id }) =>
      ok(await answered(() => api.get(`/customers/${customer_id}/payment_methods`))),
    ),
  );
  const rows = lists.flatMap(({ customer_payment_methods }) => customer_payment_methods as Json[]);
  const columns = ({ customer_id, payment_method, payment_method_type }: Json) => ({
    customer: customer_id,
    method: payment_method,
    type: payment_method_type ?? null,
  });
  return tableOf(rows, (row) => row.payment_method_id as string, columns);
}

/** A list has the active ones alone; a deleted one stays in the table with its status. */
const knownPaymentMethods = (states: ReadonlyMap<string, KnownState>): Table =>
  tableOf(
    [...states].filter(([, state]) => state['status'] === 'active'),
    ([id]) => id,
    ([, state]) => ({
      customer: state['customerId'],
      method: state['paymentMethod'],
      type: state['paymentMethodType'],
    }),
  );

type Start = 'snapshots' | 'beginning';
const schemaOf = (from: Start): string => `from_${from}`;

/**
 * What the table of an object and the list of the API show of it, for the merchant whose objects they are. An object that gains a
 * list gains a line here.
 */
const comparisons: readonly {
  readonly object: (typeof objects)[number];
  readonly id: string;
  readonly of: (traffic: Traffic) => TestMerchant;
  readonly known: (states: ReadonlyMap<string, KnownState>) => Table;
  readonly listed: (merchant: TestMerchant) => Promise<Table>;
}[] = [
  { object: 'payments', id: 'paymentId', of: ({ payer }) => payer, known: knownPayments, listed: listedPayments },
  { object: 'refunds', id: 'refundId', of: ({ payer }) => payer, known: knownRefunds, listed: listedRefunds },
  { object: 'payouts', id: 'payoutId', of: ({ recipient }) => recipient, known: knownPayouts, listed: listedPayouts },
  { object: 'disputes', id: 'disputeId', of: ({ payer }) => payer, known: knownDisputes, listed: listedDisputes },
  { object: 'customers', id: 'customerId', of: ({ payer }) => payer, known: knownCustomers, listed: listedCustomers },
  {
    object: 'payment_methods',
    id: 'paymentMethodId',
    of: ({ payer }) => payer,
    known: knownPaymentMethods,
    listed: listedPaymentMethods,
  },
];

/** Reads until the tables of a read model are those of the API's lists. Returns the rows of each table. */
export async function expectTablesOfLists(
  team: ReadingTeam,
  traffic: Traffic,
  from: Start,
): Promise<Record<string, number>> {
  const compare = async () => {
    const counts = await readModel(team, schemaOf(from), from);
    for (const { object, id, of, known, listed } of comparisons) {
      const merchant = of(traffic);
      const states = await statesIn(team, `${schemaOf(from)}.${object}`, merchant.merchantId, id);
      expect(known(states)).toEqual(await listed(merchant));
    }
    return counts;
  };
  return eventually(compare, { withinMs: 180_000, everyMs: 1_000 });
}

/** Reads the read model of the snapshots on until it has every object in its stored version. */
export async function expectStoredVersions(team: ReadingTeam): Promise<void> {
  const compare = async () => {
    await readModel(team, schemaOf('snapshots'), 'snapshots');
    expect(await behind(team.system, schemaOf('snapshots'))).toEqual([]);
    return true;
  };
  await eventually(compare, { withinMs: 120_000, everyMs: 1_000 });
}

/** Reads both read models on until they are the same, row by row. */
export async function expectSameTables(team: ReadingTeam): Promise<void> {
  const starts: readonly Start[] = ['beginning', 'snapshots'];
  const differing = objects.map(
    (object) => `SELECT '${object}' AS object, key FROM from_beginning.${object} a
      FULL JOIN from_snapshots.${object} b USING (key) WHERE a.version IS DISTINCT FROM b.version OR a.state IS DISTINCT FROM b.state`,
  );
  const compare = async () => {
    for (const from of starts) await readModel(team, schemaOf(from), from);
    expect(await rowsOf(team.system, differing.join(' UNION ALL '))).toEqual([]);
    return true;
  };
  await eventually(compare, { withinMs: 120_000, everyMs: 1_000 });
}
