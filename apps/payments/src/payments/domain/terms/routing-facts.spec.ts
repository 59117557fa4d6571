import type { JsonObject, PaymentFields } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import { ruleKeys, type RuleKey } from '@payorch/routing-rules';
import { aCard, acceptance, aPayment, firstAccount, profileId, savingFields } from '../../../../test/builders';
import type { Method } from '../../../payment-methods/domain/method';
import type { Recurring } from '../method/saved-method';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { readTerms } from './terms';
import { routingFactsOf } from './routing-facts';

const needing = (...keys: readonly RuleKey[]) => ({ keys: new Set(keys), metadata: new Set<string>() });
const factsOf = (payment: Payment, key: RuleKey) =>
  routingFactsOf(payment, activeAttempt(payment), needing(key))?.values[key];

const paid = (fields: Partial<PaymentFields> = {}): Payment => aPayment.authorizing(fields);
const withDetails = (details: JsonObject): Payment => paid({ details });

/** The payment with this payment method in place of its card. */
function paidBy(method: Partial<Method>): Payment {
  const payment = paid();
  const attempts = payment.attempts.map((attempt) => ({
    ...attempt,
    method: { ...attempt.method!, card: null, ...method },
  }));
  return { ...payment, attempts } as Payment;
}

const facts = {
  network: 'Visa',
  issuer: 'Bank of Berlin',
  type: 'DEBIT',
  subtype: null,
  issuingCountry: 'GERMANY',
  issuingCountryCode: 'DE',
};
const token = { reference: aCard.reference, sealed: 's', expiryMonth: '10', expiryYear: '30' };
const recurring: Recurring = {
  mandateId: null,
  use: null,
  paymentMethodId: 'pm_1',
  paymentMethodStatus: 'active',
  reserved: null,
  reference: { account: firstAccount, profileId, mandateReference: 'at the processor', customerReference: null },
  networkTransactionId: null,
};
const charging = (changes: Partial<Recurring> = {}): Payment => ({
  ...withDetails({ off_session: true }),
  recurring: { ...recurring, ...changes },
});
const onBrowser = (browserInfo: JsonObject): Payment => paid({ browserInfo });
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';

