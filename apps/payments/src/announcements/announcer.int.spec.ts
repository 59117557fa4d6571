import { freshSchema, testSeals } from '@payorch/harness';
import { keyOfKind } from '@payorch/contracts';
import { newId, Secret } from '@payorch/kernel';
import type { EncodedMessage } from '@payorch/platform/kafka';
import { inTransaction, openDatabase, sendAll, type Sql } from '@payorch/platform/postgres';
import { createLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { later, merchantId } from '../../test/fixtures';
import { aSavedCard } from '../../test/payment-methods';
import type { SavedPaymentMethod } from '../payment-methods/domain/payment-method';
import { PaymentMethodStore } from '../payment-methods/persistence/payment-method.store';
import { BatchPaymentMethods, paymentMethodWrites } from '../payment-methods/persistence/payment-methods';
import { database as schema } from '../persistence/database';
import { Announcer } from './announcer';

const seals = testSeals();
const store = new PaymentMethodStore(seals);
const logger = createLogger({ service: 'payments', level: 'silent' });
let database: DataSource;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshSchema('payments');
  drop = fresh.drop;
  database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger });
});
afterAll(async () => {
  await database.destroy();
  await drop();
});

const transact = <T>(work: (sql: Sql) => Promise<T>) => inTransaction(database, { merchants: 'every' }, work);
const within = <T>(work: (sql: Sql) => Promise<T>) => inTransaction(database, { merchants: [merchantId] }, work);

/** A producer that keeps what it acknowledges, and fails as often as `failures` says. */
class Sent {
  readonly messages: EncodedMessage[] = [];
  failures = 0;
  async send(messages: readonly EncodedMessage[]): Promise<void> {
    if (this.failures > 0) throw new Error(`the broker is away ${(this.failures -= 1)}`);
    this.messages.push(...messages);
  }
  /** Of one object: the types and versions in the order of publishing. */
  of(key: string): [type: string, version: number, status: string][] {
    return this.messages
      .filter((message) => message.key === key)
      .map(({ headers, value }) => {
        const { version, status } = JSON.parse(String(value)) as { version: number; status: string };
        return [headers['ce_type']!, version, status];
      });
  }
}
let sent: Sent;
let announcer: Announcer;
beforeEach(() => {
  sent = new Sent();
  announcer = new Announcer({ transact, producer: sent, logger, publicUrl: 'https://pay.example.com', everyMs: 1_000 });
});

const addCustomer = (customerId: string) =>
  within((sql) =>
    sql.query(
      `INSERT INTO customers (merchant_id, customer_id, details) VALUES ($1, $2, '{}') ON CONFLICT DO NOTHING`,
      [merchantId, customerId],
    ),
  );
const changeCustomer = (customerId: string, set: string) =>
  within((sql) =>
    sql.query(`UPDATE customers SET version = version + 1, modified_at = now(), ${set} WHERE customer_id = $1`, [
      customerId,
    ]),
  );
const keyOfCustomer = (customerId: string) => keyOfKind('customers', merchantId, customerId);
const keyOf = ({ paymentMethodId }: SavedPaymentMethod) => keyOfKind('payment_methods', merchantId, paymentMethodId);
const write = (before: SavedPaymentMethod | undefined, after: SavedPaymentMethod) =>
  within(async (sql) => {
    await Promise.all(sendAll(sql, store.writes([{ key: keyOf(after), before, after, partition: 0 }])));
  });

it('each change of a customer is an event, in order, and a deleted one has no more', async () => {
  const customerId = newId('cus');
  await addCustomer(customerId);
  await addCustomer(customerId);
  await changeCustomer(customerId, `default_payment_method_id = 'pm_1'`);
  await changeCustomer(customerId, 'redacted_at = now()');
  await changeCustomer(customerId, 'redacted_at = redacted_at');
  await announcer.round();
  expect(sent.of(keyOfCustomer(customerId))).toEqual([
    ['customer.created', 1, 'active'],
    ['customer.updated', 2, 'active'],
    ['customer.deleted', 3, 'deleted'],
  ]);
});

it('a payment method is created, changed and deleted; its use is no event', async () => {
  const saved = aSavedCard();
  await addCustomer(saved.customerId);
  await write(undefined, saved);
  await within(async (sql) => {
    const batch = new BatchPaymentMethods();
    batch.use(merchantId, saved.paymentMethodId, later(1));
    await Promise.all(sendAll(sql, paymentMethodWrites(seals, batch)));
  });
  const used = { ...saved, version: saved.version + 1 };
  const inactive = { ...used, version: used.version + 1, status: 'inactive' as const };
  await write(used, inactive);
  await write(inactive, { ...inactive, isDeleted: true });
  await announcer.round();
  expect(sent.of(keyOf(saved))).toEqual([
    ['payment_method.created', 1, 'active'],
    ['payment_method.updated', 3, 'inactive'],
    ['payment_method.deleted', 4, 'deleted'],
  ]);
});

it('what the broker did not take is published by the next round, under the same ids', async () => {
  const customerId = newId('cus');
  await addCustomer(customerId);
  sent.failures = 1;
  await announcer.round();
  expect(sent.of(keyOfCustomer(customerId))).toEqual([]);
  await announcer.round();
  await announcer.round();
  expect(sent.of(keyOfCustomer(customerId))).toEqual([['customer.created', 1, 'active']]);
});

it('an object from before the topics is published as it is now', async () => {
  const customerId = newId('cus');
  await addCustomer(customerId);
  await changeCustomer(customerId, `default_payment_method_id = 'pm_1'`);
  await within(async (sql) => {
    await sql.query('DELETE FROM object_changes', []);
    for (const id of [customerId, newId('cus')])
      await sql.query(`INSERT INTO object_changes (type, state) VALUES ('customer.known', $1)`, [
        JSON.stringify({ merchantId, customerId: id }),
      ]);
  });
  await announcer.round();
  expect(sent.messages.map(({ key }) => key)).toEqual([keyOfCustomer(customerId)]);
  expect(sent.of(keyOfCustomer(customerId))).toEqual([['customer.updated', 2, 'active']]);
});

it('while another instance publishes, nothing is published', async () => {
  const customerId = newId('cus');
  await addCustomer(customerId);
  const other = `SELECT pg_advisory_xact_lock(hashtext(current_schema() || '.object_changes'))`;
  await within(async (sql) => {
    await sql.query(other, []);
    await announcer.round();
    expect(sent.messages).toEqual([]);
  });
  await announcer.round();
  expect(sent.of(keyOfCustomer(customerId))).toHaveLength(1);
});
