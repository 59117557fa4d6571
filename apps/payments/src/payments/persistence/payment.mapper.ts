import type { JsonObject, MandateTerms } from '@payorch/contracts';
import type { Currency, MinorUnits } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsFromJson, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { SealedColumn } from '@payorch/platform/sealing';
import type { Attempt, Facts } from '../domain/attempt';
import { accountOf, referenceOf } from '../domain/attempt';
import type { AttemptState } from '../domain/attempt.machine';
import type { Extension, Increment, Order, Payment, PostCaptureVoid } from '../domain/payment';
import { activeAttempt, netAmount } from '../domain/payment';
import { statusOf } from '../domain/payment.status';
import type { Recurring } from '../domain/method/saved-method';
import { captureFromRow } from './capture.mapper';
import { claimFromJson, claimToJson, type StoredClaim } from './claim.mapper';
import { filterFields, intentBody } from './intent-body';
import type { AttemptRow, CaptureRow, IntentRow } from './payment.rows';
import {
  factsFromJson,
  factsToJson,
  mapValues,
  moneyFromJson,
  moneyToJson,
  overcaptureFromJson,
  overcaptureToJson,
  splitFromJson,
  splitToJson,
  type StoredMoney,
  type StoredOvercapture,
  type StoredSplit,
  type StoredTerms,
  termsFromJson,
} from './stored-values';

export type StoredIntent = StoredRow<IntentRow> & {
  readonly attempts: readonly StoredRow<AttemptRow>[];
  readonly captures: readonly StoredRow<CaptureRow>[];
  readonly refunds: readonly JsonObject[];
};

const sumOrNull = (value: string | number | null): MinorUnits | null =>
  value === null ? null : minorUnitsFromColumn(value);

/** The personal fields of an attempt's body. */
export const attemptBody = new SealedColumn('attempts.body', [
  ...['facts', 'method.card.holderName', 'method.paymentMethodData', 'whole', 'checks', 'authentication'],
  ...['method.authentication', 'claim'],
]);

/** Only an overcapture may take more than the payment's amount. */
function maximumOf(payment: Payment): number | null {
  const maximum = activeAttempt(payment).overcapture?.maximum;
  return maximum ? minorUnitsToJson(maximum.amount) : null;
}

/** Columns have what is searched for or checked by a constraint; the body has what is only read with the payment. */
export function intentToRow(payment: Payment, partition: number): WrittenRow<IntentRow> {
  const { extras, amountToCapture, recurring, mandateTerms, merchantId } = payment;
  return {
    merchant_id: payment.merchantId,
    payment_id: payment.paymentId,
    profile_id: payment.profileId,
    version: payment.version,
    partition,
    status: statusOf(payment),
    amount: minorUnitsToJson(payment.money.amount),
    net_amount: minorUnitsToJson(netAmount(payment).amount),
    amount_capturable: minorUnitsToJson(payment.amountCapturable),
    amount_received: payment.amountReceived === null ? null : minorUnitsToJson(payment.amountReceived),
    currency: payment.money.currency,
    customer_id: payment.customerId,
    payment_link_id: payment.link?.id ?? null,
    created_at: payment.createdAt,
    modified_at: payment.modifiedAt,
    expires_at: payment.expiresAt,
    maximum_capturable: maximumOf(payment),
    post_capture_void: payment.postCaptureVoids.at(-1)?.state ?? null,
    extension: payment.extensions.at(-1)?.state ?? null,
    body: intentBody.write(
      {
        clientSecret: payment.clientSecret,
        ...(payment.link && { link: payment.link }),
        ...filterFields(merchantId, payment),
        extras: mapValues(extras, (value) => (value === null ? null : Number(value))),
        amountToCapture: amountToCapture === null ? null : minorUnitsToJson(amountToCapture),
        captureMethod: payment.captureMethod,
        authenticationType: payment.authenticationType,
        setupFutureUsage: payment.setupFutureUsage,
        customer: payment.customer,
        returnUrl: payment.returnUrl,
        ...(payment.setByClient && { setByClient: payment.setByClient }),
        paymentToken: payment.paymentToken,
        straightThrough: payment.straightThrough,
        ...(payment.credentials && { credentials: payment.credentials }),
        narrowedTo: payment.narrowedTo,
        recurring: recurring && {
          ...recurring,
          reserved: recurring.reserved === null ? null : minorUnitsToJson(recurring.reserved),
        },
        mandateTerms: mandateTerms && { ...mandateTerms, limit: mandateTerms.limit && moneyToJson(mandateTerms.limit) },
        saved: payment.saved,
        browserInfo: payment.browserInfo,
        ...(payment.allKeysRequired && { allKeysRequired: true }),
        ...(payment.isRedacted && { isRedacted: true }),
        cancellationReason: payment.cancellationReason,
        merchantDecision: payment.merchantDecision,
        details: payment.details,
        increments: payment.increments.map((increment) => ({
          ...increment,
          amount: minorUnitsToJson(increment.amount),
          previous: minorUnitsToJson(increment.previous),
        })),
        extensions: payment.extensions,
        postCaptureVoids: payment.postCaptureVoids,
        // Few payments have any: absent keys take no space.
        ...(payment.orders.length > 0 && { orders: payment.orders.map(factsToJson) }),
        pendingReplies: payment.pendingReplies,
        lastLookupAt: payment.lastLookupAt,
      },
      { merchantId, objectId: payment.paymentId },
    ),
  };
}

