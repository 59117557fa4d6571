import type { Caller, Json, PaymentFields } from '@payorch/contracts';
import { minorUnits, type CustomerId, type ProfileId } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  cardFields,
  create,
  effectsOf,
  merchantId,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { confirmPayment } from '../decide/confirm-payment';
import { updatePayment } from '../decide/update-payment';
import { calculateTax, completeAuthorize } from '../decide/shipping';
import { type Payment, withDetails } from '../payment';

const about = { merchantId, paymentId, callerIp: null };
const clientOf = ({ clientSecret }: Payment): Caller => ({ kind: 'client', clientSecret });

const confirm = (payment: Payment, fields: Partial<PaymentFields>) =>
  confirmPayment(payment, { ...about, caller: clientOf(payment), fields: { details: {}, ...fields } }, aContext());
const update = (payment: Payment, fields: Partial<PaymentFields>) =>
  updatePayment(
    payment,
    { ...about, caller: clientOf(payment), confirm: null, fields: { details: {}, ...fields } },
    aContext(),
  );

/** A payment of a customer, with everything a merchant may say of it. */
const stored = {
  amount: minorUnits(1050n),
  currency: 'EUR',
  shippingCost: minorUnits(50n),
  orderTaxAmount: minorUnits(10n),
  surchargeAmount: minorUnits(5n),
  surchargeTaxAmount: minorUnits(1n),
  amountToCapture: minorUnits(1050n),
  captureMethod: 'manual',
  authenticationType: 'three_ds',
  sessionExpirySeconds: 900,
  customerId: 'cus_a' as CustomerId,
  profileId: 'pro_1' as ProfileId,
  straightThrough: {
    kind: 'accounts',
    algorithm: 'single',
    accounts: [{ connector: 'stripe_test', merchantConnectorId: null }],
  },
} as const satisfies Partial<PaymentFields>;
const details = {
  description: 'A book',
  metadata: { order: 1 },
  off_session: false,
  statement_descriptor_name: 'ACME',
  order_details: [{ product_name: 'book', amount: 1050, brand: null }],
} as const;
const made = (fields: Partial<PaymentFields> = {}): Payment =>
  paymentOf(create(cardFields({ ...stored, ...fields, details: { ...details, ...fields.details } }), false));

const merchants: readonly [string, Partial<PaymentFields>][] = [
  ['profile_id', { profileId: 'pro_2' as ProfileId }],
  ['amount', { amount: minorUnits(1n) }],
  ['currency', { currency: 'IDR' }],
  ['shipping_cost', { shippingCost: minorUnits(0n) }],
  ['shipping_cost', { shippingCost: null }],
  ['order_tax_amount', { orderTaxAmount: minorUnits(0n) }],
  ['surcharge_details', { surchargeAmount: minorUnits(0n) }],
  ['surcharge_details', { surchargeTaxAmount: null }],
  ['amount_to_capture', { amountToCapture: minorUnits(1n) }],
  ['capture_method', { captureMethod: 'automatic' }],
  ['authentication_type', { authenticationType: 'no_three_ds' }],
  ['authentication_type', { authenticationType: null }],
  ['session_expiry', { sessionExpirySeconds: 7_000_000 }],
  [
    'routing',
    {
      straightThrough: {
        ...stored.straightThrough,
        accounts: [{ connector: 'adyen_test', merchantConnectorId: null }],
      },
    },
  ],
  ['recurring_details', { recurring: { kind: 'payment_method', paymentMethodId: 'pm_1' } }],
  ...(
    [
      ['description', 'Another book'],
      ['metadata', { order: 2 }],
      ['off_session', true],
      ['order_details', []],
      ['split_payments', { stripe: {} }],
      ['business_label', 'other'],
      ['a_later_field', 1],
    ] as [string, Json][]
  ).map(([name, value]): [string, Partial<PaymentFields>] => [name, { details: { [name]: value } }]),
];

