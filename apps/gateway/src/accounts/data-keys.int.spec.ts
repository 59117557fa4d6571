import { testDataKeys } from '@payorch/harness';
import type { MerchantId } from '@payorch/kernel';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testBox, testTrace, type GatewayDatabase } from '../../test/gateway-database';
import { refusalOf } from '../../test/refusal-of';
import { publishedSettings } from '../../test/settings-topic';
import { DataKeyRepository } from '../data-keys';

const keys = testDataKeys();
const rows = new DataKeyRepository();
const person = { primary_contact_person: 'Ada Lovelace', primary_email: 'ada@acme.example', primary_phone: '5551234' };
const address = { line1: 'Main Street 1', first_name: 'Ada', country: 'US' };

let gateway: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
beforeAll(async () => {
  gateway = await gatewayDatabase();
  services = accountServices(gateway.database);
});
afterAll(() => gateway.close());

let made = 0;
const create = async (more: object = {}) =>
  (await services.merchants.create({ merchant_id: `acme_${++made}`, ...more }, testTrace)).merchantId;
const keysOf = (merchantId: MerchantId) => gateway.database.read([merchantId], (sql) => rows.find(sql, merchantId));
/** The rows of all merchants, and everything that was published. */
async function stored(): Promise<string> {
  await services.relay.publish();
  const rowsOfAll = await gateway.database.read('every', (sql) =>
    sql.query<{ row: string }>('SELECT m::text AS row FROM merchant_accounts m'),
  );
  const published = services.producer.sent.map(({ value }) => value.toString());
  return [...rowsOfAll.map(({ row }) => row), ...published].join('\n');
}

describe('a new merchant', () => {
  it('has a lookup key and a first key that seals, of its own', async () => {
    const [one, other] = [await create(), await create()];
    const all = await Promise.all([one, other].map(async (id) => (await keysOf(id)).map((key) => ({ id, key }))));
    expect(all.map((each) => each.map(({ key }) => key.version))).toEqual([
      [0, 1],
      [0, 1],
    ]);
    const bytes = all.flat().map(({ id, key }) => keys.unwrap(id, key).export().toString('hex'));
    expect(new Set(bytes).size).toBe(4);
  });

  it('is published with its keys, which come before the account', async () => {
    const merchantId = await create();
    await services.relay.publish();
    const settings = publishedSettings(services.producer.sent, merchantId);
    expect(settings.map(({ type, version }) => [type, version])).toEqual([
      ['data_keys.settings', 1],
      ['merchant.settings', 1],
      ['profile.settings', 1],
    ]);
    const message = services.producer.sent.find(({ key }) => key === `data_keys/${merchantId}`)!;
    expect(JSON.parse(message.value.toString())).toMatchObject({ merchantId, keys: await keysOf(merchantId) });
  });

  it('gets its keys once, when it is created many times at once', async () => {
    const merchant_id = `acme_${++made}`;
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => refusalOf(services.merchants.create({ merchant_id }, testTrace))),
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect((await keysOf(merchant_id as MerchantId)).map(({ version }) => version)).toEqual([0, 1]);
  });

  it('leaves no key when its creation is refused', async () => {
    const merchantId = await create();
    const before = await keysOf(merchantId);
    expect(await refusalOf(services.merchants.create({ merchant_id: merchantId }, testTrace))).toBe('merchant_exists');
    expect(await keysOf(merchantId)).toEqual(before);
  });
});

describe('a merchant’s keys', () => {
  it('are not visible in the transactions of another merchant', async () => {
    const [one, other] = [await create(), await create()];
    const seen = await gateway.database.read([other], (sql) =>
      sql.query<{ merchant_id: string }>('SELECT * FROM data_keys'),
    );
    expect(new Set(seen.map(({ merchant_id }) => merchant_id))).toEqual(new Set([other]));
    const stealing = gateway.database.change([other], (sql) => rows.insert(sql, one, [keys.create(one, 2)]));
    await expect(stealing).rejects.toThrow('row-level security');
  });

  it('outlive the account', async () => {
    const merchantId = await create();
    const before = await keysOf(merchantId);
    await services.closing.close(merchantId, testTrace);
    expect(await keysOf(merchantId)).toEqual(before);
  });
});

describe('the people of a merchant', () => {
  it('are shown, and stored in no column and no message in plain text', async () => {
    const merchantId = await create({ merchant_details: { ...person, address } });
    expect((await services.merchants.retrieve(merchantId)).details.merchant_details).toEqual({ ...person, address });
    const changed = { ...person, primary_contact_person: 'Grace Hopper' };
    await services.merchants.update(merchantId, { merchant_details: changed }, testTrace);
    await services.merchants.update(merchantId, { merchant_name: 'Acme' }, testTrace);
    expect((await services.merchants.retrieve(merchantId)).details.merchant_details).toEqual(changed);
    const text = await stored();
    expect(text).toContain(merchantId);
    for (const marked of [...Object.values(person), 'Main Street 1', 'Grace Hopper'])
      expect(text).not.toContain(marked);
  });

  it('of an account that is older than the seal are shown, and sealed with its next change', async () => {
    const merchantId = await create();
    const older = testBox().seal(JSON.stringify((await services.merchants.retrieve(merchantId)).secrets), {
      merchantId,
      objectId: merchantId,
      column: 'merchant_accounts.sealed_secrets',
    });
    await gateway.database.change([merchantId], (sql) =>
      sql.query(
        `UPDATE merchant_accounts SET sealed_secrets = $2,
           details = (details::jsonb || jsonb_build_object('merchant_details', $3::jsonb))::json WHERE merchant_id = $1`,
        [merchantId, older, JSON.stringify(person)],
      ),
    );
    const read = async () => (await services.merchants.retrieve(merchantId)).details.merchant_details;
    expect(await read()).toEqual(person);
    expect(await stored()).toContain('Ada Lovelace');
    await services.merchants.update(merchantId, { merchant_name: 'Acme' }, testTrace);
    expect(await read()).toEqual(person);
    expect(await stored()).not.toContain('Ada Lovelace');
  });
});
