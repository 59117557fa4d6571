import { freshSchema } from '@payorch/harness';
import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { inTransaction, openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aRequest, seals } from '../../test/builders';
import { freezeBody } from '../domain/event-body';
import { database } from './database';
import { bodyFromColumn, DeliveryRepository } from './delivery.repository';
import { EventRedaction } from './event-redaction';

let dataSource: DataSource;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshSchema('webhooks');
  drop = fresh.drop;
  dataSource = await openDatabase({ ...database, url: new Secret(fresh.url), logger: silentLogger });
});
afterAll(async () => {
  await dataSource.destroy();
  await drop();
});

const acme = 'acme_1' as MerchantId;
const other = 'acme_2' as MerchantId;
const add = (given: Parameters<typeof aRequest>[0]) => {
  const request = aRequest({ object: { payment_id: 'pay_1', amount: 6540, email: 'jo@acme.example' }, ...given });
  const event = {
    request,
    endpointId: request.profileId,
    body: freezeBody(request),
    requestId: 'req_1',
    leaseToken: null,
  };
  return new DeliveryRepository(dataSource, seals, 1_000, 60_000).add([event]);
};
const emails = async () => {
  const rows = await inTransaction(dataSource, { merchants: 'every' }, (sql) =>
    sql.query<{ merchant_id: string; event_id: string; object_id: string; body: Buffer }>(
      'SELECT merchant_id, event_id, object_id, body FROM events',
    ),
  );
  const seen = rows.map(({ merchant_id, event_id, object_id, body }) => {
    expect(body.toString()).not.toContain('acme.example');
    const { content } = JSON.parse(
      bodyFromColumn(seals, body, { merchantId: merchant_id, objectId: event_id }).toString(),
    ) as {
      content: { object: { email: string; amount: number } };
    };
    return `${merchant_id} ${object_id} ${content.object.email} ${content.object.amount}`;
  });
  return [...new Set(seen)].sort();
};

it('all events about an object lose their personal data, and nothing else; other objects and merchants keep theirs', async () => {
  for (let n = 0; n < 101; n++) await add({ merchantId: acme });
  await add({ merchantId: acme, objectId: 'pay_2' });
  await add({ merchantId: other });
  const redaction = new EventRedaction(dataSource, seals);
  await redaction.redact(acme, 'pay_1');
  await redaction.redact(acme, 'pay_1');
  await redaction.redact(acme, 'pay_none');
  expect(await emails()).toEqual([
    'acme_1 pay_1 Redacted 6540',
    'acme_1 pay_2 jo@acme.example 6540',
    'acme_2 pay_1 jo@acme.example 6540',
  ]);
});
