import type { MerchantId } from '@payorch/kernel';
import type { AccountSnapshot } from '../src/auth';

/** A standard account without profiles. */
export const standardAccount = (merchantId: MerchantId): AccountSnapshot => ({
  merchantId,
  organizationId: 'org_1' as never,
  accountType: 'standard',
  customersOf: merchantId,
  accountVersion: 7,
  defaultProfileId: null,
  profiles: [],
});