/** The parts of the body that need conversion; older rows lack the optional ones. */
interface InJson {
  readonly extras: Record<Exclude<keyof Payment['extras'], 'installmentInterest'>, number | null> & {
    readonly installmentInterest?: number | null;
  };
  readonly amountToCapture: number | null;
  readonly increments?: readonly (Omit<Increment, 'amount' | 'previous'> & { amount: number; previous: number })[];
  readonly extensions?: readonly (Omit<Extension, 'modifiedAt'> & { modifiedAt: string })[];
  readonly postCaptureVoids?: readonly (Omit<PostCaptureVoid, 'modifiedAt'> & { modifiedAt: string })[];
  readonly orders?: readonly (Omit<Order, 'money' | 'modifiedAt'> & { money: StoredMoney; modifiedAt: string })[];
  readonly recurring?: (Omit<Recurring, 'reserved'> & { reserved: number | null }) | null;
  readonly mandateTerms?: (Omit<MandateTerms, 'limit'> & { limit: StoredMoney | null }) | null;
  readonly saved?: Payment['saved'];
  readonly credentials?: Payment['credentials'];
  readonly narrowedTo?: Payment['narrowedTo'];
  readonly lastLookupAt?: string | null;
  readonly merchantDecision?: Payment['merchantDecision'];
  readonly allKeysRequired?: boolean;
}

export function paymentFromRow(row: StoredIntent): Payment {
  const place = { merchantId: row.merchant_id, objectId: row.payment_id };
  const body = intentBody.read(row.body, place) as Omit<Payment, keyof InJson> & InJson;
  const currency = row.currency as Currency;
  return {
    merchantId: row.merchant_id as Payment['merchantId'],
    paymentId: row.payment_id as Payment['paymentId'],
    profileId: row.profile_id as Payment['profileId'],
    version: Number(row.version),
    createdAt: new Date(row.created_at),
    modifiedAt: new Date(row.modified_at),
    expiresAt: new Date(row.expires_at),
    clientSecret: body.clientSecret,
    ...(body.link && { link: body.link }),
    money: { amount: minorUnitsFromColumn(row.amount), currency },
    extras: {
      shippingCost: sumOrNull(body.extras.shippingCost),
      orderTaxAmount: sumOrNull(body.extras.orderTaxAmount),
      surchargeAmount: sumOrNull(body.extras.surchargeAmount),
      surchargeTaxAmount: sumOrNull(body.extras.surchargeTaxAmount),
      installmentInterest: sumOrNull(body.extras.installmentInterest ?? null),
    },
    amountToCapture: sumOrNull(body.amountToCapture),
    amountCapturable: minorUnitsFromColumn(row.amount_capturable),
    amountReceived: sumOrNull(row.amount_received),
    captureMethod: body.captureMethod,
    authenticationType: body.authenticationType,
    setupFutureUsage: body.setupFutureUsage,
    customerId: row.customer_id as Payment['customerId'],
    customer: body.customer,
    returnUrl: body.returnUrl,
    ...(body.setByClient && { setByClient: body.setByClient }),
    paymentToken: body.paymentToken,
    straightThrough: body.straightThrough,
    credentials: body.credentials ?? null,
    narrowedTo: body.narrowedTo ?? null,
    recurring: body.recurring ? { ...body.recurring, reserved: sumOrNull(body.recurring.reserved) } : null,
    mandateTerms: body.mandateTerms
      ? { ...body.mandateTerms, limit: body.mandateTerms.limit && moneyFromJson(body.mandateTerms.limit) }
      : null,
    saved: body.saved ?? null,
    browserInfo: body.browserInfo,
    allKeysRequired: body.allKeysRequired ?? false,
    ...(body.isRedacted && { isRedacted: true }),
    cancellationReason: body.cancellationReason,
    merchantDecision: body.merchantDecision ?? null,
    details: body.details,
    attempts: row.attempts.map(attemptFromRow),
    captures: row.captures.map(captureFromRow),
    refunds: row.refunds,
    increments: (body.increments ?? []).map((increment) => ({
      ...increment,
      amount: minorUnitsFromJson(increment.amount),
      previous: minorUnitsFromJson(increment.previous),
    })),
    extensions: (body.extensions ?? []).map((one) => ({ ...one, modifiedAt: new Date(one.modifiedAt) })),
    postCaptureVoids: (body.postCaptureVoids ?? []).map((one) => ({ ...one, modifiedAt: new Date(one.modifiedAt) })),
    orders: (body.orders ?? []).map((one) => ({
      ...one,
      money: moneyFromJson(one.money),
      modifiedAt: new Date(one.modifiedAt),
    })),
    pendingReplies: body.pendingReplies,
    lastLookupAt: body.lastLookupAt ? new Date(body.lastLookupAt) : null,
  };
}