describe('a merchant’s field in a client’s request', () => {
  it.each(merchants)('%s with another value is refused by name', (field, fields) => {
    for (const decision of [confirm(made(), fields), update(made(), fields)])
      expect(decision).toMatchObject({ kind: 'refused', code: 'not_for_clients', details: { field } });
  });

  it.each([['cus_b' as CustomerId], [null]])('customer_id %s is refused before all else', (customerId) =>
    expect(confirm(made(), { customerId, amount: minorUnits(1n) })).toMatchObject({
      code: 'customer_not_for_clients',
    }),
  );

  it('a guest payment gets no customer', () =>
    expect(confirm(made({ customerId: null }), { customerId: 'cus_b' as CustomerId })).toMatchObject({
      code: 'customer_not_for_clients',
    }));

  it('a field with the stored value is accepted, and changes nothing', () => {
    const before = made();
    const same = { ...stored, details: { ...details, order_details: [{ product_name: 'book', amount: 1050 }] } };
    expect(paymentOf(update(before, same))).toEqual(before);
    expect(effectsOf(confirm(before, same))[0]).toMatchObject({
      kind: 'route',
      operation: { money: { amount: 1116n } },
    });
  });

  it('an update does not reset the merchant’s business fields', () => {
    const before = made({ details: { business_label: 'food', business_country: 'DE' } });
    expect(paymentOf(update(before, {})).details).toMatchObject({ business_label: 'food', business_country: 'DE' });
  });
});

