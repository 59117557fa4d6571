import type { JsonObject, MandateTerms } from '@payorch/contracts';
import type { Currency, MinorUnits } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import type { RowSeals } from '@payorch/platform/sealing';
import type { FollowUps } from '../../domain/follow-ups';
import type { Extras, Payment } from '../../domain/payment';
import { activeAttempt, netAmount } from '../../domain/payment';
import { statusOf } from '../../domain/payment.status';
import type { Recurring } from '../../domain/method/saved-method';
import { readTerms } from '../../domain/terms/terms';
import { attemptFromRow } from './attempt.mapper';
import { captureFromRow } from './capture.mapper';
import { followUpsFromJson, followUpsToJson, type StoredFollowUps } from './follow-ups.mapper';
import { filterFields, intentBody } from './intent-body';
import type { AttemptRow, CaptureRow, IntentRow } from './payment.rows';
import { listToJson, moneyFromJson, moneyToJson, type StoredMoney, withoutNulls } from './stored-values';

export type StoredIntent = StoredRow<IntentRow> & {
  readonly attempts: readonly StoredRow<AttemptRow>[];
  readonly captures: readonly StoredRow<CaptureRow>[];
  readonly refunds: readonly JsonObject[];
  readonly disputes: Payment['disputes'];
};

const sumOrNull = (value: string | number | null | undefined): MinorUnits | null =>
  value === null || value === undefined ? null : minorUnitsFromColumn(value);

type StoredExtras = { readonly [Name in keyof Extras]?: number | null };

const noExtras: Extras = {
  shippingCost: null,
  orderTaxAmount: null,
  surchargeAmount: null,
  surchargeTaxAmount: null,
  installmentInterest: null,
};

/** Undefined where the payment has none, as most payments. */
function extrasToJson(extras: Extras): StoredExtras | undefined {
  let stored: Record<string, number> | undefined;
  for (const [name, sum] of Object.entries(extras))
    if (sum !== null) (stored ??= {})[name] = minorUnitsToJson(sum as MinorUnits);
  return stored;
}

const extrasFromJson = (stored: StoredExtras | undefined): Extras =>
  stored
    ? {
        shippingCost: sumOrNull(stored.shippingCost),
        orderTaxAmount: sumOrNull(stored.orderTaxAmount),
        surchargeAmount: sumOrNull(stored.surchargeAmount),
        surchargeTaxAmount: sumOrNull(stored.surchargeTaxAmount),
        installmentInterest: sumOrNull(stored.installmentInterest),
      }
    : noExtras;

/** Only an overcapture may take more than the payment's amount. */
function maximumOf(payment: Payment): number | null {
  const maximum = activeAttempt(payment).overcapture?.maximum;
  return maximum ? minorUnitsToJson(maximum.amount) : null;
}

/** Columns have what is searched for or checked by a constraint; the body has what is only read with the payment. */
export function intentToRow(seals: RowSeals, payment: Payment, partition: number): WrittenRow<IntentRow> {
  const { amountToCapture, recurring, mandateTerms, merchantId } = payment;
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
      seals,
      withoutNulls({
        clientSecret: payment.clientSecret,
        link: payment.link,
        ...filterFields(seals, merchantId, payment),
        extras: extrasToJson(payment.extras),
        amountToCapture: amountToCapture === null ? null : minorUnitsToJson(amountToCapture),
        captureMethod: payment.captureMethod,
        authenticationType: payment.authenticationType,
        ruled: payment.ruled,
        setupFutureUsage: payment.setupFutureUsage,
        customer: payment.customer,
        returnUrl: payment.returnUrl,
        setByClient: payment.setByClient,
        paymentToken: payment.paymentToken,
        straightThrough: payment.straightThrough,
        credentials: payment.credentials,
        narrowedTo: payment.narrowedTo,
        recurring: recurring && {
          ...recurring,
          reserved: recurring.reserved === null ? null : minorUnitsToJson(recurring.reserved),
        },
        mandateTerms: mandateTerms && { ...mandateTerms, limit: mandateTerms.limit && moneyToJson(mandateTerms.limit) },
        saved: payment.saved,
        browserInfo: payment.browserInfo,
        allKeysRequired: payment.allKeysRequired || null,
        isRedacted: payment.isRedacted,
        cancellationReason: payment.cancellationReason,
        merchantDecision: payment.merchantDecision,
        details: payment.details,
        ...followUpsToJson(payment),
        pendingReplies: listToJson(payment.pendingReplies),
        lastLookupAt: payment.lastLookupAt,
      }),
      { merchantId, objectId: payment.paymentId },
    ),
  };
}

/** The parts of the body that need conversion. */
interface InJson {
  readonly extras?: StoredExtras;
  readonly amountToCapture?: number | null;
  readonly recurring?: (Omit<Recurring, 'reserved'> & { reserved: number | null }) | null;
  readonly mandateTerms?: (Omit<MandateTerms, 'limit'> & { limit: StoredMoney | null }) | null;
  readonly lastLookupAt?: string | null;
}

/** A body lacks what the payment lacks; older rows have nulls and empty lists instead. */
type StoredBody = Pick<Payment, 'clientSecret'> &
  Partial<Omit<Payment, keyof InJson | keyof FollowUps | 'clientSecret' | 'terms'>> &
  InJson &
  StoredFollowUps;

export function paymentFromRow(seals: RowSeals, row: StoredIntent): Payment {
  const place = { merchantId: row.merchant_id, objectId: row.payment_id };
  const body = intentBody.read(seals, row.body, place) as StoredBody;
  const currency = row.currency as Currency;
  const details = body.details ?? {};
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
    extras: extrasFromJson(body.extras),
    amountToCapture: sumOrNull(body.amountToCapture),
    amountCapturable: minorUnitsFromColumn(row.amount_capturable),
    amountReceived: sumOrNull(row.amount_received),
    captureMethod: body.captureMethod ?? null,
    authenticationType: body.authenticationType ?? null,
    ...(body.ruled && { ruled: body.ruled }),
    setupFutureUsage: body.setupFutureUsage ?? null,
    customerId: row.customer_id as Payment['customerId'],
    customer: body.customer ?? null,
    returnUrl: body.returnUrl ?? null,
    ...(body.setByClient && { setByClient: body.setByClient }),
    paymentToken: body.paymentToken ?? null,
    straightThrough: body.straightThrough ?? null,
    credentials: body.credentials ?? null,
    narrowedTo: body.narrowedTo ?? null,
    recurring: body.recurring ? { ...body.recurring, reserved: sumOrNull(body.recurring.reserved) } : null,
    mandateTerms: body.mandateTerms
      ? { ...body.mandateTerms, limit: body.mandateTerms.limit && moneyFromJson(body.mandateTerms.limit) }
      : null,
    saved: body.saved ?? null,
    browserInfo: body.browserInfo ?? null,
    allKeysRequired: body.allKeysRequired ?? false,
    ...(body.isRedacted && { isRedacted: true }),
    cancellationReason: body.cancellationReason ?? null,
    merchantDecision: body.merchantDecision ?? null,
    details,
    terms: readTerms(details),
    attempts: row.attempts.map((attempt) => attemptFromRow(seals, attempt)),
    captures: row.captures.map(captureFromRow),
    refunds: row.refunds,
    disputes: row.disputes,
    ...followUpsFromJson(body),
    pendingReplies: body.pendingReplies ?? [],
    lastLookupAt: body.lastLookupAt ? new Date(body.lastLookupAt) : null,
  };
}