describe('the fact of a payment', () => {
  it.each<[RuleKey, string, Payment, string | number | undefined]>([
    ['payment_method', 'a card', paid(), 'card'],
    ['payment_method', 'no payment method', aPayment.withoutMethod(), undefined],
    ['card_bin', 'a card', paid(), '424242'],
    ['extended_card_bin', 'a card', paid(), '42424242'],
    ['extended_card_bin', 'a short number', paid({ card: { ...aCard, extendedBin: null } }), undefined],
    ['card_bin', 'a wallet', paidBy({ paymentMethod: 'wallet', paymentMethodType: 'apple_pay' }), undefined],
    ['card_type', 'the type of the request', paid({ card: { ...aCard, facts } }), 'credit'],
    ['card_type', 'the type of the range', paid({ paymentMethodType: null, card: { ...aCard, facts } }), 'debit'],
    ['card_type', 'no type', paid({ paymentMethodType: null }), undefined],
    ['card_type', 'a wallet', paidBy({ paymentMethod: 'wallet', paymentMethodType: 'credit' }), undefined],
    ['card_network', 'a card', paid(), 'Visa'],
    ['wallet', 'a wallet', paidBy({ paymentMethod: 'wallet', paymentMethodType: 'google_pay' }), 'google_pay'],
    ['bank_redirect', 'a wallet', paidBy({ paymentMethod: 'wallet', paymentMethodType: 'google_pay' }), undefined],
    ['bank_redirect', 'iDEAL', paidBy({ paymentMethod: 'bank_redirect', paymentMethodType: 'ideal' }), 'ideal'],
    ['wallet', 'Swish', paidBy({ paymentMethod: 'bank_redirect', paymentMethodType: 'swish' }), 'swish'],
    ['bank_redirect', 'Swish', paidBy({ paymentMethod: 'bank_redirect', paymentMethodType: 'swish' }), undefined],
    ['reward', 'a reward', paidBy({ paymentMethod: 'reward', paymentMethodType: 'classic' }), 'classic_reward'],
    [
      'open_banking',
      'open banking',
      paidBy({ paymentMethod: 'open_banking', paymentMethodType: 'open_banking_pis' }),
      'open_banking_p_i_s',
    ],
    ['bank_debit', 'no type', paidBy({ paymentMethod: 'bank_debit', paymentMethodType: null }), undefined],
    ['network_token', 'a card without a token', paid(), undefined],
    ['network_token', 'a card with a token', paidBy({ card: aCard, networkToken: token }), 'network_token'],
    ['network_token', 'an unmade token', paidBy({ card: aCard, networkToken: { ...token, sealed: null } }), undefined],
    ['network_token', 'a token alone', paidBy({ paymentMethod: 'network_token' }), 'network_token'],
    ['card_discovery', 'a card typed in', paid(), 'manual'],
    ['card_discovery', 'a saved card', charging(), 'saved_card'],
    ['card_discovery', 'a wallet', paidBy({ paymentMethod: 'wallet' }), undefined],
    ['amount', 'with shipping', paid({ shippingCost: minorUnits(450n) }), 1500],
    ['currency', 'in euros', paid(), 'EUR'],
    ['authentication_type', 'not requested', paid(), 'no_three_ds'],
    ['authentication_type', 'requested', paid({ authenticationType: 'three_ds' }), 'three_ds'],
    ['capture_method', 'not requested', paid(), 'automatic'],
    ['capture_method', 'requested', paid({ captureMethod: 'manual_multiple' }), 'manual_multiple'],
    ['setup_future_usage', 'not requested', paid(), undefined],
    ['setup_future_usage', 'requested', aPayment.authorizing(savingFields()), 'off_session'],
    ['mandate_acceptance_type', 'without consent', paid(), undefined],
    ['mandate_acceptance_type', 'with consent', aPayment.authorizing(savingFields()), 'offline'],
    ['mandate_type', 'without a mandate', paid(), undefined],
    [
      'mandate_type',
      'with a mandate',
      paid({ mandateTerms: { use: 'multi_use', limit: null, startDate: null, endDate: null } }),
      'multi_use',
    ],
    ['payment_type', 'a plain payment', paid(), 'non_mandate'],
    ['payment_type', 'a payment that saves', aPayment.authorizing(savingFields()), 'new_mandate'],
    [
      'payment_type',
      'nothing but saving',
      aPayment.authorizing(savingFields({ amount: minorUnits(0n) })),
      'setup_mandate',
    ],
    [
      'payment_type',
      'an update of a mandate',
      {
        ...paid(),
        terms: readTerms({ mandate_data: { update_mandate_id: 'man_1', customer_acceptance: acceptance } }),
      },
      'update_mandate',
    ],
    ['payment_type', 'a charge of a saved card', charging(), 'non_mandate'],
    ['payment_type', "a charge of a processor's token", charging({ paymentMethodId: null }), 'ppt_mandate'],
    ['transaction_initiator', 'a customer', paid(), 'customer'],
    ['transaction_initiator', 'a charge without the customer', charging(), 'merchant'],
    ['transaction_initiator', 'a customer with a saved card', { ...charging(), terms: readTerms({}) }, 'customer'],
    ['billing_country', 'an address', withDetails({ billing: { address: { country: 'DE' } } }), 'Germany'],
    [
      'billing_country',
      'the address of the payment method',
      paid({
        details: { billing: { address: { country: 'DE' } } },
        paymentMethodData: { billing: { address: { country: 'FR' } } },
      }),
      'France',
    ],
    ['billing_country', 'no country', withDetails({ billing: { address: null } }), undefined],
    ['business_country', 'sent', withDetails({ business_country: 'US' }), 'UnitedStatesOfAmerica'],
    ['business_country', 'not sent', paid(), undefined],
    ['business_label', 'sent', withDetails({ business_label: 'food' }), 'food'],
    ['business_label', 'null', withDetails({ business_label: null }), undefined],
    ['issuer_name', 'a known range', paid({ card: { ...aCard, facts } }), 'Bank of Berlin'],
    ['issuer_country', 'a known range', paid({ card: { ...aCard, facts } }), 'Germany'],
    ['issuer_country', 'an unknown range', paid(), undefined],
    ['customer_device_platform', 'an iPhone', onBrowser({ os_type: 'iOS' }), 'ios'],
    ['customer_device_platform', 'an Android', onBrowser({ os_type: 'ANDROID' }), 'android'],
    ['customer_device_platform', 'a computer', onBrowser({ os_type: 'Linux' }), 'web'],
    ['customer_device_platform', 'an unnamed system', onBrowser({ user_agent: iPhone }), 'web'],
    ['customer_device_platform', 'a server', onBrowser({ ip_address: '10.0.0.1' }), undefined],
    ['customer_device_type', 'an iPhone', onBrowser({ user_agent: iPhone }), 'mobile'],
    ['customer_device_type', 'an iPad', onBrowser({ user_agent: 'Mozilla/5.0 (iPad; CPU OS 17_0) Mobile' }), 'tablet'],
    [
      'customer_device_type',
      'an Android tablet',
      onBrowser({ user_agent: 'Mozilla/5.0 (Linux; Android 14)' }),
      'tablet',
    ],
    [
      'customer_device_type',
      'an Android phone',
      onBrowser({ user_agent: 'Mozilla/5.0 (Android 14) Mobile' }),
      'mobile',
    ],
    ['customer_device_type', 'a console', onBrowser({ user_agent: 'Mozilla/5.0 (PlayStation 5)' }), 'gaming_console'],
    ['customer_device_type', 'a computer', onBrowser({ user_agent: 'Mozilla/5.0 (X11; Linux x86_64)' }), 'desktop'],
    ['customer_device_type', 'a server', onBrowser({}), undefined],
    ['customer_device_display_size', 'a screen', onBrowser({ screen_width: 390, screen_height: 844 }), 'size390x844'],
    ['customer_device_display_size', 'half a screen', onBrowser({ screen_width: 390 }), undefined],
    ['acquirer_country', 'any payment', paid(), undefined],
  ])('%s of %s is right', (key, _, payment, expected) => expect(factsOf(payment, key)).toBe(expected));
});

