import type { MandateTerms, PaymentFields } from '@payorch/contracts';
import { paymentForMethodList } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { z } from 'zod';
import {
  aPayment,
  aProfile,
  cardFields,
  create,
  merchantId,
  paymentOf,
  profileId,
  sum,
} from '../../../../test/builders';
import type { Payment } from '../../domain/payment';
import { paymentForListing } from './method-list.view';

const merchant = { merchantId, merchantName: 'Acme' } as NonNullable<
  Parameters<typeof paymentForListing>[1]['merchant']
>;
const listing = (payment: Payment, caller: 'merchant' | 'client' = 'client', profile = aProfile) =>
  paymentForListing(payment, { caller, profile, merchant });
const made = (fields: Partial<PaymentFields> = {}) => paymentOf(create(cardFields(fields), false));
const unnamed = { name: null, email: null, phone: null, phoneCountryCode: null };

it('the reply has the total, the country and the capture method, and survives its encoding', () => {
  const payment = made({
    shippingCost: minorUnits(50n),
    captureMethod: 'manual',
    details: { billing: { address: { country: 'DE' } }, allowed_payment_method_types: ['credit', 'ideal'] },
  });
  const reply = listing(payment);
  expect(reply).toMatchObject({
    profileId,
    money: sum('11.00', 'EUR'),
    country: 'DE',
    captureMethod: 'manual',
    paymentType: 'normal',
    allowedTypes: ['credit', 'ideal'],
    mandatePayment: null,
    isGuest: true,
  });
  const sent = JSON.stringify(z.encode(paymentForMethodList, reply));
  expect(paymentForMethodList.parse(JSON.parse(sent))).toEqual(reply);
});

describe('the shipping address of a checkout', () => {
  const shipping = { address: { city: 'Ulm' } };
  const link = { origin: null, allowedDomains: null, config: {} };

  it('is fixed for a client where the merchant set it, or made a link', () => {
    for (const fields of [{ details: { shipping } }, { link }]) {
      expect(listing(made(fields)).fixedShipping).toBe(true);
      expect(listing(made(fields), 'merchant').fixedShipping).toBeUndefined();
    }
    expect(listing(made()).fixedShipping).toBeUndefined();
    expect(listing({ ...made({ details: { shipping } }), setByClient: ['shipping'] }).fixedShipping).toBeUndefined();
  });
});

describe('the payment type', () => {
  const terms: MandateTerms = { use: 'multi_use', limit: null, startDate: null, endDate: null };
  it.each<[string, Partial<PaymentFields>, string]>([
    ['a payment', {}, 'normal'],
    ['a payment that saves for the session', { setupFutureUsage: 'on_session' }, 'normal'],
    ['a payment that saves for later', { setupFutureUsage: 'off_session' }, 'new_mandate'],
    ['a payment with the terms of a mandate', { mandateTerms: terms }, 'new_mandate'],
    ['a zero payment', { amount: minorUnits(0n) }, 'normal'],
    ['a zero payment that saves', { amount: minorUnits(0n), setupFutureUsage: 'off_session' }, 'setup_mandate'],
    ['a zero payment with terms', { amount: minorUnits(0n), mandateTerms: terms }, 'setup_mandate'],
  ])('of %s', (_, fields, expected) => {
    const { paymentType, intentData } = listing(made(fields));
    expect([paymentType, intentData['payment_type']]).toEqual([expected, expected]);
  });
});

describe('what is known of the customer', () => {
  const customer = { ...unnamed, email: 'jo@example.com', phone: '123', phoneCountryCode: '+49' };
  const billing = { address: { zip: '10115' }, email: null, phone: { number: '456', country_code: '+1' } };

  it.each<[string, Partial<PaymentFields>, unknown]>([
    ['nothing', {}, null],
    [
      'the address, filled with the customer’s e-mail',
      { customer, details: { billing } },
      { address: { zip: '10115' }, email: 'jo@example.com', phone: { number: '456', country_code: '+1' } },
    ],
    [
      'the address of the method before the payment’s',
      { paymentMethodData: { billing: { address: { zip: '75001' } } }, details: { billing } },
      { address: { zip: '75001' }, email: null, phone: { number: null, country_code: null } },
    ],
    [
      'only the customer',
      { customer },
      { address: null, email: 'jo@example.com', phone: { number: '123', country_code: '+49' } },
    ],
  ])('%s', (_, fields, expected) => expect(listing(made(fields)).known.billing).toEqual(expected));

  it('the shipping address', () =>
    expect(listing(made({ details: { shipping: { address: { zip: '1' } } } })).known.shipping).toEqual({
      address: { zip: '1' },
    }));
});

it('a mandate’s type is shown as it was requested', () => {
  const mandate_type = { multi_use: { amount: 100, currency: 'EUR' } };
  const reply = listing(made({ details: { mandate_data: { mandate_type, customer_acceptance: null } } }));
  expect(reply.mandatePayment).toEqual(mandate_type);
  expect(reply.intentData['mandate_payment']).toEqual({ mandate_type, customer_acceptance: null });
});

it('a tax connector calculates the tax unless the payment skips it', () => {
  const profile = { ...aProfile, externalTax: { connectorId: 'mca_tax' } };
  expect(listing(made(), 'client', profile).isTaxCalculated).toBe(true);
  expect(listing(made({ details: { skip_external_tax_calculation: true } }), 'client', profile).isTaxCalculated).toBe(
    false,
  );
  expect(listing(made()).isTaxCalculated).toBe(false);
});

it('the summary hides the merchant’s metadata from a browser', () => {
  const payment = made({ details: { metadata: { order: '7' } } });
  expect(listing(payment).intentData['metadata']).toBeNull();
  expect(listing(payment, 'merchant').intentData).toMatchObject({ metadata: { order: '7' }, merchant_name: 'Acme' });
});

it('the summary shows a paid payment with its status', () =>
  expect(listing(aPayment.charged()).intentData).toMatchObject({ status: 'succeeded', attempt_count: 1 }));