describe('a field that a client may set', () => {
  it('is the payment method, an address or the browser data', () => {
    const fields = {
      paymentMethod: 'card',
      paymentMethodType: 'debit',
      returnUrl: 'https://acme.example/back',
      browserInfo: { language: 'de' },
      details: {
        billing: { email: 'a@b.example' },
        shipping: { email: null },
        customer_acceptance: { acceptance_type: 'online' },
      },
    };
    expect(paymentOf(update(made(), fields))).toMatchObject({
      returnUrl: fields.returnUrl,
      browserInfo: fields.browserInfo,
      details: { ...details, ...fields.details },
    });
  });

  it('is a return URL that cannot be taken for a result of the service', () => {
    const sent = { returnUrl: 'https://acme.example/done?q=1%26status%3Dsucceeded%26t%3D2' };
    for (const decision of [confirm(made(), sent), update(made(), sent)])
      expect(decision).toMatchObject({ kind: 'refused', code: 'return_url_not_for_clients' });
    expect(paymentOf(update(made(sent), sent)).returnUrl).toBe(sent.returnUrl);
  });

  it('is more authentication than the merchant asked for, never less', () => {
    for (const authenticationType of [null, 'no_three_ds'] as const) {
      const raised = paymentOf(update(made({ authenticationType }), { authenticationType: 'three_ds' }));
      expect(raised.authenticationType).toBe('three_ds');
      expect(update(raised, { authenticationType: 'no_three_ds' })).toMatchObject({ code: 'not_for_clients' });
    }
    expect(effectsOf(confirm(made({ authenticationType: null }), { authenticationType: 'three_ds' }))[0]).toMatchObject(
      {
        operation: { threeDs: true },
      },
    );
    expect(update(made({ authenticationType: null }), { authenticationType: 'no_three_ds' })).toMatchObject({
      details: { field: 'authentication_type' },
    });
  });

  it('is the future usage where the merchant left it open', () => {
    expect(paymentOf(update(made(), { setupFutureUsage: 'off_session' })).setupFutureUsage).toBe('off_session');
    const chosen = made({ setupFutureUsage: 'on_session' });
    expect(paymentOf(update(chosen, { setupFutureUsage: 'on_session' })).setupFutureUsage).toBe('on_session');
    for (const setupFutureUsage of ['off_session', null] as const)
      expect(update(chosen, { setupFutureUsage })).toMatchObject({ details: { field: 'setup_future_usage' } });
  });

  describe.each([
    ['a guest', null],
    ['a customer', 'cus_a' as CustomerId],
  ] as const)('is a detail of %s', (_, customerId) => {
    const [jo, ann] = [
      {
        name: 'Jo',
        email: 'jo@b.example',
        phone: '1',
        phoneCountryCode: '+49',
        taxRegistrationId: 'DE1',
        documentDetails: { type: 'cpf', document_number: '1' },
      },
      {
        name: 'Ann',
        email: 'ann@b.example',
        phone: '2',
        phoneCountryCode: '+33',
        taxRegistrationId: 'FR1',
        documentDetails: { type: 'cpf', document_number: '2' },
      },
    ];
    const wire = {
      name: 'name',
      email: 'email',
      phone: 'phone',
      phoneCountryCode: 'phone_country_code',
      taxRegistrationId: 'customer',
      documentDetails: 'customer',
    };
    const keys = Object.keys(wire) as (keyof typeof wire)[];
    const only = (of: typeof jo, key: keyof typeof wire) => ({ customer: { [key]: of[key] } });

    it.each(keys)('%s only while the merchant has not set it; the merchant’s may be repeated', (key) => {
      const payment = made({ customerId, ...only(jo, key) });
      for (const decide of [confirm, update])
        expect(decide(payment, only(ann, key))).toMatchObject({
          kind: 'refused',
          code: 'not_for_clients',
          details: { field: wire[key] },
        });
      for (const same of [only(jo, key), { customer: { [key]: null } }])
        expect(paymentOf(update(payment, same)).customer).toEqual(payment.customer);
    });

    it.each(keys)('%s that a client set may be changed by it until the merchant sets it', (key) => {
      const chosen = paymentOf(update(paymentOf(update(made({ customerId }), only(ann, key))), only(jo, key)));
      expect(chosen.customer).toMatchObject(only(jo, key).customer);
      const asMerchant = { ...about, caller: { kind: 'merchant' } as const, confirm: null };
      const fields = { details: {}, ...only(jo, key) };
      const taken = paymentOf(updatePayment(chosen, { ...asMerchant, fields }, aContext()));
      expect(taken.setByClient).toBeUndefined();
      expect(update(taken, only(ann, key))).toMatchObject({ code: 'not_for_clients' });
    });
  });

  it('is no detail of the customer whom the merchant names afterwards', () => {
    const record = { merchantId, customerId: 'cus_a' as CustomerId, name: 'Jo', email: 'jo@b.example' };
    const said = paymentOf(update(made({ customerId: null }), { customer: { email: 'ann@b.example', phone: '2' } }));
    const fields = { details: {}, customerId: record.customerId };
    const asMerchant = { ...about, caller: { kind: 'merchant' } as const, confirm: null };
    const named = paymentOf(updatePayment(said, { ...asMerchant, fields }, aContext({ customer: record })));
    expect(named.customer).toMatchObject({ name: 'Jo', email: 'jo@b.example', phone: null });
    expect(update(named, { customer: { email: 'ann@b.example' } })).toMatchObject({ code: 'not_for_clients' });
  });

  it('is no detail that a record fills in while the client sends none', () => {
    const record = { merchantId, customerId: 'cus_a' as CustomerId, email: 'jo@b.example' };
    const empty = { ...about, confirm: null, fields: { details: {}, customer: { email: null } } };
    const before = made();
    const filled = paymentOf(
      updatePayment(before, { ...empty, caller: clientOf(before) }, aContext({ customer: record })),
    );
    expect(filled.customer?.email).toBe('jo@b.example');
    expect(update(filled, { customer: { email: 'ann@b.example' } })).toMatchObject({ code: 'not_for_clients' });
  });

  it('is the terms of a mandate while the merchant has not set them, and its consent at any time', () => {
    const terms = {
      use: 'single_use',
      limit: { amount: minorUnits(9n), currency: 'EUR' },
      startDate: null,
      endDate: null,
    } as const;
    const type = { single_use: { amount: 9, currency: 'EUR' } };
    const consent = { acceptance_type: 'online' };
    const payment = made({ mandateTerms: terms, details: { mandate_data: { mandate_type: type } } });
    const more = { ...terms, limit: { ...terms.limit, amount: minorUnits(900n) } };
    for (const decide of [confirm, update])
      expect(decide(payment, { mandateTerms: more })).toMatchObject({ details: { field: 'mandate_data' } });
    const agreed = {
      mandateTerms: null,
      details: { mandate_data: { customer_acceptance: consent, mandate_type: null } },
    };
    expect(paymentOf(update(payment, agreed))).toMatchObject({
      mandateTerms: terms,
      details: { mandate_data: { customer_acceptance: consent, mandate_type: type } },
    });
    expect(paymentOf(update(made(), { mandateTerms: terms })).mandateTerms).toEqual(terms);
  });

  it.each<[string, PaymentFields['straightThrough'], string[], object]>([
    [
      'the connectors that the merchant named',
      { kind: 'connectors', connectors: ['stripe_test', 'adyen_test'] },
      ['adyen_test', 'checkout_test'],
      { kind: 'connectors', connectors: ['adyen_test'] },
    ],
    ['the merchant’s own routing', stored.straightThrough, ['stripe_test'], stored.straightThrough],
  ])('is a narrower choice among %s', (_, straightThrough, connectors, expected) => {
    const { straightThrough: _own, ...rest } = stored;
    const fields = { ...rest, ...(straightThrough && { straightThrough }), details };
    const before = paymentOf(create(cardFields(fields), false));
    const narrowing = { straightThrough: { kind: 'connectors' as const, connectors } };
    expect(effectsOf(confirm(before, narrowing))[0]).toMatchObject({ kind: 'route', straightThrough: expected });
    // The client's choice binds only the client, which may choose again.
    const chosen = paymentOf(update(before, narrowing));
    expect(chosen.straightThrough).toEqual(before.straightThrough);
  });

  it.each<[string, Partial<Payment>]>([
    ['beside those that the merchant named', {}],
    ['where the merchant named none', { straightThrough: null }],
  ])('is no account %s', (_, fields) =>
    expect(
      confirm({ ...made(), ...fields }, { straightThrough: { kind: 'connectors', connectors: ['adyen_test'] } }),
    ).toMatchObject({ kind: 'refused', details: { field: 'connector' } }),
  );

  it('is a plan of installments that the merchant offered', () => {
    const plans = [{ number_of_installments: [3, 6], billing_frequency: 'month', interest_rate: 0 }];
    const offering = made({ details: { installment_options: [{ payment_method: 'card', installments: plans }] } });
    const choose = (number_of_installments: number) =>
      update(offering, { details: { installment_data: { number_of_installments, billing_frequency: 'month' } } });
    expect(paymentOf(choose(6)).details['installment_data']).toMatchObject({ number_of_installments: 6 });
    expect(choose(12)).toMatchObject({ code: 'invalid_request', details: { path: 'installment_data' } });
  });

  describe('where goods, invoice and customer go', () => {
    const link = { origin: null, allowedDomains: null, config: {} };
    const ulm = { address: { city: 'Ulm', country: 'DE', line2: null }, phone: null, email: null };
    const paris = { address: { city: 'Paris', country: 'FR' }, phone: null, email: null };
    const lines = [{ product_name: 'pen', quantity: 1, amount: 5 }];
    const values: readonly [string, Partial<PaymentFields>, Partial<PaymentFields>][] = [
      ['shipping', { details: { shipping: ulm } }, { details: { shipping: paris } }],
      ['order_details', { details: { order_details: lines } }, { details: { order_details: [] } }],
      ['billing', { details: { billing: ulm } }, { details: { billing: paris } }],
      ['return_url', { returnUrl: 'https://acme.example/done' }, { returnUrl: 'https://thief.example/done' }],
    ];

    it.each(values)('%s of the merchant stays, and may be repeated', (field, merchants, other) => {
      const payment = made(merchants);
      for (const decide of [confirm, update]) {
        expect(decide(payment, other)).toMatchObject({ kind: 'refused', code: 'not_for_clients', details: { field } });
        expect(paymentOf(decide(payment, merchants))).toMatchObject(merchants);
      }
      expect(paymentOf(update(payment, merchants))).toEqual(payment);
    });

    it.each(values)('%s of a client may be changed by it until the merchant sets it', (field, first, second) => {
      const chosen = paymentOf(update(paymentOf(update(made({ details: { order_details: null } }), first)), second));
      expect(chosen).toMatchObject({ ...second, setByClient: [field] });
      const about_ = { ...about, caller: { kind: 'merchant' } as const, confirm: null };
      const taken = paymentOf(updatePayment(chosen, { ...about_, fields: { details: {}, ...second } }, aContext()));
      expect(taken.setByClient).toBeUndefined();
      expect(update(taken, first)).toMatchObject({ code: 'not_for_clients' });
    });

    it.each(values.filter(([field]) => field !== 'billing'))(
      '%s of a payment with a link is the merchant’s alone',
      (field, fields) => {
        expect(update(made({ link }), fields)).toMatchObject({ code: 'not_for_clients', details: { field } });
      },
    );

    it('the billing address of a payment with a link is the payer’s where the merchant set none', () => {
      expect(paymentOf(update(made({ link }), { details: { billing: paris } })).details).toMatchObject({
        billing: paris,
      });
      expect(update(made({ link, details: { billing: ulm } }), { details: { billing: paris } })).toMatchObject({
        code: 'not_for_clients',
        details: { field: 'billing' },
      });
    });

    it('a part of the address of a payment with a link is no repetition: strangers do not guess it part by part', () => {
      const payment = made({ link, details: { billing: ulm } });
      expect(update(payment, { details: { billing: { address: { city: 'Ulm' } } } })).toMatchObject({
        code: 'not_for_clients',
      });
      expect(paymentOf(update(payment, { details: { billing: ulm } }))).toEqual(payment);
    });

    it('a part of the merchant’s address repeats it, and null says nothing', () => {
      const payment = made({ details: { shipping: ulm }, returnUrl: 'https://acme.example/done' });
      for (const fields of [
        { details: { shipping: { address: { city: 'Ulm' } } } },
        { details: { shipping: null }, returnUrl: null },
      ])
        expect(paymentOf(update(payment, fields))).toEqual(payment);
      expect(
        update(payment, { details: { shipping: { address: { city: 'Ulm', line2: 'at a thief’s' } } } }),
      ).toMatchObject({ code: 'not_for_clients' });
    });
  });

  describe('saving a card for the customer of a payment with a link', () => {
    const linked = (fields: Partial<PaymentFields> = {}): Payment => {
      const payment = made({ ...fields, link: { origin: null, allowedDomains: null, config: {} } });
      return { ...payment, link: { ...payment.link!, secureSecret: 'the secret of the secure link' } };
    };
    const saving = { setupFutureUsage: 'off_session' } as const;

    it('is refused with the secret of the open link: a stranger’s card is not the customer’s', () => {
      for (const decide of [confirm, update])
        expect(decide(linked(), saving)).toMatchObject({
          kind: 'refused',
          code: 'not_for_clients',
          details: { field: 'setup_future_usage' },
        });
    });

    it('is for the page of the secure link', () => {
      const payment = linked();
      const caller: Caller = { kind: 'client', clientSecret: payment.link!.secureSecret };
      const fields = { details: {}, ...saving };
      const sent = updatePayment(payment, { ...about, caller, confirm: null, fields }, aContext());
      expect(paymentOf(sent)).toMatchObject(saving);
    });

    it('is as the merchant ordered it, also when a client repeats it', () =>
      expect(paymentOf(update(linked(saving), saving))).toMatchObject(saving));

    it('saves nothing without a customer, and is not refused', () =>
      expect(paymentOf(update(linked({ customerId: null }), saving))).toMatchObject(saving));
  });

  it('is no shipping address but the merchant’s, also beside the confirmation', () => {
    const shipping = { address: { city: 'Ulm' } };
    const payment = withDetails(aPayment.challenged(), { shipping });
    const linked = paymentOf(create(cardFields({ link: { origin: null, allowedDomains: null, config: {} } }), false));
    const sent = { address: { city: 'Paris' } };
    for (const decide of [completeAuthorize, calculateTax]) {
      const at = (to: Payment, address: typeof sent) =>
        decide(to, { ...about, caller: clientOf(to), shipping: address }, aContext());
      expect(at(payment, sent)).toMatchObject({ code: 'not_for_clients', details: { field: 'shipping' } });
      expect(at(linked, sent)).toMatchObject({ code: 'not_for_clients', details: { field: 'shipping' } });
      expect(at(payment, shipping).kind).not.toBe('refused');
      expect(paymentOf(at(made(), sent))).toMatchObject({ details: { shipping: sent }, setByClient: ['shipping'] });
    }
  });

  it('is the shipping address, until an authorization', () => {
    const payment = withDetails(aPayment.authorized(), { shipping: { address: { city: 'Berlin' } } });
    const to = (city: string) =>
      completeAuthorize(payment, { ...about, caller: clientOf(payment), shipping: { address: { city } } }, aContext());
    expect(to('Paris')).toMatchObject({ code: 'not_for_clients', details: { field: 'shipping' } });
    expect(to('Berlin').kind).toBe('unchanged');
  });
});
