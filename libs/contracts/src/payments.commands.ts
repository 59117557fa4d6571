import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import {
  customerId,
  jsonObject,
  merchantId,
  minorUnitsWire,
  moneyWire,
  paymentId,
  profileId,
  sealedCard,
  sealedData,
  timestamp,
} from './parts';
import { currencyWire } from './parts/money';
import { topics } from './topics';

const paymentKey = (m: { merchantId: Parameters<typeof keyOf>[0]; paymentId: string }) =>
  keyOf(m.merchantId, m.paymentId);
const about = { merchantId, paymentId };

type About = Parameters<typeof paymentKey>[0];

const command = <Data extends About, const Type extends string>(type: Type, data: z.ZodType<Data>) =>
  defineMessage({ topic: topics.paymentsCommands.name, type, version: 1, kind: 'command', key: paymentKey, data });

/** Who asks. A client (publishable key) proves itself with the payment's secret and sees the reduced view. */
export const caller = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('merchant') }),
  z.object({ kind: z.literal('client'), clientSecret: z.string() }),
]);
export type Caller = z.infer<typeof caller>;

export const captureMethod = z.enum(['automatic', 'manual', 'manual_multiple', 'scheduled', 'sequential_automatic']);
export type CaptureMethod = z.infer<typeof captureMethod>;

export const authenticationType = z.enum(['three_ds', 'no_three_ds']);

/** Name, e-mail and phone as the request gave them, at its root or inside `customer`. */
export const customerDetails = z.object({
  name: z.string().nullable().optional(),
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  phoneCountryCode: z.string().nullable().optional(),
});
export type CustomerDetails = z.infer<typeof customerDetails>;

/** The accounts that the request itself asks for, before any rule is looked at. */
export const straightThrough = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connectors'), connectors: z.array(z.string()) }),
  z.object({
    kind: z.literal('accounts'),
    algorithm: z.enum(['single', 'priority']),
    accounts: z.array(z.object({ connector: z.string(), merchantConnectorId: z.string().nullable() })),
  }),
]);
export type StraightThrough = z.infer<typeof straightThrough>;

/** A method of the customer's that was stored before, by the name that the merchant was given for it. */
export const recurring = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mandate'), mandateId: z.string() }),
  z.object({ kind: z.literal('payment_method'), paymentMethodId: z.string() }),
]);
export type RecurringDetails = z.infer<typeof recurring>;

/** How far the mandate that a payment sets up goes: once or often, up to a limit, within a time. */
export const mandateTerms = z.object({
  use: z.enum(['single_use', 'multi_use']),
  limit: moneyWire.nullable(),
  startDate: timestamp.nullable(),
  endDate: timestamp.nullable(),
});
export type MandateTerms = z.infer<typeof mandateTerms>;

/** The software that a request says it comes from. */
const clientSoftware = z.object({ source: z.string().nullable(), version: z.string().nullable() }).optional();

/** `all_keys_required`: the processor's own answer is shown too. */
const wantsWhole = z.boolean().optional();

/**
 * The fields of a payment request that rules read, each absent where the request did not send it; null where it sent
 * null. `details` holds all others under their wire names, checked at the edge, stored and given back as they are.
 */
export const paymentFields = z.object({
  /** Of a request about a payment that there is: never moves it to another profile. */
  profileId: profileId.optional(),
  amount: minorUnitsWire.optional(),
  currency: currencyWire.optional(),
  shippingCost: minorUnitsWire.nullable().optional(),
  orderTaxAmount: minorUnitsWire.nullable().optional(),
  surchargeAmount: minorUnitsWire.nullable().optional(),
  surchargeTaxAmount: minorUnitsWire.nullable().optional(),
  amountToCapture: minorUnitsWire.nullable().optional(),
  captureMethod: captureMethod.nullable().optional(),
  authenticationType: authenticationType.nullable().optional(),
  customerId: customerId.nullable().optional(),
  customer: customerDetails.optional(),
  returnUrl: z.string().nullable().optional(),
  setupFutureUsage: z.enum(['off_session', 'on_session']).nullable().optional(),
  paymentMethod: z.string().nullable().optional(),
  paymentMethodType: z.string().nullable().optional(),
  sessionExpirySeconds: z.int().nullable().optional(),
  straightThrough: straightThrough.optional(),
  card: sealedCard.optional(),
  /** What is paid with where it is no card: `{"wallet": …}` as it came, sealed. */
  sealedMethodData: sealedData.optional(),
  /** `payment_method_data` as the wire shows it again, without what `card` holds: `{"billing": …, "wallet": …}`. */
  paymentMethodData: jsonObject.optional(),
  browserInfo: jsonObject.nullable().optional(),
  /** Charge what is stored. */
  recurring: recurring.optional(),
  mandateTerms: mandateTerms.nullable().optional(),
  wantsWhole,
  details: jsonObject,
});
export type PaymentFields = z.infer<typeof paymentFields>;

