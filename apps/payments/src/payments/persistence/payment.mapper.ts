import type { JsonObject, MandateTerms } from '@payorch/contracts';
import type { Currency, MinorUnits } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsFromJson, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import type { Extension, Increment, Order, Payment, PostCaptureVoid } from '../domain/payment';
import { activeAttempt, netAmount } from '../domain/payment';
import { statusOf } from '../domain/payment.status';
import type { Recurring } from '../domain/method/saved-method';
import { attemptFromRow } from './attempt.mapper';
import { captureFromRow } from './capture.mapper';
import { filterFields, intentBody } from './intent-body';
import type { AttemptRow, CaptureRow, IntentRow } from './payment.rows';
import { factsToJson, mapValues, moneyFromJson, moneyToJson, type StoredMoney } from './stored-values';

export type StoredIntent = StoredRow<IntentRow> & {
  readonly attempts: readonly StoredRow<AttemptRow>[];
  readonly captures: readonly StoredRow<CaptureRow>[];
  readonly refunds: readonly JsonObject[];
};

const sumOrNull = (value: string | number | null): MinorUnits | null =>
  value === null ? null : minorUnitsFromColumn(value);

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
        ...(payment.ruled && { ruled: payment.ruled }),
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
  readonly orders?: readonly (Omit<Order, 'money' | 'requested' | 'modifiedAt'> & {
    money: StoredMoney;
    requested?: StoredMoney;
    modifiedAt: string;
  })[];
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
    ...(body.ruled && { ruled: body.ruled }),
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
    orders: (body.orders ?? []).map(({ requested, ...one }) => ({
      ...one,
      money: moneyFromJson(one.money),
      ...(requested && { requested: moneyFromJson(requested) }),
      modifiedAt: new Date(one.modifiedAt),
    })),
    pendingReplies: body.pendingReplies,
    lastLookupAt: body.lastLookupAt ? new Date(body.lastLookupAt) : null,
  };
}