export function attemptToRow({ merchantId, paymentId }: Payment, attempt: Attempt): WrittenRow<AttemptRow> {
  const account = accountOf(attempt);
  const charged = 'charged' in attempt.facts ? attempt.facts.charged.amount : 0n;
  const authorized = 'authorized' in attempt.facts ? attempt.facts.authorized.amount : charged;
  return {
    merchant_id: merchantId,
    attempt_id: attempt.id,
    payment_id: paymentId,
    number: attempt.number,
    state: attempt.state,
    authorized_amount: Number(authorized),
    captured_amount: Number(charged),
    connector: account?.connector ?? null,
    merchant_connector_id: account?.merchantConnectorId ?? null,
    connector_transaction_id: referenceOf(attempt),
    created_at: attempt.createdAt,
    modified_at: attempt.modifiedAt,
    body: attemptBody.write(
      {
        facts: factsToJson(attempt.facts),
        method: attempt.method,
        fallbacks: attempt.fallbacks,
        syncCount: attempt.syncCount,
        canIncrement: attempt.canIncrement,
        beginCheck: attempt.beginCheck,
        retryCount: attempt.retryCount,
        overcapture: attempt.overcapture && overcaptureToJson(attempt.overcapture),
        authenticationType: attempt.authenticationType,
        authorizationTerms: attempt.authorizationTerms,
        stored: attempt.stored,
        // Most attempts have none of these: absent keys take no space.
        ...(attempt.checks && { checks: attempt.checks }),
        ...(attempt.whole !== null && { whole: attempt.whole }),
        ...(attempt.byNumber && { byNumber: true }),
        ...(attempt.client && { client: attempt.client }),
        ...(attempt.split && { split: splitToJson(attempt.split) }),
        ...(attempt.charge !== undefined && { charge: attempt.charge }),
        ...(attempt.authentication && { authentication: attempt.authentication }),
        ...(attempt.claim && { claim: claimToJson(attempt.claim) }),
      },
      { merchantId, objectId: attempt.id },
    ),
  };
}

/** Rows older than methods other than cards lack `sealedData`. A sealed path that a body lacks is null when it is read. */
const methodFromJson = ({ authentication, ...method }: NonNullable<Attempt['method']>): Attempt['method'] => ({
  ...method,
  sealedData: method.sealedData ?? null,
  ...(authentication && { authentication }),
});

function attemptFromRow(row: StoredRow<AttemptRow>): Attempt {
  const place = { merchantId: row.merchant_id, objectId: row.attempt_id };
  const body = attemptBody.read(row.body, place) as Pick<Attempt, 'method' | 'fallbacks' | 'syncCount'> &
    Partial<
      Pick<
        Attempt,
        | 'canIncrement'
        | 'stored'
        | 'beginCheck'
        | 'retryCount'
        | 'byNumber'
        | 'authenticationType'
        | 'checks'
        | 'whole'
        | 'client'
        | 'charge'
        | 'authentication'
      >
    > & {
      facts: object;
      overcapture?: StoredOvercapture;
      authorizationTerms?: StoredTerms | null;
      split?: StoredSplit;
      claim?: StoredClaim | null;
    };
  return {
    id: row.attempt_id as Attempt['id'],
    number: Number(row.number),
    state: row.state as AttemptState,
    facts: factsFromJson(body.facts) as Facts[AttemptState],
    method: body.method && methodFromJson(body.method),
    fallbacks: body.fallbacks,
    syncCount: body.syncCount,
    canIncrement: body.canIncrement ?? false,
    ...(body.beginCheck && { beginCheck: body.beginCheck }),
    ...(body.overcapture && { overcapture: overcaptureFromJson(body.overcapture) }),
    ...(body.retryCount !== undefined && { retryCount: body.retryCount }),
    ...(body.byNumber && { byNumber: true }),
    ...(body.authenticationType !== undefined && { authenticationType: body.authenticationType }),
    authorizationTerms: termsFromJson(body.authorizationTerms ?? null),
    stored: body.stored ?? null,
    checks: body.checks ?? null,
    whole: body.whole ?? null,
    client: body.client ?? null,
    split: body.split ? splitFromJson(body.split) : null,
    ...(body.charge !== undefined && { charge: body.charge }),
    ...(body.authentication && { authentication: body.authentication }),
    ...(body.claim && { claim: claimFromJson(body.claim) }),
    createdAt: new Date(row.created_at),
    modifiedAt: new Date(row.modified_at),
  } as Attempt;
}
