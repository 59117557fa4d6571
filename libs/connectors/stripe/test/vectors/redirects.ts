import type { VectorCases } from './vector-case';
import { other, payment } from './vector-case';

/** Redirects to banks and lenders, and BLIK. */
export const redirects: VectorCases = {
  'authorize Affirm': other('pay_later', 'affirm', 'affirm_redirect'),
  'authorize Afterpay': {
    ...other('pay_later', 'afterpay_clearpay', 'afterpay_clearpay_redirect', {}, 'wholeAddress'),
    operation: payment({
      card: null,
      methodData: { pay_later: { afterpay_clearpay_redirect: {} } },
      shipping: { address: { line1: '123 Main St', zip: '98101', country: 'US' } },
    }),
  },
  'authorize BancontactCard': other(
    'bank_redirect',
    'bancontact_card',
    'bancontact_card',
    { card_holder_name: 'John Doe' },
    'holder',
  ),
  'authorize Blik': other('bank_redirect', 'blik', 'blik', { blik_code: '777124' }),
  'authorize Eps': other('bank_redirect', 'eps', 'eps'),
  'authorize Giropay': other('bank_redirect', 'giropay', 'giropay'),
  'authorize Ideal': other('bank_redirect', 'ideal', 'ideal'),
  'authorize Klarna': other('pay_later', 'klarna', 'klarna_redirect'),
  'authorize Przelewy24': other('bank_redirect', 'przelewy24', 'przelewy24'),
};
