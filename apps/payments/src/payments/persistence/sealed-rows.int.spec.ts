import { freshSchema, testDataKeys, TestKeySource } from '@payorch/harness';
import type { CustomerId, MerchantId, PaymentId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { inTransaction, openDatabase, reading, sendAll } from '@payorch/platform/postgres';
import { MerchantSeals, SealError } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayment } from '../../../test/builders';
import { database as schema } from '../../persistence/database';
import type { Payment } from '../domain/payment';
import { PaymentRepository } from './payment/payment.repository';
import { nothingShared } from './shared/shared';

const [acme, other] = ['merchant_a', 'merchant_b'] as [MerchantId, MerchantId];
const keys = testDataKeys();
const source = new TestKeySource(keys);
const repository = new PaymentRepository(new MerchantSeals(source, keys));

let database: DataSource;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshSchema('payments');
  drop = fresh.drop;
  database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
});
afterAll(async () => {
  await database.destroy();
  await drop();
});
beforeEach(() => all('TRUNCATE intents, attempts CASCADE'));

const all = <Row>(text: string, params: unknown[] = []): Promise<Row[]> =>
  inTransaction(database, { merchants: 'every' }, (sql) => sql.query<Row>(text, params));

const paymentOf = (merchantId: MerchantId, id: string): Payment => {
  const payment = aPayment.charged();
  return {
    ...payment,
    merchantId,
    paymentId: id as PaymentId,
    version: 1,
    clientSecret: `${id}_secret_of_${merchantId}`,
    customerId: 'cus_a' as CustomerId,
    customer: { name: `Ada of ${merchantId} ${id}`, email: 'ada@b.example' },
    attempts: payment.attempts.map((attempt) => ({ ...attempt, id: `${id}_${attempt.number}` as never })),
  };
};

async function save(...payments: Payment[]): Promise<void> {
  for (const after of payments) {
    const { merchantId, paymentId } = after;
    const change = { key: `${merchantId}/${paymentId}`, before: undefined, after, partition: 1 };
    await inTransaction(database, { merchants: [merchantId] }, (sql) =>
      Promise.all(sendAll(sql, repository.writes([change], nothingShared()))),
    );
  }
}

const find = (merchantId: MerchantId, id: string) =>
  reading(database, [merchantId], (sql) => repository.find(sql, merchantId, id as PaymentId));

/** Exchanges the seals of two rows. */
const swap = (table: 'intents' | 'attempts', one: string, two: string): Promise<unknown> =>
  all(
    `UPDATE ${table} a SET body = a.body || jsonb_build_object('sealed', b.body->'sealed') FROM ${table} b
     WHERE a.merchant_id || '/' || a.payment_id IN ($1, $2) AND b.merchant_id || '/' || b.payment_id IN ($1, $2)
       AND (a.merchant_id, a.payment_id) <> (b.merchant_id, b.payment_id)`,
    [one, two],
  );

it('a payment is stored without a word about its customer, and read whole', async () => {
  const payment = paymentOf(acme, 'pay_1');
  await save(payment);
  const rows = JSON.stringify(await all('SELECT i::text FROM intents i UNION ALL SELECT a::text FROM attempts a'));
  expect(rows).toContain('pay_1');
  for (const marked of ['Ada of', 'ada@b.example', 'secret_of', 'Joseph']) expect(rows).not.toContain(marked);
  expect(await find(acme, 'pay_1')).toMatchObject({
    clientSecret: payment.clientSecret,
    customer: payment.customer,
    attempts: payment.attempts.map(({ id, facts, method }) => ({ id, facts, method })),
  });
});

it.each([
  ['intents', 'merchant_a/pay_2'],
  ['intents', 'merchant_b/pay_1'],
  ['attempts', 'merchant_a/pay_2'],
  ['attempts', 'merchant_b/pay_1'],
] as const)('when the seals of two rows of %s are swapped, with %s, neither opens', async (table, second) => {
  const payments = [paymentOf(acme, 'pay_1'), paymentOf(acme, 'pay_2'), paymentOf(other, 'pay_1')];
  await save(...payments);
  const [merchantId, id] = second.split('/') as [MerchantId, string];
  await swap(table, 'merchant_a/pay_1', second);
  await expect(find(acme, 'pay_1')).rejects.toThrow(SealError);
  await expect(find(merchantId, id)).rejects.toThrow(SealError);
  // The third payment is read as before, and so are the two when their own seals are back.
  const third = payments.find((one) => ![`merchant_a/pay_1`, second].includes(`${one.merchantId}/${one.paymentId}`))!;
  expect((await find(third.merchantId, third.paymentId))?.customer).toEqual(third.customer);
  await swap(table, 'merchant_a/pay_1', second);
  for (const one of payments) expect((await find(one.merchantId, one.paymentId))?.customer).toEqual(one.customer);
});

it('when one character of a seal is changed it does not open, whichever it is', async () => {
  await save(paymentOf(acme, 'pay_1'));
  const [{ sealed }] = (await all<{ sealed: string }>(`SELECT body->>'sealed' AS sealed FROM intents`)) as [
    { sealed: string },
  ];
  const every = Math.ceil(sealed.length / 60);
  for (let at = 0; at < sealed.length; at += every) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    await all(`UPDATE intents SET body = body || jsonb_build_object('sealed', $1::text)`, [changed]);
    await expect(find(acme, 'pay_1')).rejects.toThrow(SealError);
  }
  await all(`UPDATE intents SET body = body || jsonb_build_object('sealed', $1::text)`, [sealed]);
  expect((await find(acme, 'pay_1'))?.clientSecret).toBe('pay_1_secret_of_merchant_a');
});

it('a payment is read after a rotation, and its next version is sealed with the newer key', async () => {
  const payment = paymentOf(acme, 'pay_1');
  await save(payment);
  const versions = () => all<{ seal: string }>(`SELECT left(body->>'sealed', 5) AS seal FROM intents`);
  const [before] = await versions();
  source.rotate(acme);
  const read = (await find(acme, 'pay_1'))!;
  expect(read.customer).toEqual(payment.customer);
  const change = { key: 'merchant_a/pay_1', before: read, after: { ...read, version: 2 }, partition: 1 };
  await inTransaction(database, { merchants: [acme] }, (sql) =>
    Promise.all(sendAll(sql, repository.writes([change], nothingShared()))),
  );
  const [after] = await versions();
  expect([before, after]).toEqual([{ seal: 'd1.1.' }, { seal: 'd1.2.' }]);
  expect((await find(acme, 'pay_1'))?.customer).toEqual(payment.customer);
});
