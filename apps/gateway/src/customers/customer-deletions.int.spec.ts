import { type Outgoing, refuse, type Refusal } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import { silentLogger } from '@payorch/platform/telemetry';
import { gatewayDatabase, type GatewayDatabase } from '../../test/gateway-database';
import { CustomerDeletions } from './customer-deletions';
import { CustomerDeletionRepository } from './persistence/customer-deletion.repository';

let db: GatewayDatabase;
beforeAll(async () => void (db = await gatewayDatabase()));
afterAll(() => db.close());

let made = 0;
const aPlace = () => ({ merchantId: 'acme' as MerchantId, customerId: `cus_${++made}` as CustomerId });

/** A gateway whose erasures are recorded; `reply` says what the owner answers about the customer. */
function gateway(reply: Refusal | { deleted: boolean }) {
  const erased: string[] = [];
  const asked: string[] = [];
  const query = async ({ data }: Outgoing) => {
    asked.push((data as { customerId: string }).customerId);
    return 'code' in reply ? reply : Buffer.from(JSON.stringify(reply));
  };
  const places: string[] = [];
  const note = async (merchantId: string, customerId: string) => {
    erased.push(customerId);
    places.push(merchantId);
  };
  const deleteAll = async (merchantId: string) => void places.push(`keys of ${merchantId}`);
  const deletions = new CustomerDeletions(
    db.database,
    new CustomerDeletionRepository(),
    { query },
    { redact: note },
    { deleteAll },
    silentLogger,
    { customerDeletionsEveryMs: 60_000, replyTimeoutMs: 5_000 },
  );
  return { deletions, erased, asked, places };
}
type Place = ReturnType<typeof aPlace>;
const stored = ({ customerId }: Place) =>
  db.database.read(['acme'], (sql) =>
    sql.query<{ erased: boolean; due_in: number }>(
      `SELECT erased_at IS NOT NULL AS erased, extract(epoch FROM due_at - now())::float AS due_in
       FROM customer_deletions WHERE customer_id = $1`,
      [customerId],
    ),
  );
const makeDue = ({ customerId }: Place, requested = 'requested_at') =>
  db.database.change(['acme'], (sql) =>
    sql.query(`UPDATE customer_deletions SET due_at = now(), requested_at = ${requested} WHERE customer_id = $1`, [
      customerId,
    ]),
  );

it('a deletion whose gateway died is completed by another, and once more for what was stored meanwhile', async () => {
  const place = aPlace();
  await gateway({ deleted: true }).deletions.begin(place);
  const other = gateway({ deleted: true });
  await other.deletions.round();
  expect(other.asked).toEqual([]);
  await makeDue(place);
  await other.deletions.round();
  expect(other.erased).toEqual([place.customerId]);
  expect(await stored(place)).toEqual([{ erased: true, due_in: expect.closeTo(900, -2) }]);
  await makeDue(place);
  await other.deletions.round();
  expect(other.erased).toEqual([place.customerId, place.customerId]);
  expect(await stored(place)).toEqual([]);
});

it('nothing is erased while the owner does not say that the customer is deleted', async () => {
  const place = aPlace();
  const silent = gateway(refuse('no_reply'));
  await silent.deletions.begin(place);
  await makeDue(place, `now() - interval '1 hour'`);
  await silent.deletions.round();
  expect([silent.asked, silent.erased]).toEqual([[place.customerId], []]);
  expect(await stored(place)).toEqual([{ erased: false, due_in: expect.closeTo(15, 0) }]);
  await makeDue(place, 'now()');
  const existing = gateway({ deleted: false });
  await existing.deletions.round();
  expect(await stored(place)).toHaveLength(1);
  await makeDue(place, `now() - interval '1 hour'`);
  await existing.deletions.round();
  expect([existing.asked.length, existing.erased]).toEqual([2, []]);
  expect(await stored(place)).toEqual([]);
});

it('a refused deletion is forgotten, unless another request for it is on its way', async () => {
  const place = aPlace();
  const { deletions } = gateway({ deleted: false });
  const first = await deletions.begin(place);
  const second = await deletions.begin(place);
  expect(second.request).not.toBe(first.request);
  await deletions.abandon(second);
  await deletions.abandon(first);
  expect(await stored(place)).toHaveLength(1);
  const alone = aPlace();
  await deletions.abandon(await deletions.begin(alone));
  expect(await stored(alone)).toEqual([]);
});

it('the data of a shared customer is erased at every connected account, deleted ones too', async () => {
  const account = (id: string, platform: string | null, deleted = false) =>
    db.database.change('every', (sql) =>
      sql.query(
        `INSERT INTO merchant_accounts (merchant_id, organization_id, publishable_key, details, sealed_secrets,
           platform_merchant_id, deleted_at) VALUES ($1, 'org_1', $1, '{}', '', $2, CASE WHEN $3 THEN now() END)`,
        [id, platform, deleted],
      ),
    );
  await account('shop_a', 'mall');
  await account('shop_b', 'mall', true);
  await account('shop_standard', null);
  await account('shop_elsewhere', 'other_mall');
  const { deletions, places } = gateway({ deleted: true });
  await deletions.erase({ merchantId: 'mall' as MerchantId, customerId: 'cus_shared' as CustomerId });
  expect(places).toEqual(['keys of mall', 'mall', 'keys of shop_a', 'shop_a', 'keys of shop_b', 'shop_b']);
});
