import type { JsonObject, RouteDecision, Split } from '@payorch/contracts';
import type { OperationId, RoutingAlgorithmId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import { columnsOf } from '@payorch/platform/postgres';
import fc from 'fast-check';
import { acceptance, aCard, aPayment, firstAccount, secondAccount, seals } from '../../../../test/builders';
import { aDecision } from '../../../../test/routing';
import type { Method } from '../../../payment-methods/domain/method';
import type { Attempt, Claim } from '../../domain/attempts/attempt';
import type { Extension } from '../../domain/extensions/extension';
import type { Increment } from '../../domain/increments/increment';
import type { PostCaptureVoid } from '../../domain/post-capture-voids/post-capture-void';
import type { Payment, PendingReply } from '../../domain/payment';
import { withDetails } from '../../domain/payment';
import type { StoredIntent } from './payment.mapper';
import { captureToRow } from './capture.mapper';
import { attemptToRow } from './attempt.mapper';
import { intentToRow, paymentFromRow } from './payment.mapper';
import { AttemptRow, CaptureRow, IntentRow } from './payment.rows';

const payment = aPayment.capturing();
const [attempt, capture] = [payment.attempts[0]!, payment.captures[0]!];

it.each([
  [IntentRow, intentToRow(seals, payment, 3)],
  [AttemptRow, attemptToRow(seals, payment, attempt)],
  [CaptureRow, captureToRow(payment, capture)],
])('a row of %p has a value for each column of its entity, and no other', (entity, row) =>
  expect(Object.keys(row).sort()).toEqual([...columnsOf<object>(entity).names].sort()),
);

it('the split of an attempt and the id of its charge are read as they were written', () => {
  const split: Split = {
    chargeType: 'direct',
    applicationFee: minorUnits(10n),
    connectedAccount: 'acct_1',
    onBehalfOf: null,
  };
  const readBack = (one: Attempt) => {
    const row = {
      ...intentToRow(seals, payment, 3),
      attempts: [attemptToRow(seals, payment, one)],
      captures: [],
      refunds: [],
      disputes: [],
    };
    return paymentFromRow(seals, JSON.parse(JSON.stringify(row)) as StoredIntent).attempts[0];
  };
  expect(readBack({ ...attempt, split, charge: 'ch_1' })).toMatchObject({ split, charge: 'ch_1' });
  expect(readBack(attempt)).toMatchObject({ split: null });
});

it('the interest of a plan is read as it was written; rows from before there were plans have none', () => {
  const readBack = (row: object) =>
    paymentFromRow(
      seals,
      JSON.parse(JSON.stringify({ ...row, attempts: [], captures: [], refunds: [], disputes: [] })) as StoredIntent,
    ).extras.installmentInterest;
  const charged = { ...payment, extras: { ...payment.extras, installmentInterest: minorUnits(26n) } };
  const row = intentToRow(seals, charged, 3);
  expect(row.net_amount).toBe(1076);
  expect(readBack(row)).toBe(26n);
  const extras = { shippingCost: null, orderTaxAmount: null, surchargeAmount: null, surchargeTaxAmount: null };
  expect(readBack({ ...row, body: { ...(row.body as object), extras } })).toBeNull();
});

it('the record of what a client set is read as it was written; rows from before have the merchant’s values', () => {
  const readBack = (one: typeof payment) =>
    paymentFromRow(seals, {
      ...intentToRow(seals, one, 3),
      attempts: [],
      captures: [],
      refunds: [],
      disputes: [],
    } as unknown as StoredIntent).setByClient;
  expect(readBack({ ...payment, setByClient: ['shipping'] })).toEqual(['shipping']);
  expect(readBack(payment)).toBeUndefined();
});

it('a claim is read as it was written, and an attempt without one has none', () => {
  const readBack = (one: Attempt) => {
    const claiming = { ...payment, attempts: [one] };
    const row = {
      ...intentToRow(seals, claiming, 3),
      attempts: [attemptToRow(seals, claiming, one)],
      captures: [],
      refunds: [],
      disputes: [],
    };
    return paymentFromRow(seals, JSON.parse(JSON.stringify(row)) as StoredIntent);
  };
  const claim: Claim = {
    status: 'unresolved',
    error: { code: 'E1', message: 'Lost', reason: null },
    reference: 'ref_9',
    amountCapturable: minorUnits(5n),
    claimedAt: new Date('2026-01-01T10:00:00.000Z'),
  };
  const [claimed] = readBack({ ...attempt, claim }).attempts;
  expect(claimed!.claim).toEqual(claim);
  expect(claimed!.state).toBe('capture_initiated');
  expect(JSON.stringify(attemptToRow(seals, payment, { ...attempt, claim }))).not.toContain('Lost');
  const noError: Claim = { status: 'pending', error: null, claimedAt: claim.claimedAt };
  expect(readBack({ ...attempt, claim: noError }).attempts[0]!.claim).toEqual(noError);
  expect(readBack(attempt).attempts[0]!).not.toHaveProperty('claim');
});

it.each<[string, Partial<Attempt>]>([
  ['before its outcome', { routingVersion: 7, routingFacts: { values: { amount: 1050 }, metadata: { tier: 'gold' } } }],
  ['by facts without metadata', { routingVersion: 7, routingFacts: { values: { currency: 'EUR' } } }],
  ['after its outcome', { routingVersion: 7, decision: aDecision }],
  ['by metadata', { decision: { ...aDecision, facts: { values: {}, metadata: { tier: 'gold' } } } }],
  ['to a fallback', { fallbackOf: attempt.id }],
])('the route of an attempt %s is read as it was written, and its metadata is sealed', (_, route) => {
  const routed = { ...payment, attempts: [{ ...attempt, ...route } as Attempt] };
  const written = attemptToRow(seals, routed, routed.attempts[0]!);
  expect(JSON.stringify(written.body)).not.toContain('gold"}');
  const row = { ...intentToRow(seals, routed, 3), attempts: [written], captures: [], refunds: [], disputes: [] };
  const [read] = paymentFromRow(seals, JSON.parse(JSON.stringify(row)) as StoredIntent).attempts;
  const { routingVersion, routingFacts, decision, fallbackOf } = read!;
  expect(JSON.parse(JSON.stringify({ routingVersion, routingFacts, decision, fallbackOf }))).toEqual(route);
});

describe('a row has nothing for what its payment lacks', () => {
  const inJson = (row: object) => JSON.parse(JSON.stringify(row)) as { readonly body: Record<string, unknown> };
  type Row = ReturnType<typeof inJson>;
  const rowsOf = (one: Payment): readonly [Row, readonly Row[]] => [
    inJson(intentToRow(seals, one, 3)),
    one.attempts.map((each) => inJson(attemptToRow(seals, one, each))),
  ];
  const read = (intent: object, attempts: readonly object[]) =>
    paymentFromRow(seals, { ...intent, attempts, captures: [], refunds: [], disputes: [] } as unknown as StoredIntent);

  const noExtras = {
    shippingCost: null,
    orderTaxAmount: null,
    surchargeAmount: null,
    surchargeTaxAmount: null,
    installmentInterest: null,
  };
  const noneOfPayment = {
    amountToCapture: null,
    captureMethod: null,
    authenticationType: null,
    setupFutureUsage: null,
    customer: null,
    returnUrl: null,
    paymentToken: null,
    straightThrough: null,
    narrowedTo: null,
    recurring: null,
    saved: null,
    mandateTerms: null,
    browserInfo: null,
    cancellationReason: null,
    merchantDecision: null,
    lastLookupAt: null,
    increments: [],
    extensions: [],
    postCaptureVoids: [],
    pendingReplies: [],
  };
  const noneOfAttempt = { fallbacks: [], syncCount: 0, canIncrement: false, authorizationTerms: null, stored: null };
  const noneOfMethod = { paymentMethodType: null, card: null, sealedData: null, paymentMethodData: null };
  const noneOfDecision = {
    algorithmId: null,
    routingVersion: null,
    rule: null,
    draw: null,
    fellBack: false,
    facts: { values: {} },
  };
  /** The rows as former releases wrote them. */
  const formerIntent = (row: Row) => ({
    ...row,
    body: { ...noneOfPayment, ...row.body, extras: { ...noExtras, ...(row.body['extras'] as object) } },
  });
  const formerAttempt = (row: Row) => {
    const { method, decision } = row.body as { method?: object; decision?: { candidates: object[] } };
    const former = decision && {
      ...noneOfDecision,
      ...decision,
      candidates: decision.candidates.map((one) => ({ filter: null, ...one })),
    };
    return {
      ...row,
      body: {
        ...noneOfAttempt,
        ...row.body,
        method: method ? { ...noneOfMethod, ...method } : null,
        ...(former && { decision: former }),
      },
    };
  };

  /** Objects as literals make them. */
  const plain = <T extends object, K extends keyof T>(
    fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> },
    requiredKeys = Object.keys(fields) as K[],
  ) => fc.record(fields, { requiredKeys, noNullPrototype: true }) as unknown as fc.Arbitrary<T>;
  const orNull = <T>(value: T) => fc.constantFrom(value, null);
  const orNone = <T>(...list: readonly T[]) => fc.constantFrom<readonly T[]>([], list);
  const error = { code: 'E1', message: 'm', reason: null };
  const at = new Date('2026-01-02T10:00:00.000Z');
  const sums = fc.constantFrom(null, minorUnits(0n), minorUnits(7n));
  const increment: Increment = {
    id: 'inc_1',
    operation: 'op_1' as OperationId,
    status: 'success',
    error: null,
    amount: minorUnits(1200n),
    previous: minorUnits(1050n),
  };
  const extension: Extension = {
    operation: 'op_2' as OperationId,
    attemptId: attempt.id,
    state: 'succeeded',
    captureBefore: null,
    error: null,
    requestedBy: [],
    modifiedAt: at,
  };
  const undone: PostCaptureVoid = {
    operation: 'op_3' as OperationId,
    state: 'failed',
    reason: null,
    reference: null,
    error,
    modifiedAt: at,
  };
  const reply: PendingReply = {
    replyTopic: 'gateway.replies.1',
    replyCorrelationId: 'r1',
    correlationId: 'c1',
    traceparent: 't1',
    view: { kind: 'return' },
  };
  const payments: fc.Arbitrary<Partial<Payment>> = plain({
    extras: plain({
      shippingCost: sums,
      orderTaxAmount: sums,
      surchargeAmount: sums,
      surchargeTaxAmount: sums,
      installmentInterest: sums,
    }),
    amountToCapture: sums,
    captureMethod: orNull('manual' as const),
    authenticationType: orNull('three_ds' as const),
    setupFutureUsage: orNull('off_session' as const),
    customer: fc.constantFrom(null, {}, { name: 'Jo' }, { name: null, email: 'jo@shop.example' }),
    returnUrl: orNull('https://shop.example'),
    paymentToken: orNull('token_1'),
    straightThrough: orNull({ kind: 'priority', accounts: [] } as unknown as NonNullable<Payment['straightThrough']>),
    credentials: orNull(firstAccount),
    narrowedTo: fc.constantFrom(null, [], ['stripe_test']),
    mandateTerms: orNull({ kind: 'single_use', limit: null } as unknown as NonNullable<Payment['mandateTerms']>),
    browserInfo: fc.constantFrom(null, {}, { language: null }),
    allKeysRequired: fc.boolean(),
    cancellationReason: fc.constantFrom(null, '', 'fraud'),
    merchantDecision: orNull('approved' as const),
    increments: orNone(increment),
    extensions: orNone(extension),
    postCaptureVoids: orNone(undone),
    pendingReplies: orNone(reply),
    lastLookupAt: orNull(at),
  });
  const flags = fc.constantFrom<unknown>(true, false, null, 'true');
  const texts = fc.constantFrom<unknown>('', 'books', null, 1);
  const addresses = fc.constantFrom<unknown>({ address: { country: 'DE' } }, { address: null }, null, []);
  const acceptances = fc.constantFrom<unknown>(acceptance, null, 'yes');
  const splits = ['direct', 'destination', 'wrong'].map((charge_type) => ({
    stripe_split_payment: { charge_type, application_fees: 10, transfer_account_id: 'acct_1' },
  }));
  const plan = { number_of_installments: [3, 6], billing_frequency: 'month', interest_rate: 1.5 };
  const item = { product_name: 'book', quantity: 2, amount: 500, sku: 's', unit_discount_amount: -1 };
  /** Each field that decisions read, with values of the interface and others. */
  const details = plain<Record<string, unknown>, never>(
    {
      off_session: flags,
      request_external_three_ds_authentication: flags,
      force_3ds_challenge: flags,
      enable_overcapture: flags,
      request_incremental_authorization: flags,
      request_extended_authorization: flags,
      enable_partial_authorization: flags,
      skip_external_tax_calculation: flags,
      external_surcharge_strategy: fc.constantFrom('apply', 'skip', null),
      billing: addresses,
      shipping: addresses,
      description: texts,
      metadata: fc.constantFrom<unknown>({ list: [], none: {} }, null, 'text'),
      business_country: texts,
      business_label: texts,
      split_payments: fc.constantFrom<unknown>(...splits, { adyen_split_payment: {} }, {}, null),
      installment_options: fc.constantFrom<unknown>([{ payment_method: 'card', installments: [plan] }], [{}], [], null),
      installment_data: fc.constantFrom<unknown>({ number_of_installments: 3, billing_frequency: 'month' }, {}, null),
      merchant_order_reference_id: texts,
      discount_amount: fc.constantFrom<unknown>(5, -5, 0.5, null),
      order_details: fc.constantFrom<unknown>([item, { ...item, quantity: 0 }, null], {}, null),
      billing_descriptor: fc.constantFrom<unknown>(
        { statement_descriptor: 'A', statement_descriptor_suffix: 'b' },
        null,
      ),
      statement_descriptor_name: texts,
      statement_descriptor_suffix: texts,
      mit_category: fc.constantFrom('recurring', 'other', null),
      customer_acceptance: acceptances,
      allowed_payment_method_types: fc.constantFrom<unknown>(['credit', 1], 'credit', null),
      is_iframe_redirection_enabled: flags,
      mandate_data: fc.constantFrom<unknown>({ update_mandate_id: 'man_1', customer_acceptance: acceptance }, {}, null),
    },
    [],
  ) as fc.Arbitrary<JsonObject>;
  const methods = plain({
    paymentMethod: fc.constant('card'),
    paymentMethodType: orNull('credit'),
    card: fc.constantFrom(null, aCard, { ...aCard, facts: null, holderName: null, network: null }),
    sealedData: orNull({ sealed: 's' } as unknown as NonNullable<Method['sealedData']>),
    paymentMethodData: fc.constantFrom(null, {}, { voucher: { email: null } }),
  });
  const decisions: fc.Arbitrary<RouteDecision> = plain({
    source: fc.constant('active' as const),
    accountVersion: fc.nat(),
    algorithmId: orNull('routing_1' as RoutingAlgorithmId),
    routingVersion: orNull(7),
    rule: orNull({ index: 0, name: '' }),
    draw: fc.constantFrom(null, 0, 99),
    fellBack: fc.boolean(),
    facts: fc.constantFrom<RouteDecision['facts']>(
      ...[{ values: {} }, { values: { amount: 0 } }, { values: {}, metadata: { tier: 'gold' } }],
    ),
    candidates: orNone<RouteDecision['candidates'][number]>(
      ...[
        { ...firstAccount, filter: null },
        { ...firstAccount, filter: 'currency' as const, place: 0 },
      ],
    ).map((list) => [...list]),
  });
  const attempts: fc.Arbitrary<Partial<Attempt>> = plain(
    {
      method: fc.option(methods),
      fallbacks: orNone(firstAccount),
      syncCount: fc.nat(3),
      canIncrement: fc.boolean(),
      authorizationTerms: orNull({ captureBefore: null, isExtended: null, reportedAt: at }),
      stored: orNull({ customerReference: null, mandateReference: null, networkTransactionId: 'n' }),
      checks: fc.constantFrom(null, {}, { cvc: 'pass' }),
      rawResponse: fc.constantFrom(null, '', '{}'),
      client: orNull({ source: null, version: null }),
      beginCheck: fc.constant('begun' as const),
      retryCount: fc.nat(2),
      byNumber: fc.constant(true as const),
      authenticationType: fc.constantFrom(null, 'three_ds' as const),
      overcapture: fc.constant({ isEnabled: null, maximum: null }),
      charge: fc.constant('ch_1'),
      decision: decisions,
    },
    [
      'method',
      'fallbacks',
      'syncCount',
      'canIncrement',
      'authorizationTerms',
      'stored',
      'checks',
      'rawResponse',
      'client',
    ],
  ) as fc.Arbitrary<Partial<Attempt>>;
  const states = fc.constantFrom(aPayment.withoutMethod(), aPayment.authorizing(), aPayment.authorized());
  const any = fc.tuple(states, payments, details, attempts).map(([one, ofPayment, ofDetails, ofAttempt]): Payment => {
    const changed = { ...one.attempts[0]!, ...ofAttempt } as Attempt;
    return { ...withDetails(one, ofDetails), ...ofPayment, attempts: [changed] };
  });

  it('and any payment is read as it was written, with its terms, from a row of a former release too', () =>
    fc.assert(
      fc.property(any, (one) => {
        const [intent, attemptRows] = rowsOf(one);
        expect(read(intent, attemptRows)).toStrictEqual(one);
        expect(read(formerIntent(intent), attemptRows.map(formerAttempt))).toStrictEqual(one);
      }),
    ));

  it('an ordinary payment has few fields in its rows, and no null, false or empty list', () => {
    const [intent, [attemptRow]] = rowsOf(aPayment.charged());
    expect(Object.keys(intent.body).sort()).toEqual(['sealed']);
    expect(Object.keys(attemptRow!.body).sort()).toEqual(['method', 'sealed']);
    const routed = { ...attempt, decision: { ...aDecision, ...noneOfDecision } as RouteDecision };
    expect(inJson(attemptToRow(seals, payment, routed)).body['decision']).toEqual({
      source: 'active',
      accountVersion: 9,
      candidates: [firstAccount, { ...secondAccount, filter: 'currency' }],
    });
  });
});
