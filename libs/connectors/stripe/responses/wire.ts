import { z } from 'zod';

export const amount = z.int().min(0);
export const text = z.string().nullish();
/** The URL of a page that a browser opens. Only http(s), so that the processor cannot inject a script. */
const pageUrl = z.string().regex(/^https?:\/\//);
/** The id of an object of Stripe, expanded or not. */
export const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();
export const metadata = z.record(z.string(), z.string()).nullish().catch(null);

/** The results of the issuer's card checks; null for a check that was not made. */
const checks = z
  .object({ address_line1_check: text, address_postal_code_check: text, cvc_check: text })
  .nullish()
  .catch(null);
export type WireChecks = z.infer<typeof checks>;

/** An error in an answer, or the last error of a payment. */
const wireError = z.object({
  type: z.string(),
  code: text,
  message: text,
  decline_code: text,
  advice_code: text,
  network_decline_code: text,
  network_advice_code: text,
  payment_intent: z.object({ id: z.string() }).nullish().catch(null),
  setup_intent: z.object({ id: z.string() }).nullish().catch(null),
  payment_method: z
    .object({ card: z.object({ checks }).nullish() })
    .nullish()
    .catch(null),
});
export type WireError = z.infer<typeof wireError>;
export const refusal = z.object({ error: wireError });
const lastError = wireError.nullish().catch(null);

const bankAddress = z.object({
  type: z.string(),
  aba: z.object({ account_number: z.string(), bank_name: z.string(), routing_number: z.string() }).nullish(),
  iban: z.object({ account_holder_name: z.string(), bic: z.string(), country: z.string(), iban: z.string() }).nullish(),
  sort_code: z.object({ account_holder_name: z.string(), account_number: z.string(), sort_code: z.string() }).nullish(),
  swift: z.object({ swift_code: z.string() }).nullish(),
});

const page = z.object({ url: pageUrl }).nullish();
const nextAction = z.object({
  type: z.string(),
  redirect_to_url: page,
  alipay_handle_redirect: page,
  verify_with_microdeposits: z.object({ hosted_verification_url: pageUrl }).nullish(),
  wechat_pay_display_qr_code: z
    .object({
      data: z.string(),
      hosted_instructions_url: pageUrl,
      image_data_url: z.string(),
      image_url_png: z.string(),
    })
    .nullish(),
  cashapp_handle_redirect_or_display_qr_code: z
    .object({
      mobile_auth_url: pageUrl,
      qr_code: z.object({ image_url_png: z.string(), expires_at: z.int().nullish() }),
    })
    .nullish(),
  display_bank_transfer_instructions: z
    .object({
      type: z.string(),
      amount_remaining: amount.nullish(),
      reference: text,
      hosted_instructions_url: pageUrl.nullish(),
      financial_addresses: z.array(bankAddress).nullish(),
    })
    .nullish(),
  multibanco_display_details: z
    .object({ entity: text, reference: text, hosted_voucher_url: pageUrl.nullish() })
    .nullish(),
});
export type WireNextAction = z.infer<typeof nextAction>;

const availability = z.object({ status: z.string() }).nullish().catch(null);
const overcapture = z.object({ status: z.string(), maximum_amount_capturable: amount }).nullish().catch(null);
/** Seconds since 1970, up to the end of the year 9999. */
export const seconds = z.int().min(0).max(253_402_300_799);
export const isoOf = (time: number): string => new Date(time * 1_000).toISOString();
const time = seconds.nullish().catch(null);

const generatedDebit = z.object({ generated_sepa_debit: idOf }).nullish();
/** Payment method details of a charge or a set-up: the network transaction id, and the generated debit of a redirect. */
const methodDetails = z.object({
  card: z
    .object({
      network_transaction_id: text,
      checks,
      incremental_authorization: availability,
      extended_authorization: availability,
      overcapture,
      capture_before: time,
    })
    .nullish(),
  bancontact: generatedDebit,
  ideal: generatedDebit,
  sofort: generatedDebit,
});
export type WireMethodDetails = z.infer<typeof methodDetails>;
const detailed = z.object({ id: text.catch(null), payment_method_details: methodDetails.nullish() });
const expandable = z.union([z.string(), detailed]).nullish().catch(null);

/** An unexpected value in a field other than the money does not make the answer unreadable: the field is then absent. */
const intent = {
  id: z.string().min(1),
  status: z.string(),
  customer: idOf.catch(null),
  payment_method: idOf.catch(null),
  payment_method_types: z.array(z.string()).nullish().catch(null),
  created: amount.nullish().catch(null),
  metadata,
  next_action: nextAction.nullish().catch(null),
};

export const paymentIntent = z.object({
  ...intent,
  object: z.literal('payment_intent'),
  amount,
  amount_received: amount.nullish(),
  amount_capturable: amount.nullish(),
  currency: z.string(),
  capture_method: text,
  setup_future_usage: text,
  last_payment_error: lastError,
  latest_charge: expandable,
  application_fee_amount: amount.nullish().catch(null),
  transfer_data: z.object({ destination: idOf }).nullish().catch(null),
});
export type PaymentIntent = z.infer<typeof paymentIntent>;

export const setupIntent = z.object({
  ...intent,
  object: z.literal('setup_intent'),
  last_setup_error: lastError,
  latest_attempt: expandable,
});
export type SetupIntent = z.infer<typeof setupIntent>;

export const refund = z.object({
  id: z.string().min(1),
  object: z.literal('refund'),
  amount,
  currency: z.string(),
  status: z.string().nullish(),
  payment_intent: idOf.catch(null),
  failure_reason: text,
  metadata,
});
export type WireRefund = z.infer<typeof refund>;

/** A payment or a set-up, by its `object` field. */
export const anyIntent = z.discriminatedUnion('object', [paymentIntent, setupIntent]);
export type AnyIntent = z.infer<typeof anyIntent>;

/** A saved payment method; `customer` is null once it is detached. */
export const savedMethod = z.object({ id: z.string().min(1), object: z.literal('payment_method'), customer: idOf });
export type SavedMethod = z.infer<typeof savedMethod>;

/** An object created by a preliminary. */
export const made = z.object({ id: z.string().min(1) });

export const pageOf = <T>(item: z.ZodType<T>) =>
  z.object({ object: z.enum(['list', 'search_result']), data: z.array(item), has_more: z.boolean() });
