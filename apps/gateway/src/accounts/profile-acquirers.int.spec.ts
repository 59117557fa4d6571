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

const visa = {
  acquirer_assigned_merchant_id: 'M123',
  merchant_name: 'Acme',
  network: 'Visa',
  acquirer_bin: '438309',
};

let made = 0;
async function merchantAndProfile() {
  const { merchantId, defaultProfileId } = await services.merchants.create({ merchant_id: `acme_${++made}` }, trace);
  return { merchantId, profileId: defaultProfileId! };
}
const stored = async (merchantId: MerchantId, profileId: string) =>
  (await services.profiles.retrieve(merchantId, profileId)).acquirers;

it('acquirers survive updates of their profile', async () => {
  const { merchantId, profileId } = await merchantAndProfile();
  const { id } = await services.acquirers.create(merchantId, profileId, visa, trace);
  expect(id).toMatch(/^pro_acq_[0-9A-Za-z]{20}$/);
  await services.acquirers.update(merchantId, { profileId, id }, { network: 'Mastercard', is_default: true }, trace);
  await services.profiles.update(merchantId, profileId, { session_expiry: 600 }, trace);
  const { defaultId, buckets } = await stored(merchantId, profileId);
  expect([defaultId, buckets.map((one) => [one.id, one.configs.map(({ network }) => network)])]).toEqual([
    id,
    [[id, ['Visa', 'Mastercard']]],
  ]);
});

it('concurrent acquirers are all stored, a duplicate only once', async () => {
  const { merchantId, profileId } = await merchantAndProfile();
  const bins = ['1', '2', '3', '1', '2', '3'];
  const codes = await Promise.all(
    bins.map((acquirer_bin) =>
      refusalOf(services.acquirers.create(merchantId, profileId, { ...visa, acquirer_bin }, trace)),
    ),
  );
  expect(codes.sort()).toEqual(['already_exists', 'already_exists', 'already_exists', 'done', 'done', 'done']);
  expect((await stored(merchantId, profileId)).buckets).toHaveLength(3);
});

it('a profile and an acquirer of another merchant are not found', async () => {
  const [mine, theirs] = [await merchantAndProfile(), await merchantAndProfile()];
  const { id } = await services.acquirers.create(theirs.merchantId, theirs.profileId, visa, trace);
  const change = (profileId: string) =>
    refusalOf(services.acquirers.update(mine.merchantId, { profileId, id }, { is_default: true }, trace));
  expect(await refusalOf(services.acquirers.create(mine.merchantId, theirs.profileId, visa, trace))).toBe(
    'profile_not_found',
  );
  expect(await change(theirs.profileId)).toBe('profile_not_found');
  expect(await change(mine.profileId)).toBe('profile_acquirer_not_found');
});

it('the contracts of the default acquirer are published with their profile', async () => {
  const { merchantId, profileId } = await merchantAndProfile();
  const contract = { acquirer_country_code: 'DE', acquirer_fraud_rate: 0.5 };
  const { id } = await services.acquirers.create(merchantId, profileId, { ...visa, ...contract }, trace);
  await services.acquirers.update(merchantId, { profileId, id }, { is_default: true }, trace);
  await services.acquirers.update(merchantId, { profileId, id }, { is_default: false }, trace);
  await services.relay.publish();
  const published = services.producer.sent
    .filter(({ key }) => key === `profile/${merchantId}/${profileId}`)
    .map(({ value }) => (JSON.parse(value.toString()) as { acquirers?: unknown }).acquirers);
  expect(published).toEqual([
    undefined,
    undefined,
    [{ network: 'Visa', countryCode: 'DE', fraudRate: 0.5 }],
    undefined,
  ]);
});