export const paymentCreate = command(
  'payment.create',
  z.object({
    ...about,
    profileId,
    /** As sent: absent and false differ on the wire (`amount_capturable`). */
    confirm: z.boolean().nullable(),
    fields: paymentFields,
    callerIp: z.string().nullable(),
    client: clientSoftware,
  }),
);

export const paymentUpdate = command(
  'payment.update',
  z.object({
    ...about,
    caller,
    confirm: z.boolean().nullable(),
    fields: paymentFields,
    callerIp: z.string().nullable(),
    client: clientSoftware,
  }),
);

export const paymentConfirm = command(
  'payment.confirm',
  z.object({ ...about, caller, fields: paymentFields, callerIp: z.string().nullable(), client: clientSoftware }),
);

export const paymentCapture = command(
  'payment.capture',
  z.object({ ...about, amountToCapture: minorUnitsWire.nullable(), details: jsonObject, wantsWhole }),
);

export const paymentCancel = command(
  'payment.cancel',
  z.object({ ...about, cancellationReason: z.string().nullable(), wantsWhole }),
);

/** Void what was charged, whole, before it is settled. */
export const paymentCancelPostCapture = command(
  'payment.cancel_post_capture',
  z.object({ ...about, cancellationReason: z.string().nullable() }),
);

/** Asks the processor what became of that, where it is not known yet, then answers the payment. */
export const paymentCancelPostCaptureSync = command('payment.cancel_post_capture_sync', z.object(about));

/** The merchant's word after a review: capture all that is held. */
export const paymentApprove = command('payment.approve', z.object(about));

/** Or: cancel it. */
export const paymentReject = command('payment.reject', z.object(about));

/** The customer's browser has done its part; `shipping` in the wire's words, null where it says nothing new. */
export const paymentCompleteAuthorize = command(
  'payment.complete_authorize',
  z.object({ ...about, caller, shipping: jsonObject.nullable() }),
);

/** Where the goods go, from which the tax follows. */
export const paymentCalculateTax = command(
  'payment.calculate_tax',
  z.object({ ...about, caller, shipping: jsonObject }),
);

/** Have what is held stay held for longer. */
export const paymentExtend = command('payment.extend', z.object(about));

/** Raise what is held to `amount`, the payment's new one. */
export const paymentIncrement = command(
  'payment.increment',
  z.object({ ...about, amount: minorUnitsWire, reason: z.string().nullable() }),
);

/** What a merchant notes of a payment, in most states: laid over what it noted before. */
export const paymentUpdateMetadata = command(
  'payment.update_metadata',
  z.object({ ...about, metadata: jsonObject, featureMetadata: jsonObject.nullable() }),
);

/**
 * `GET` with `force_sync`: asks the processor first where the status allows it, or the owner of refunds where there may be
 * some, then answers the payment.
 */
export const paymentSync = command(
  'payment.sync',
  z.object({ ...about, caller, expandAttempts: z.boolean(), expandCaptures: z.boolean(), wantsWhole }),
);

/**
 * What became of a command that nobody answered in time: it goes the same way under the same key, hence behind it. Found,
 * it answers the payment; not found, the command did nothing and, past its deadline, never will.
 */
export const paymentCheck = command('payment.check', z.object({ ...about, caller }));

/** The customer came back from the processor's page: asks the processor, then answers where the browser goes. */
export const paymentReturn = command(
  'payment.return',
  z.object({ ...about, connector: z.string(), parameters: z.record(z.string(), z.string()) }),
);

/** The answer of `payment.return`, from which the gateway builds the signed redirect. */
export const paymentReturned = z.object({
  returnUrl: z.string().nullable(),
  status: z.string(),
  paymentId,
  profileId,
  clientSecret: z.string(),
  amount: z.int(),
  manualRetryAllowed: z.boolean().nullable(),
  /** Still waiting for the customer: the browser goes to this attempt's start page again. */
  startAgainAttemptId: z.string().nullable(),
  /** The bank's page was opened beside the merchant's: that one goes on, not the window of the bank. */
  inPopup: z.boolean().default(false),
});
export type PaymentReturned = z.infer<typeof paymentReturned>;
