import type { AuthorizeOperation, FlowName, Found, HttpRequest, FlowOperations } from '@payorch/connector-kit';
import { sampleCard, sampleOperation } from '@payorch/connector-kit/conformance';
import { evidenceTypes, type EvidenceType, recordKinds } from '@payorch/contracts';
import type { JsonObject, OrderData, Split } from '@payorch/contracts';
import { minorUnits, money } from '@payorch/kernel';
import { connectors } from '../index';
import { paidWith, sampleMethods } from './sample-methods';

export interface BuiltRequest {
  readonly name: string;
  readonly request: HttpRequest;
}

export const baseUrl = 'https://processor.example';
const findable: Found = { customer: 'cus_found', token: 'tok_found', payment_method: 'pm_found' };
const store = { mandate: { kind: 'store', usage: 'off_session' }, customerId: 'cus_of_ours' } as const;

export function accountOf(metadata: JsonObject | null = null, at = baseUrl) {
  const details = { auth_type: 'HeaderKey', api_key: 'sk_test_123' };
  const account = connectors.stripe.bind({ details, metadata, baseUrl: at });
  if (!account) throw new Error('Stripe does not accept its own credentials');
  return account;
}

/** All calls of one operation, the preliminaries first. */
export function callsOf<Name extends FlowName>(
  flowName: Name,
  operation: FlowOperations[Name],
  at = baseUrl,
): BuiltRequest[] {
  const flow = accountOf(null, at).flow(flowName);
  if (!flow) throw new Error(`no flow ${flowName}`);
  const before = flow.before(operation);
  const found = Object.fromEntries(before.map(({ name }) => [name, findable[name] ?? 'file_found']));
  return [
    ...before.map((one) => ({ name: `${flowName}: ${one.name}`, request: one.buildRequest(found) })),
    { name: flowName, request: flow.buildRequest(operation, found) },
  ];
}

const everything = {
  capture: 'manual',
  threeDs: true,
  incremental: true,
  extended: true,
  multiple: true,
  overcapture: true,
  customerName: 'John Doe',
  customerPhone: '4155552671',
  email: 'test@example.com',
  billing: {
    address: {
      first_name: 'John',
      last_name: 'Doe',
      line1: '1 Main St',
      line2: 'Flat 2',
      city: 'Seattle',
      state: 'WA',
      zip: '98101',
      country: 'US',
    },
    phone: { number: '4155552671', country_code: '+1' },
    email: 'test@example.com',
  },
  shipping: { address: { first_name: 'John', last_name: 'Doe', line1: '123 Main St', zip: '98101', country: 'US' } },
  browserInfo: { ip_address: '192.0.2.7', user_agent: 'Browser/1.0' },
  description: 'Two tickets',
  statementDescriptor: 'TICKETS',
  metadata: { seat: '4A' },
} as const satisfies Partial<AuthorizeOperation>;

export const directSplit: Split = {
  chargeType: 'direct',
  applicationFee: minorUnits(150n),
  connectedAccount: 'acct_1',
  onBehalfOf: null,
};
export const destinationSplit: Split = { ...directSplit, chargeType: 'destination', onBehalfOf: 'acct_2' };

export const sampleOrder: OrderData = {
  reference: 'o-1',
  taxAmount: null,
  shippingCost: minorUnits(500n),
  discountAmount: minorUnits(0n),
  items: [
    {
      name: 'Ticket',
      quantity: 2,
      unitAmount: minorUnits(3000n),
      unitDiscount: minorUnits(5n),
      taxAmount: minorUnits(40n),
      productCode: 'seat-4a',
      commodityCode: '7922',
      unitOfMeasure: 'EA',
    },
  ],
};

const mandate = (use: Partial<Extract<AuthorizeOperation['mandate'], { kind: 'use' }>>) =>
  ({
    kind: 'use',
    offSession: true,
    mandateReference: null,
    customerReference: null,
    networkTransactionId: null,
    ...use,
  }) as const;

const named = (prefix: string, calls: readonly BuiltRequest[]): BuiltRequest[] =>
  calls.map(({ name, request }) => ({ name: `${prefix}, ${name}`, request }));

