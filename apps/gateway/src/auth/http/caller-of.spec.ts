import type { MerchantId } from '@payorch/kernel';
import { standardAccount } from '../../../test/standard-account';
import { subjectOf } from '../../request';
import type { AuthenticatedMerchant } from '../authenticate';
import { attachCaller, callerOf } from './caller-of';

const shop: AuthenticatedMerchant = {
  kind: 'merchant',
  merchantId: 'shop' as MerchantId,
  account: standardAccount('shop' as MerchantId),
  profileId: null,
  clientSecret: null,
  isSdk: false,
};

it.each([
  ['a merchant itself', shop, { merchant_id: 'shop' }],
  [
    'a platform that acts for it',
    { ...shop, initiatorId: 'mall' as MerchantId },
    { merchant_id: 'shop', initiator_merchant_id: 'mall' },
  ],
  ['the operator', { kind: 'admin' } as const, {}],
])('the log line of a request of %s names who acts and for whom', (_, caller, subject) => {
  const request = {};
  attachCaller(request, caller);
  expect(callerOf(request)).toBe(caller);
  expect(subjectOf(request)).toEqual(subject);
});
