import { catalogue, supportedMethods } from '@payorch/connectors/catalogue';
import type { Json, TestMerchant } from '@payorch/harness';
import { pay } from '../at-stripe';
import { elsewhere, redirected, type Deed } from './customer';

/** The course of one payment. */
export interface Course {
  /** The fields below the payment method in `payment_method_data`. */
  readonly data: object;
  readonly metadata?: Readonly<Record<string, string>>;
  /** The status in the first answer. */
  readonly answer: object;
  /** The external action that follows. */
  readonly action?: Deed;
}

/** The successful and the refused payment with one payment method. */
export interface Journey {
  readonly currency: string;
  readonly paid: Course;
  readonly refused: Course & { readonly ends: object };
}

export const redirects = { status: 'requires_customer_action', next_action: { type: 'redirect_to_url' } };
export const showsCode = { status: 'requires_customer_action', next_action: { type: 'qr_code_information' } };
export const waits = { status: 'requires_customer_action', next_action: { type: 'wait_screen_information' } };
export const isProcessed = { status: 'processing' };

/** The customer authorizes or rejects the payment on the page of the redirect. */
export const onPage = (currency: string, data: object): Journey => ({
  currency,
  paid: { data, answer: redirects, action: redirected('authorize') },
  refused: { data, answer: redirects, action: redirected('reject'), ends: attemptFailed },
});

/** The customer's phone scans a code that the merchant displays. */
export const byCode = (currency: string, data: object): Journey => ({
  currency,
  paid: { data, answer: showsCode, action: elsewhere('authorize') },
  refused: { data, answer: showsCode, action: elsewhere('reject'), ends: attemptFailed },
});

/** The charge succeeds or fails at once, depending on its data. */
export const atOnce = (currency: string, paid: object, declined: object): Journey => ({
  currency,
  paid: { data: paid, answer: { status: 'succeeded' } },
  refused: { data: declined, answer: { status: 'failed' }, ends: { status: 'failed', error_code: 'card_declined' } },
});

/** A debit from a bank account: the outcome is reported later. */
export const byDebit = (currency: string, paid: object, failing: object, error_code: string): Journey => ({
  currency,
  paid: { data: paid, answer: isProcessed },
  refused: { data: failing, answer: isProcessed, ends: { status: 'failed', error_code } },
});

export const attemptFailed = { status: 'failed', error_code: 'payment_intent_payment_attempt_failed' };

/** Germany, or a country to which Stripe limits the type. */
function countryFor(type = ''): string {
  const limits = supportedMethods(catalogue.stripe).find((method) => method.paymentMethodType === type)?.countries?.[
    type
  ];
  return !limits || limits.includes('DE') ? 'DE' : limits[0]!;
}

const billingOf = (type: string | undefined) => ({
  address: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    line1: '1 Main St',
    city: 'Berlin',
    zip: '10115',
    country: countryFor(type),
  },
  email: 'ada@shop.example',
});

/** The merchant's request for a payment with this payment method, named `<method> <type>`. */
export function begin(
  merchant: TestMerchant,
  name: string,
  { currency, ...courses }: Journey,
  how: 'paid' | 'refused',
  more: object = {},
): Promise<Json> {
  const [payment_method = '', payment_method_type] = name.split(' ');
  const { data, metadata } = courses[how];
  return pay(merchant, {
    payment_method,
    payment_method_type,
    currency,
    metadata,
    billing: billingOf(payment_method_type),
    authentication_type: undefined,
    payment_method_data: { [payment_method]: data },
    return_url: 'https://shop.example/done',
    ...more,
  });
}
