import type { ProfileId } from '@payorch/kernel';
import {
  acquirersView,
  acquirerView,
  addAcquirer,
  changeAcquirer,
  noAcquirers,
  type AcquirerChange,
  type Acquirers,
  type AcquirerUpdate,
} from './profile-acquirer';

const profileId = 'pro_1' as ProfileId;
const visa = {
  acquirer_assigned_merchant_id: 'M123',
  merchant_name: 'Acme',
  network: 'Visa',
  acquirer_bin: '438309',
  acquirer_ica: null,
  acquirer_fraud_rate: 0.01,
  acquirer_country_code: 'US',
};
const change = (found: ReturnType<typeof addAcquirer>): AcquirerChange => {
  if ('kind' in found) throw new Error(JSON.stringify(found));
  return found;
};
const one = change(addAcquirer(noAcquirers, visa, 'pro_acq_1')).acquirers;
const update = (sent: AcquirerUpdate, of: Acquirers = one) => changeAcquirer(of, of.buckets[0]!, sent);
const refusalOf = (found: ReturnType<typeof addAcquirer>) => ('kind' in found ? [found.code, found.details] : 'done');

describe('a new acquirer', () => {
  it('the view shows the contract, and the default only if requested', () => {
    const shown = { ...visa, profile_acquirer_id: 'pro_acq_1', profile_id: 'pro_1' };
    const added = (more: object) =>
      acquirerView({ profileId, ...change(addAcquirer(noAcquirers, { ...visa, ...more }, 'pro_acq_1')) });
    expect(added({})).toEqual({ ...shown, is_default: false });
    expect(added({ is_default: true })).toEqual({ ...shown, is_default: true });
  });

  it('a new default replaces the old one', () => {
    const first = change(addAcquirer(noAcquirers, { ...visa, is_default: true }, 'pro_acq_1')).acquirers;
    const both = change(addAcquirer(first, { ...visa, acquirer_bin: '1', is_default: true }, 'pro_acq_2')).acquirers;
    expect(both.defaultId).toBe('pro_acq_2');
    expect(both.buckets.map(({ id }) => id)).toEqual(['pro_acq_1', 'pro_acq_2']);
  });

  it('a duplicate contract is refused', () =>
    expect(refusalOf(addAcquirer(one, { ...visa }, 'pro_acq_2'))).toEqual([
      'already_exists',
      { message: "An identical configuration for network 'Visa' already exists in bucket 'pro_acq_1'." },
    ]));

  it('a name that is too long is refused', () =>
    expect(refusalOf(addAcquirer(one, { ...visa, network: 'x'.repeat(256) }, 'pro_acq_2'))).toEqual([
      'invalid_format',
      { field: 'network', expected: 'at most 255 characters' },
    ]));
});

describe('an update', () => {
  it('an update leaves absent fields', () =>
    expect(
      acquirerView({ profileId, ...change(update({ network: 'Visa', acquirer_bin: '400000', merchant_name: null })) }),
    ).toEqual({
      ...visa,
      acquirer_bin: '400000',
      profile_acquirer_id: 'pro_acq_1',
      profile_id: 'pro_1',
      is_default: false,
    }));

  it('a new network is added to the bucket', () => {
    const { buckets } = change(update({ network: 'Mastercard', acquirer_bin: '510000' })).acquirers;
    expect(buckets[0]!.configs.map(({ network, acquirer_bin }) => [network, acquirer_bin])).toEqual([
      ['Visa', '438309'],
      ['Mastercard', '510000'],
    ]);
  });

  it('an update without a network changes only the default', () => {
    const chosen = change(update({ is_default: true }));
    expect(acquirerView({ profileId, ...chosen })).toMatchObject({
      is_default: true,
      network: null,
      acquirer_bin: null,
    });
    expect(change(update({ is_default: false }, chosen.acquirers)).acquirers.defaultId).toBeNull();
    for (const sent of [{}, { acquirer_bin: '1' }, { acquirer_bin: '1', is_default: true }]) {
      expect(refusalOf(update(sent))).toMatchObject(['invalid_request', {}]);
    }
  });

  it('a contract of another bucket is refused, its own is accepted', () => {
    const two = change(addAcquirer(one, { ...visa, acquirer_bin: '2' }, 'pro_acq_2')).acquirers;
    expect(refusalOf(update({ network: 'Visa', acquirer_bin: '2' }, two))).toMatchObject(['already_exists', {}]);
    expect(refusalOf(update({ network: 'Visa', acquirer_bin: '438309' }, two))).toBe('done');
  });
});

it('the profile shows its acquirers in both formats, or null', () => {
  expect(acquirersView(profileId, noAcquirers)).toEqual({ acquirer_configs: null, acquirer_config_bucket: null });
  const { acquirers } = change(update({ network: 'Mastercard' }, { ...one, defaultId: 'pro_acq_1' }));
  const shown = acquirersView(profileId, acquirers);
  expect(shown.acquirer_configs).toMatchObject([
    { profile_acquirer_id: 'pro_acq_1', network: 'Visa', is_default: true },
    { profile_acquirer_id: 'pro_acq_1', network: 'Mastercard', is_default: true },
  ]);
  expect(shown.acquirer_config_bucket).toMatchObject({
    default_acquirer_config: 'pro_acq_1',
    configs: { pro_acq_1: [visa, { network: 'Mastercard', acquirer_bin: null }] },
  });
});
