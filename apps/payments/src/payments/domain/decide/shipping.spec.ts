import {
  aContext,
  aPayment,
  aProfile,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { type Payment, withDetails } from '../payment';
import { calculateTax, completeAuthorize } from './shipping';

const caller = { kind: 'merchant' } as const;
const stranger = { kind: 'client', clientSecret: 'another' } as const;
const shipping = { address: { country: 'DE', zip: '10115' } };
const about = { merchantId, paymentId, caller };
const at = aContext({ now: later(4) });

describe('complete_authorize', () => {
  const complete = (payment: Payment | undefined, sent: typeof shipping | null = shipping) =>
    completeAuthorize(payment, { ...about, shipping: sent }, at);

  it('syncs where the processor waits for the customer, and stores the shipping address', () => {
    const decision = complete(aPayment.challenged());
    expect(kindsOf(decision)).toEqual(['sync']);
    expect(paymentOf(decision).details).toEqual({ ...aPayment.challenged().details, shipping });
    expect(kindsOf(complete(aPayment.challenged(), null))).toEqual(['sync']);
  });

  it('syncs no other payment, and changes nothing without an address', () => {
    const decision = complete(aPayment.unconfirmed());
    expect(kindsOf(decision)).toEqual(['reply']);
    expect(paymentOf(decision).details).toMatchObject({ shipping });
    expect(complete(aPayment.unconfirmed(), null).kind).toBe('unchanged');
  });

  it('does not change the address of an authorized or pending payment', () => {
    for (const payment of [aPayment.authorized(), aPayment.authorizing(), aPayment.capturing()]) {
      const decision = complete(payment);
      expect([decision.kind, kindsOf(decision)]).toEqual(['unchanged', ['reply']]);
    }
  });

  it('is refused with a wrong client secret, and for an unknown payment', () => {
    const sent = { ...about, caller: stranger, shipping };
    expect(completeAuthorize(aPayment.challenged(), sent, at)).toMatchObject({ code: 'client_secret_invalid' });
    expect(complete(undefined)).toMatchObject({ code: 'payment_not_found' });
  });
});

describe('calculate_tax', () => {
  const calculate = (payment: Payment | undefined, externalTax?: { connectorId: string | null }) =>
    calculateTax(payment, { ...about, shipping }, aContext({ now: later(4), profile: { ...aProfile, externalTax } }));

  it('stores the shipping address, and does not change amounts', () => {
    const before = aPayment.unconfirmed();
    const decision = calculate(before);
    expect(kindsOf(decision)).toEqual(['reply']);
    expect(paymentOf(decision)).toEqual(withDetails(before, { ...before.details, shipping }));
  });

  it('shows the amounts of an authorized payment, and does not change its address', () => {
    const decision = calculate(aPayment.authorized());
    expect([decision.kind, kindsOf(decision)]).toEqual(['unchanged', ['reply']]);
  });

  it('is refused where the profile requires a tax processor', () => {
    const payment = aPayment.unconfirmed();
    expect(calculate(payment, { connectorId: null })).toMatchObject({
      code: 'missing_param',
      details: { field: 'tax_connector_id' },
    });
    expect(calculate(payment, { connectorId: 'mca_1' })).toMatchObject({ code: 'connector_account_not_found' });
    const byMerchant = withDetails(payment, { ...payment.details, skip_external_tax_calculation: true });
    expect(calculate(byMerchant, { connectorId: 'mca_1' }).kind).toBe('decided');
  });

  it('is refused with a wrong client secret, and for an unknown payment', () => {
    const sent = { ...about, caller: stranger, shipping };
    expect(calculateTax(aPayment.unconfirmed(), sent, at)).toMatchObject({ code: 'client_secret_invalid' });
    expect(calculate(undefined)).toMatchObject({ code: 'payment_not_found' });
  });
});
