import { aMerchant, cardFields, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../../support/rows';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

let counted = 0;
const nextKey = () => `${merchant.merchantId} order ${counted++}`;
const under = (key: string) => ({ 'idempotency-key': key });
const create = async (): Promise<Json> => ok(await merchant.api.post('/payments', paymentBody({ confirm: false })));
const confirmPath = ({ payment_id }: Json) => `/payments/${payment_id}/confirm`;
const stored = (key: string) =>
  rowsOf(system, 'SELECT 1 FROM gateway.idempotency_keys WHERE merchant_id = $1 AND idempotency_key = $2', [
    merchant.merchantId,
    key,
  ]);

describe('a browser with the publishable key, which sends the next key of the merchant first', () => {
  it.each<[string, (own: Json) => object]>([
    ['a wrong client secret', ({ payment_id }) => ({ client_secret: `${payment_id}_secret_wrongwrongwrongwrong` })],
    ['the client secret of another payment', () => ({ client_secret: 'pay_other_secret_wrongwrongwrongwrong' })],
    ['its own client secret', ({ client_secret }) => ({ client_secret, ...cardFields() })],
  ])('does not stop the request of the merchant (%s)', async (_, bodyOf) => {
    const [meant, key] = [await create(), nextKey()];
    const strangers = await create();
    await merchant.client.post(confirmPath(strangers), bodyOf(strangers), under(key));
    const mine = ok(await merchant.api.post(confirmPath(meant), {}, under(key)));
    expect(mine).toMatchObject({ payment_id: meant['payment_id'], status: 'succeeded' });
  });

  it('leaves no row where its payment does not exist or its secret is wrong', async () => {
    const [meant, key] = [await create(), nextKey()];
    const absent = { client_secret: 'pay_absent_secret_wrongwrongwrongwrong' };
    const wrong = { client_secret: `${meant['payment_id']}_secret_wrongwrongwrongwrong` };
    const answers = [
      await merchant.client.post('/payments/pay_absent/confirm', absent, under(key)),
      await merchant.client.post(confirmPath(meant), wrong, under(key)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400]);
    expect(await stored(key)).toEqual([]);
  });
});

it('a browser retries under its own key: one effect, and the bytes of the first answer', async () => {
  const [payment, key] = [await create(), nextKey()];
  const body = { client_secret: payment['client_secret'], ...cardFields() };
  const first = await merchant.client.post(confirmPath(payment), body, under(key));
  const again = await merchant.client.post(confirmPath(payment), body, under(key));
  expect(ok(first)).toMatchObject({ status: 'succeeded' });
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

it('a key that met no payment serves the request that was meant', async () => {
  const key = nextKey();
  const paymentId = `pay_late_${merchant.merchantId}`.slice(0, 60);
  expect((await merchant.api.post(`/payments/${paymentId}/confirm`, {}, under(key))).status).toBe(404);
  ok(await merchant.api.post('/payments', paymentBody({ confirm: false, payment_id: paymentId })));
  expect(ok(await merchant.api.post(`/payments/${paymentId}/confirm`, {}, under(key)))).toMatchObject({
    status: 'succeeded',
  });
});

it('100 parallel identical POSTs have one effect and one body', async () => {
  const key = nextKey();
  const body = paymentBody({ amount: 4321 });
  const send = () => merchant.api.post('/payments', body, under(key));
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  const paid = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(new Set([...paid, await send()].map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  const made = await rowsOf(system, 'SELECT 1 FROM payments.intents WHERE merchant_id = $1 AND amount = 4321', [
    merchant.merchantId,
  ]);
  expect(made).toHaveLength(1);
});
