import type { CustomerId, MerchantId } from '@payorch/kernel';
import { gatewayDatabase, testResponses, type GatewayDatabase } from '../../test/gateway-database';
import { customerOfResponse } from './domain/customer-of-response';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';
import { ResponseRedaction } from './response-redaction';
import { answerOf } from './stored-answer';

let gateway: GatewayDatabase;
beforeAll(async () => {
  gateway = await gatewayDatabase();
});
afterAll(() => gateway.close());

const keys = new IdempotencyKeyRepository();
const responses = testResponses();
const digests = [Buffer.from('digest')];

async function stored(merchantId: string, key: string, customerId: string): Promise<void> {
  const place = { merchantId, route: 'POST /payments', key };
  const body = JSON.stringify({ payment_id: key, amount: 6540, customer_id: customerId, email: 'jo@acme.example' });
  const sealedResponse = responses.seal(place, JSON.stringify({ status: 200, type: 'application/json', body }));
  await gateway.database.change([merchantId], async (sql) => {
    await keys.claim(sql, place, { digests, commandId: key, leaseMs: 60_000 });
    await keys.storeResponse(sql, place, { commandId: key, sealedResponse, customerId: customerOfResponse(body) });
  });
}

async function replayed(merchantId: string, key: string): Promise<unknown> {
  const place = { merchantId, route: 'POST /payments', key };
  const claimed = await gateway.database.change([merchantId], (sql) =>
    keys.claim(sql, place, { digests, commandId: 'again', leaseMs: 60_000 }),
  );
  if (claimed.kind !== 'answered') return claimed.kind;
  return JSON.parse(answerOf(await responses.open(place, claimed.sealedResponse)).body);
}

it('a retry gets the response to its request, without the data of a deleted customer', async () => {
  for (let n = 0; n < 201; n++) await stored('acme', `pay_${n}`, 'cus_1');
  await stored('acme', 'pay_of_another', 'cus_2');
  await stored('other', 'pay_foreign', 'cus_1');
  const redaction = new ResponseRedaction(gateway.database, keys, responses);
  await redaction.redact('acme' as MerchantId, 'cus_1' as CustomerId);
  await redaction.redact('acme' as MerchantId, 'cus_1' as CustomerId);
  const shown = (payment_id: string, customer_id: string, email: string) => ({
    payment_id,
    amount: 6540,
    customer_id,
    email,
  });
  for (const n of [0, 99, 200])
    expect(await replayed('acme', `pay_${n}`)).toEqual(shown(`pay_${n}`, 'cus_1', 'Redacted'));
  expect(await replayed('acme', 'pay_of_another')).toEqual(shown('pay_of_another', 'cus_2', 'jo@acme.example'));
  expect(await replayed('other', 'pay_foreign')).toEqual(shown('pay_foreign', 'cus_1', 'jo@acme.example'));
});
