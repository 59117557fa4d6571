import { paymentFields, type SealedCard } from '@payorch/contracts';
import type { CardReference } from '@payorch/kernel';
import { z } from 'zod';
import type { PaymentRequest } from '../payment-request';
import { toPaymentFields } from './to-payment-fields';

const fieldsOf = (sent: object, card?: SealedCard) => toPaymentFields(sent as PaymentRequest, card ? { card } : {});

const card: SealedCard = {
  reference: 'card_1' as CardReference,
  sealedNumber: 'sealed',
  bin: '424242',
  extendedBin: '42424242',
  last4: '4242',
  network: 'Visa',
  fingerprint: 'f',
  expiryMonth: '10',
  expiryYear: '30',
  holderName: 'Jo',
  cvc: 'stored',
};

describe('toPaymentFields', () => {
  it('absent fields stay absent', () => expect(fieldsOf({})).toEqual({ details: {} }));

  it('null differs from absent', () =>
    expect(fieldsOf({ capture_method: null, return_url: null, shipping_cost: null })).toEqual({
      captureMethod: null,
      returnUrl: null,
      shippingCost: null,
      details: {},
    }));

  it('amounts become minor units', () =>
    expect(
      fieldsOf({ amount: 6540, currency: 'USD', surcharge_details: { surcharge_amount: 10, tax_amount: 2 } }),
    ).toMatchObject({ amount: 6540n, currency: 'USD', surchargeAmount: 10n, surchargeTaxAmount: 2n }));

  it.each([
    [{ surcharge_details: null }, { surchargeAmount: null, surchargeTaxAmount: null }],
    [{ surcharge_details: { surcharge_amount: 10 } }, { surchargeAmount: 10n, surchargeTaxAmount: null }],
  ])('a surcharge is replaced as a whole: %j', (sent, expected) => expect(fieldsOf(sent)).toMatchObject(expected));

  it("the fields never contain a card's number or CVC", () => {
    const sent = {
      payment_method: 'card',
      card_cvc: '737',
      payment_method_data: {
        card: { card_number: '4242424242424242', card_cvc: '123', nick_name: 'mine' },
        billing: { email: 'a@b.c' },
      },
    };
    const fields = fieldsOf(sent, card);
    expect(fields).toMatchObject({
      card,
      paymentMethod: 'card',
      paymentMethodData: { billing: { address: null, phone: null, email: 'a@b.c' } },
    });
    const text = JSON.stringify(fields);
    expect(text).not.toContain('4242424242424242');
    expect(text).not.toMatch(/"(123|737)"/);
  });

  it('the customer is merged from both places', () =>
    expect(fieldsOf({ email: 'a@b.c', customer: { id: 'cus_1', name: 'Jo', phone: null } })).toMatchObject({
      customerId: 'cus_1',
      customer: { email: 'a@b.c', name: 'Jo', phone: null },
    }));

  it("details have the interface's field names and whole addresses", () => {
    const { details } = fieldsOf({
      description: 'x',
      metadata: { a: { b: [1] } },
      off_session: null,
      billing: { address: { city: 'Bonn' } },
      client_secret: 'never',
      merchant_connector_details: { secret: 1 },
    });
    expect(details).toEqual({
      description: 'x',
      metadata: { a: { b: [1] } },
      off_session: null,
      billing: {
        address: {
          city: 'Bonn',
          country: null,
          line1: null,
          line2: null,
          line3: null,
          zip: null,
          state: null,
          first_name: null,
          last_name: null,
          origin_zip: null,
        },
        phone: null,
        email: null,
      },
    });
  });

  it('the fields fit the message schema', () => {
    class BrowserInfo {
      language = 'en';
    }
    const fields = fieldsOf(
      {
        amount: 1,
        currency: 'EUR',
        confirm: true,
        browser_info: new BrowserInfo(),
        routing: { type: 'single', data: 'stripe_test' },
        authentication_type: 'three_ds',
        setup_future_usage: 'on_session',
        session_expiry: 60,
      },
      card,
    );
    expect(() => z.encode(paymentFields, fields)).not.toThrow();
    expect(fields.browserInfo).toMatchObject({ language: 'en', ip_address: null });
    expect(fields.straightThrough).toEqual({
      kind: 'accounts',
      algorithm: 'single',
      accounts: [{ connector: 'stripe_test', merchantConnectorId: null }],
    });
  });
});
