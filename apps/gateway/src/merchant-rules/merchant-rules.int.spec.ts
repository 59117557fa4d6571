import type { MerchantId } from '@payorch/kernel';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { refusalOf } from '../../test/refusal-of';

let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
});
afterAll(() => db.close());

let made = 0;
async function aMerchant(): Promise<MerchantId> {
  const { merchantId } = await services.merchants.create({ merchant_id: `rules_${++made}` }, trace);
  return merchantId;
}

const at = '2026-11-26T04:00:00.000Z';
const named = (name: string) => ({ name, algorithm: { rules: [] }, createdAt: at, modifiedAt: at });
const surcharge = { ...named('surcharge'), showsIndividually: true };

const put3ds = (merchantId: MerchantId, name: string) =>
  services.rules.put('threeDs', merchantId, () => named(name), trace);
const putSurcharge = (merchantId: MerchantId) => services.rules.put('surcharge', merchantId, () => surcharge, trace);

/** The published states of a merchant's rules, in order. */
async function publishedRules(merchantId: MerchantId): Promise<Record<string, unknown>[]> {
  await services.relay.publish();
  return services.producer.sent
    .filter(({ key }) => key === `merchant_rules/${merchantId}`)
    .map(({ value }) => JSON.parse(value.toString()) as Record<string, unknown>);
}

it('each change of the rules is published whole with its account version', async () => {
  const merchantId = await aMerchant();
  await put3ds(merchantId, 'first');
  await putSurcharge(merchantId);
  expect(await services.rules.retrieve('threeDs', merchantId)).toEqual(named('first'));
  expect(await services.rules.retrieve('surcharge', merchantId)).toEqual(surcharge);
  await services.rules.delete('threeDs', merchantId, trace);
  await services.rules.delete('surcharge', merchantId, trace);
  expect(await publishedRules(merchantId)).toMatchObject([
    { accountVersion: 2, threeDs: named('first'), surcharge: null, deleted: false },
    { accountVersion: 3, threeDs: named('first'), surcharge, deleted: false },
    { accountVersion: 4, threeDs: null, surcharge, deleted: false },
    { accountVersion: 5, threeDs: null, surcharge: null, deleted: true },
  ]);
});

it('rules that a merchant does not have are not found', async () => {
  const [mine, other] = [await aMerchant(), await aMerchant()];
  await put3ds(other, 'of another');
  for (const kind of ['threeDs', 'surcharge'] as const) {
    expect(await refusalOf(services.rules.retrieve(kind, mine))).toBe('resource_not_found');
    expect(await refusalOf(services.rules.delete(kind, mine, trace))).toBe('resource_not_found');
  }
  expect((await services.merchants.retrieve(mine)).accountVersion).toBe(1);
});

it('a change is made of the stored rules: of concurrent ones each sees the one before', async () => {
  const merchantId = await aMerchant();
  await put3ds(merchantId, '');
  await Promise.all(
    Array.from({ length: 8 }, () =>
      services.rules.put('threeDs', merchantId, (stored) => named(`${stored?.name}x`), trace),
    ),
  );
  expect((await services.rules.retrieve('threeDs', merchantId)).name).toBe('x'.repeat(8));
});

it('a merchant account is deleted with its rules', async () => {
  const [merchantId, without] = [await aMerchant(), await aMerchant()];
  await putSurcharge(merchantId);
  await services.closing.close(merchantId, trace);
  await services.closing.close(without, trace);
  expect(await publishedRules(merchantId)).toMatchObject([{ surcharge }, { surcharge: null, deleted: true }]);
  expect(await publishedRules(without)).toEqual([]);
  const rows = await db.database.read([merchantId], (sql) => sql.query('SELECT * FROM merchant_rules'));
  expect(rows).toEqual([]);
});
