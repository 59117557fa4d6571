import { aMerchant, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import {
  absent,
  idLike,
  notAllowed,
  publishedKeys,
  refusal,
  statusAndBody,
  unauthorized,
  unreadable,
  withoutPlace,
  type StatusAndBody,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let first: Json;
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: [] });
  first = ok(await add({}));
});

const visa = {
  acquirer_assigned_merchant_id: 'M123456',
  merchant_name: 'Acme',
  network: 'Visa',
  acquirer_bin: '438309',
  acquirer_ica: null,
  acquirer_fraud_rate: 0.01,
  acquirer_country_code: 'US',
};
const add = (more: object) =>
  merchant.api.post('/profile_acquirer', { ...visa, profile_id: merchant.profileId, ...more });
const change = (body: object, id: string = first.profile_acquirer_id, profileId = merchant.profileId) =>
  merchant.api.post(`/profile_acquirer/${profileId}/${id}`, body);
const profile = async () =>
  ok(await merchant.api.get(`/account/${merchant.merchantId}/business_profile/${merchant.profileId}`));

it('an acquirer is shown when it is made, and with its profile', async () => {
  expect(first).toEqual({
    ...visa,
    profile_acquirer_id: idLike('pro_acq'),
    profile_id: merchant.profileId,
    is_default: false,
  });
  expect(Object.keys(first)).toEqual(publishedKeys('ProfileAcquirerResponse'));
  expect(await profile()).toMatchObject({
    acquirer_configs: [first],
    acquirer_config_bucket: { default_acquirer_config: null, configs: { [first.profile_acquirer_id]: [visa] } },
  });
});

it('an update retains fields that are not sent, adds a network, and sets the default', async () => {
  const made = ok(await add({ acquirer_bin: '400000', is_default: true }));
  expect(made.is_default).toBe(true);
  const { profile_acquirer_id: id } = made;
  expect(ok(await change({ network: 'Visa', acquirer_ica: '7' }, id))).toEqual({ ...made, acquirer_ica: '7' });
  const second = ok(await change({ network: 'Mastercard', acquirer_bin: '510000' }, id));
  expect(second).toMatchObject({ profile_acquirer_id: id, network: 'Mastercard', merchant_name: null });
  expect(ok(await change({ is_default: false }, id))).toMatchObject({ is_default: false, network: null });
  expect(ok(await change({ is_default: true }))).toMatchObject({ is_default: true });
  const { acquirer_config_bucket: bucket } = await profile();
  expect(bucket.default_acquirer_config).toBe(first.profile_acquirer_id);
  expect(
    bucket.configs[id].map(({ network, acquirer_bin, acquirer_ica }: Json) => [network, acquirer_bin, acquirer_ica]),
  ).toEqual([
    ['Visa', '400000', '7'],
    ['Mastercard', '510000', null],
  ]);
});

it('a creation repeated with its idempotency key gets the same answer', async () => {
  const sent = { ...visa, acquirer_bin: '400002', profile_id: merchant.profileId };
  const headers = { 'idempotency-key': 'acquirer-1' };
  const once = await merchant.api.post('/profile_acquirer', sent, headers);
  const again = await merchant.api.post('/profile_acquirer', sent, headers);
  expect(ok(again)).toEqual(ok(once));
  expect(again.headers['idempotent-replayed']).toBe('true');
});

const noNetwork = notAllowed(
  'A `network` must be provided to update an acquirer configuration, unless you are only changing the `is_default` fallback status of this entire bucket.',
);
const identical = () =>
  refusal(
    400,
    'IR_38',
    `An identical configuration for network 'Visa' already exists in bucket '${first.profile_acquirer_id}'.`,
  );

describe('acquirers refuse', () => {
  it.each<[string, () => ReturnType<typeof add>, () => StatusAndBody]>([
    ['the same contract twice', () => add({}), identical],
    [
      'an unknown profile',
      () => add({ profile_id: 'pro_none' }),
      () => absent('Business profile with the given id pro_none does not exist'),
    ],
    [
      'an unknown profile to change',
      () => change({ is_default: true }, first.profile_acquirer_id, 'pro_none'),
      () => absent('Business profile with the given id pro_none does not exist'),
    ],
    [
      'an unknown acquirer',
      () => change({ is_default: true }, 'pro_acq_none'),
      () => absent(`Profile acquirer with id 'pro_acq_none' not found for profile '${merchant.profileId}'.`),
    ],
    ['a change of no network', () => change({ acquirer_bin: '1' }), () => noNetwork],
    ['a change of nothing', () => change({}), () => noNetwork],
    [
      'a field missing',
      () => add({ acquirer_bin: undefined }),
      () => unreadable('Json deserialize error: missing field `acquirer_bin`'),
    ],
    [
      'an operator',
      () => system.admin.post('/profile_acquirer', { ...visa, profile_id: merchant.profileId }),
      () => unauthorized,
    ],
    [
      'a client',
      () => merchant.client.post('/profile_acquirer', { ...visa, profile_id: merchant.profileId }),
      () => unauthorized,
    ],
  ])('%s', async (_, call, expected) => expect(withoutPlace(await call())).toEqual(expected()));

  it('a change that makes an acquirer equal to another', async () => {
    const other = ok(await add({ acquirer_bin: '400001' }));
    expect(statusAndBody(await change({ network: 'Visa', acquirer_bin: '438309' }, other.profile_acquirer_id))).toEqual(
      identical(),
    );
  });
});