const cards = (at: string): BuiltRequest[] => [
  ...named('a card', callsOf('authorize', sampleOperation('authorize', {}), at)),
  ...named(
    'a card with everything',
    callsOf('authorize', sampleOperation('authorize', { ...everything, ...store }), at),
  ),
  ...named(
    'a stored card',
    callsOf(
      'authorize',
      sampleOperation('authorize', {
        card: null,
        mandate: mandate({ mandateReference: 'pm_saved', customerReference: 'cus_saved' }),
      }),
      at,
    ),
  ),
  ...named(
    'a card while the customer is absent',
    callsOf('authorize', sampleOperation('authorize', { mandate: mandate({}) }), at),
  ),
  ...named(
    'a card that the merchant names by its id',
    callsOf('authorize', sampleOperation('authorize', { mandate: mandate({ mandateReference: 'pm_saved' }) }), at),
  ),
  ...named(
    'a card first charged at another processor',
    callsOf(
      'authorize',
      sampleOperation('authorize', { mandate: mandate({ networkTransactionId: '104102108110107' }) }),
      at,
    ),
  ),
  ...named('a card', callsOf('setup', sampleOperation('setup', { ...everything, ...store }), at)),
  ...named(
    'a card with level 2 and 3 data',
    callsOf('authorize', sampleOperation('authorize', { order: sampleOrder, customerId: 'cus_of_ours' }), at),
  ),
  ...named(
    'a card in instalments',
    callsOf(
      'authorize',
      sampleOperation('authorize', {
        card: null,
        mandate: mandate({ mandateReference: 'pm_saved', customerReference: 'cus_saved' }),
        mitCategory: 'installment',
      }),
      at,
    ),
  ),
  ...named(
    'a direct charge',
    callsOf('authorize', sampleOperation('authorize', { split: directSplit, connectedAccount: 'acct_1' }), at),
  ),
  ...named('a destination charge', callsOf('authorize', sampleOperation('authorize', { split: destinationSplit }), at)),
];

const others = (at: string): BuiltRequest[] =>
  sampleMethods.flatMap((method) => {
    const capability = connectors.stripe.capabilities.find(
      ({ paymentMethod, paymentMethodTypes }) =>
        paymentMethod === method.paymentMethod && paymentMethodTypes.includes(method.paymentMethodType),
    );
    const capture = capability?.captureMethods.includes('manual') ? 'manual' : 'automatic';
    const rich = { ...everything, capture, incremental: false, threeDs: false } as const;
    const prefix = `${method.paymentMethod} ${method.paymentMethodType}`;
    return [
      ...named(prefix, callsOf('authorize', paidWith(method), at)),
      ...named(`${prefix} with everything`, callsOf('authorize', paidWith(method, rich), at)),
      ...(capability?.mandates
        ? [
            ...named(`${prefix} to be saved`, callsOf('authorize', paidWith(method, { ...rich, ...store }), at)),
            ...named(
              prefix,
              callsOf('setup', paidWith(method, { ...rich, ...store, money: money(0n, method.currency) }), at),
            ),
            ...named(
              `${prefix} that was saved`,
              callsOf(
                'authorize',
                paidWith(method, {
                  mandate: mandate({ mandateReference: 'pm_saved', customerReference: 'cus_saved' }),
                }),
                at,
              ),
            ),
          ]
        : []),
    ];
  });

const usd = money(6540n, 'USD');
const bank = { bankName: null, bankCountry: null, bankCity: null, accountHolderName: 'Ada Lovelace' };
const destinations = {
  sepa: { money: money(6540n, 'EUR') },
  ach: {
    money: usd,
    destination: { kind: 'ach', accountNumber: '000123456789', routingNumber: '110000000', ...bank },
  },
  bacs: {
    money: money(6540n, 'GBP'),
    destination: { kind: 'bacs', accountNumber: '00012345', sortCode: '108800', ...bank },
  },
  debit: { money: usd, destination: null, card: { ...sampleCard, cvc: null } },
} as const;

const payouts = (at: string): BuiltRequest[] => {
  const { billing } = everything;
  const identity = {
    tos_acceptance_date: 1_793_520_000,
    tos_acceptance_ip: '192.0.2.7',
    business_profile_mcc: '7994',
    business_profile_url: 'https://games.example',
    business_profile_product_description: 'Prizes',
    individual_dob_day: 10,
    individual_dob_month: 12,
    individual_dob_year: 1985,
    individual_id_number: '000000000',
    individual_ssn_last_4: '0000',
    company_tax_id: '000000000',
  };
  const recipients = (['Individual', 'Company', 'NonProfit', 'PublicSector'] as const).flatMap((entityType) =>
    named(
      `${entityType} with everything`,
      callsOf('payoutRecipient', sampleOperation('payoutRecipient', { entityType, billing, metadata: identity }), at),
    ),
  );
  const accounts = Object.entries(destinations).flatMap(([name, destination]) =>
    named(name, callsOf('payoutRecipientAccount', sampleOperation('payoutRecipientAccount', destination), at)),
  );
  const found = (flow: string, reference: string | null) =>
    named(
      `${flow} ${reference === null ? 'by our id' : 'by id'}`,
      callsOf('payoutSync', sampleOperation('payoutSync', { flow, reference }), at),
    );
  return [
    ...callsOf('payoutRecipient', sampleOperation('payoutRecipient', {}), at),
    ...recipients,
    ...accounts,
    ...callsOf('payoutCreate', sampleOperation('payoutCreate', { metadata: { season: 'spring' } }), at),
    ...callsOf('payoutFulfill', sampleOperation('payoutFulfill', { priority: 'instant' }), at),
    ...callsOf('payoutCancel', sampleOperation('payoutCancel', { reference: 'tr_123' }), at),
    ...found('payout_recipient_account', null),
    ...found('payout_create', 'tr_123'),
    ...found('payout_create', null),
    ...found('payout_fulfill', 'po_123'),
    ...found('payout_fulfill', null),
    ...found('payout_cancel', 'tr_123'),
  ];
};