it('every value of a closed set is one that rules can compare with', () => {
  const keys = (Object.keys(ruleKeys) as RuleKey[]).filter((key) => key !== 'metadata');
  const payment = paid({
    authenticationType: 'three_ds',
    captureMethod: 'manual',
    customerId: 'cus_1' as CustomerId,
    card: { ...aCard, facts },
    setupFutureUsage: 'on_session',
    browserInfo: { os_type: 'iOS', user_agent: iPhone, screen_width: 390, screen_height: 844 },
    details: { customer_acceptance: acceptance, billing: { address: { country: 'DE' } }, business_country: 'GB' },
  });
  const known = routingFactsOf(payment, activeAttempt(payment), needing(...keys))!;
  const closed = keys.filter((key) => known.values[key] !== undefined && 'values' in ruleKeys[key]);
  expect(closed.length).toBeGreaterThan(15);
  for (const key of closed) {
    const { values } = ruleKeys[key] as unknown as { readonly values: Iterable<string> };
    expect([key, [...values].includes(String(known.values[key]))]).toEqual([key, true]);
  }
});

describe('the metadata of a payment', () => {
  const named = (metadata: unknown, ...names: readonly string[]) => {
    const payment = withDetails({ metadata: metadata as JsonObject });
    return routingFactsOf(payment, activeAttempt(payment), { keys: new Set(), metadata: new Set(names) })?.metadata;
  };

  it.each<[string, unknown, readonly string[], object | undefined]>([
    ['has the named keys and no others', { tier: 'gold', mail: 'a@b.example' }, ['tier'], { tier: 'gold' }],
    ['has numbers and truth values as texts', { a: 1.5, b: true }, ['a', 'b'], { a: '1.5', b: 'true' }],
    ['has neither null nor objects', { a: null, b: {}, c: [] }, ['a', 'b', 'c'], undefined],
    ['has no keys of the prototype', {}, ['constructor', '__proto__', 'toString'], undefined],
    ['is none without metadata', null, ['tier'], undefined],
  ])('%s', (_, metadata, names, expected) => expect(named(metadata, ...names)).toEqual(expected));

  it('is cut where it is longer than any text of a rule', () =>
    expect(named({ tier: 'x'.repeat(2_000) }, 'tier')?.['tier']).toHaveLength(501));
});

it('a payment that has none of the needed values has no facts', () => {
  const payment = paid();
  expect(routingFactsOf(payment, activeAttempt(payment), needing())).toBeUndefined();
  expect(routingFactsOf(payment, activeAttempt(payment), needing('business_label'))).toBeUndefined();
});

it('facts have the needed keys and no others', () => {
  const payment = paid();
  expect(routingFactsOf(payment, activeAttempt(payment), needing('currency', 'amount'))).toEqual({
    values: { currency: 'EUR', amount: 1050 },
  });
});
