import { applePayOfShop } from '@payorch/rest/reference';
import { testMerchantIdentity } from './apple-pay';

it('the examples of the reference have the merchant that the sandbox’s Apple Pay knows', () =>
  expect(applePayOfShop.apple_pay_combined.manual.session_token_data).toMatchObject(testMerchantIdentity));