/** The answers to a dispute, with a file of each kind in turn: two kinds share a field. */
const disputes = (at: string): BuiltRequest[] => [
  ...callsOf('acceptDispute', sampleOperation('acceptDispute', { reference: 'dp_123' }), at),
  ...evidenceTypes.flatMap((evidenceType) =>
    named(evidenceType, callsOf('submitEvidence', sampleOperation('submitEvidence', evidenceWith(evidenceType)), at)),
  ),
  ...callsOf('disputeSync', sampleOperation('disputeSync', { reference: 'dp_123' }), at),
  ...[null, 'dp_123'].map((cursor) => ({
    name: `disputes after ${cursor ?? 'none'}`,
    request: accountOf(null, at).disputeList!.buildRequest({
      from: '2026-11-01T00:00:00.000Z',
      till: '2026-12-01T00:00:00.000Z',
      cursor,
    }),
  })),
];

/** A first page and a later one of each kind. */
const records = (at: string): BuiltRequest[] =>
  recordKinds.flatMap((kind) =>
    [null, 'the_last'].map((cursor) => ({
      name: `a page of ${kind} records after ${cursor ?? 'none'}`,
      request: accountOf(null, at).recordList!.buildRequest({
        kind,
        from: '2026-11-01T00:00:00.000Z',
        till: '2026-12-01T00:00:00.000Z',
        cursor,
      }),
    })),
  );

/** Every text of the interface has a name at Stripe. */
const texts = Object.fromEntries(
  [
    'access_activity_log',
    'billing_address',
    'cancellation_policy_disclosure',
    'cancellation_rebuttal',
    'customer_email_address',
    'customer_name',
    'customer_purchase_ip',
    'product_description',
    'refund_policy_disclosure',
    'refund_refusal_explanation',
    'service_date',
    'shipping_address',
    'shipping_carrier',
    'shipping_date',
    'shipping_tracking_number',
    'uncategorized_text',
  ].map((name) => [name, `the ${name}`]),
);

const evidenceWith = (evidenceType: EvidenceType) => ({
  reference: 'dp_123',
  texts,
  files: [
    { evidenceType, name: 'a.png', contentType: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]) },
  ],
});

/** Every kind of request to Stripe, at least once. */
export const builtRequests = (at = baseUrl): BuiltRequest[] => [
  ...cards(at),
  ...others(at),
  ...callsOf('capture', sampleOperation('capture', { reference: 'pi_123' }), at),
  ...named(
    'one of several',
    callsOf('capture', sampleOperation('capture', { reference: 'pi_123', multiple: { isLast: false } }), at),
  ),
  ...callsOf('void', sampleOperation('void', { reference: 'pi_123' }), at),
  ...named('a set-up', callsOf('void', sampleOperation('void', { reference: 'seti_123', reason: null }), at)),
  ...callsOf('revokeMandate', sampleOperation('revokeMandate', { reference: 'pm_123' }), at),
  ...callsOf('increment', sampleOperation('increment', { reference: 'pi_123', reason: 'One more night' }), at),
  ...callsOf(
    'refund',
    sampleOperation('refund', { reference: 'pi_123', reason: 'duplicate', metadata: { seat: '4A' } }),
    at,
  ),
  ...named(
    'of a split payment',
    callsOf(
      'refund',
      sampleOperation('refund', { reference: 'pi_123', reverts: { platformFee: true, transfer: true } }),
      at,
    ),
  ),
  ...named('by id', callsOf('sync', sampleOperation('sync', { reference: 'pi_123' }), at)),
  ...named('by our id', callsOf('sync', sampleOperation('sync', { reference: null }), at)),
  ...named('a set-up by id', callsOf('sync', sampleOperation('sync', { reference: 'seti_123' }), at)),
  ...named(
    'a set-up by our id',
    callsOf('sync', sampleOperation('sync', { reference: null, money: money(0n, 'USD') }), at),
  ),
  ...named(
    'a revocation by id',
    callsOf('sync', sampleOperation('sync', { flow: 'revoke_mandate', reference: 'pm_123', money: undefined }), at),
  ),
  ...payouts(at),
  ...disputes(at),
  ...records(at),
  ...named('by id', callsOf('refundSync', sampleOperation('refundSync', { reference: 're_123' }), at)),
  ...named('by our id', callsOf('refundSync', sampleOperation('refundSync', { reference: null }), at)),
];

/** Requests that Stripe accepts but does not publish, so that the published interface cannot check them. */
export const unpublished: readonly { readonly name: RegExp; readonly why: string }[] = [
  {
    name: /^a card first charged at another processor, authorize$/,
    why: "the card network's id of another processor's payment, which Stripe accepts from enabled accounts",
  },
  {
    name: /^wallet apple_pay.*token$/,
    why: 'the encrypted payload of a wallet, as the apps of Stripe send it to v1/tokens',
  },
  {
    name: /^wallet google_pay.*token$/,
    why: 'a network token with its cryptogram: a feature of v1/tokens that Stripe grants on request',
  },
];
