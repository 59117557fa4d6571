import type { MerchantConnectorId, ProfileId } from '@payorch/kernel';
import { wireErrorOf } from '../../../../test/wire-error';
import { checkPmAuthConfig } from './pm-auth-config';

const account = { merchantConnectorId: 'mca_1' as MerchantConnectorId, profileId: 'pro_1' as ProfileId };

describe('pm_auth_config', () => {
  const method = { payment_method: 'bank_debit', payment_method_type: 'ach', connector_name: 'plaid', mca_id: 'mca_1' };
  const config = (change: object = {}) => ({ enabled_payment_methods: [{ ...method, ...change }] });

  it.each([
    [{}, [422, 'IR_06', 'invalid data received for payment method auth config']],
    [config({ mca_id: 1 }), [422, 'IR_06', 'invalid data received for payment method auth config']],
    [config({ mca_id: 'mca_2' }), [404, 'IR_37', 'payment method auth connector account not found']],
  ])('the config %j is refused', (sentConfig, expected) =>
    expect(wireErrorOf(checkPmAuthConfig(sentConfig, 'pro_1', [account]))).toEqual(expected),
  );

  it('an account of another profile is refused', () =>
    expect(wireErrorOf(checkPmAuthConfig(config(), 'pro_2', [account]))).toEqual([
      404,
      'IR_37',
      'payment method auth profile_id differs from connector profile_id',
    ]));

  it('an account of the same profile is accepted', () =>
    expect(checkPmAuthConfig(config(), 'pro_1', [account])).toBeUndefined());
});
