import { isCurrency, newId } from '@payorch/kernel';
import { z } from 'zod';
import type { CaptureRequest } from '../decide/capture-payment';
import type { OrderRequest } from '../decide/create-order';
import type { PaymentRequest } from '../decide/create-payment';
import type { CardRefundRequest } from '../decide/refund-card';
import type { PaymentMethodData } from '../payment-methods';
import { payLater, wallets } from '../payment-methods';
import { isKnownData } from '../methods/plays';
import type { Refusal } from '../../../kit/calls/refusal';
import { missingParam } from '../refusals';

const amount = z.int().positive();
/** Accepts what a Location header can carry: printable ASCII without blanks. */
const webUrl = z
  .string()
  .max(2048)
  .refine((text) => /^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text));
/** A caller without a reference of its own gets one: every operation can be found by its reference. */
const reference = z
  .string()
  .min(1)
  .max(128)
  .nullish()
  .transform((input) => input ?? newId<string>('ref'));
const optionalText = z
  .string()
  .max(1024)
  .nullish()
  .transform((input) => input ?? null);

const brandOf = (brands: Readonly<Record<string, object>>) => z.string().refine((name) => Object.hasOwn(brands, name));

/** The name of a payment method type on its page: `We Chat Pay`. */
const titleOf = (type: string): string =>
  type.replace(/(^|_)([a-z])/g, (_, before: string, letter: string) => (before && ' ') + letter.toUpperCase());

const card = z.object({ number: z.string().regex(/^\d{8,19}$/) });

const method = z.union([
  z.object({ card }).transform(({ card }): PaymentMethodData => ({ type: 'card', number: card.number })),
  z
    .object({ network_token: z.object({ number: z.string().regex(/^\d{12,19}$/), cryptogram: z.string().max(128) }) })
    .transform(({ network_token: { number, cryptogram } }): PaymentMethodData => ({
      type: 'network_token',
      number,
      cryptogram,
    })),
  z
    .object({ wallet: brandOf(wallets) })
    .transform(({ wallet }): PaymentMethodData => ({ type: 'other', method: 'wallet', ...wallets[wallet]! })),
  z
    .object({ paylater: brandOf(payLater) })
    .transform((data): PaymentMethodData => ({ type: 'other', method: 'pay_later', ...payLater[data.paylater]! })),
  z
    .object({ upi: z.object({ upi_collect: z.object({ vpa_id: z.string().max(255) }) }) })
    .transform(({ upi }): PaymentMethodData => ({ type: 'upi_collect', vpaId: upi.upi_collect.vpa_id })),
  z
    .object({
      payment_method: z.string().max(64),
      payment_method_type: z.string().regex(/^[a-z0-9_]{1,64}$/),
      data: z.string().refine(isKnownData),
    })
    .transform((sent): PaymentMethodData => ({
      type: 'other',
      method: sent.payment_method,
      data: sent.data,
      name: titleOf(sent.payment_method_type),
    })),
]);

const common = {
  amount,
  currency: z.string().refine(isCurrency),
  connector: z.string().min(1).max(64),
  capture_method: z
    .enum(['automatic', 'sequential_automatic', 'manual'])
    .nullish()
    .transform((input): 'automatic' | 'manual' => (input === 'manual' ? 'manual' : 'automatic')),
  reference,
};

const orderBody = z.object(common);

const paymentBody = z.object({
  ...common,
  payment_method_data: method,
  /** The id of the approved order that this call pays. */
  order: z.string().max(128).optional(),
  attempt_reference: optionalText,
  return_url: webUrl.nullish().transform((input) => input ?? null),
  webhook_url: webUrl.nullish().transform((input) => input ?? null),
  three_ds: z.boolean().nullish(),
  authentication: z
    .object({
      transaction_status: z.enum(['Y', 'A']),
      cryptogram: z.base64().length(28),
      eci: z.enum(['05', '06', '02', '01']),
      ds_transaction_id: z.string().min(1),
      version: z.string().regex(/^2\.\d\.\d$/),
    })
    .optional(),
  multicapture: z.boolean().default(false),
  overcapture: z.boolean().default(false),
  partial_authorization: z.boolean().default(false),
  installments: z.object({ count: z.int().min(1), frequency: z.literal('month') }).optional(),
});

const cardRefundBody = z.object({
  amount,
  currency: common.currency,
  connector: common.connector,
  reference,
  payment_method_data: z.object({ card }),
  customer: optionalText,
  description: optionalText,
});

const amountBody = z.object({ amount, reference });
const captureBody = z.object({ amount, reference, final: z.boolean().default(true) });
const voidBody = z.object({ reference, reason: optionalText });

export type Parsed<T> = { readonly value: T } | { readonly refusal: Refusal };

function parse<T>(schema: z.ZodType<T>, body: unknown): Parsed<T> {
  const read = schema.safeParse(body ?? {});
  if (read.success) return { value: read.data };
  return { refusal: missingParam(read.error.issues[0]?.path.join('.') || 'body') };
}

/** The parsed payment request; the caller, who knows the fault, adds the webhook options. */
export type PaymentBody = Omit<PaymentRequest, 'account' | 'webhooks'> & {
  readonly webhookUrl: string | null;
  readonly order: string | null;
};

export function parsePayment(body: unknown): Parsed<PaymentBody> {
  const read = parse(paymentBody, body);
  if ('refusal' in read) return read;
  const { value } = read;
  return {
    value: {
      connector: value.connector,
      amount: value.amount,
      currency: value.currency,
      capture: value.capture_method,
      method: value.payment_method_data,
      reference: value.reference,
      attemptReference: value.attempt_reference,
      returnUrl: value.return_url,
      webhookUrl: value.webhook_url,
      order: value.order ?? null,
      multicapture: value.multicapture,
      overcapture: value.overcapture,
      partial: value.partial_authorization,
      ...(value.authentication && { authentication: value.authentication }),
      ...(value.installments && { installments: value.installments }),
    },
  };
}

export function parseOrder(body: unknown): Parsed<Omit<OrderRequest, 'account'>> {
  const read = parse(orderBody, body);
  if ('refusal' in read) return read;
  const { capture_method: capture, ...value } = read.value;
  return { value: { ...value, capture } };
}

export function parseCardRefund(body: unknown): Parsed<CardRefundRequest> {
  const read = parse(cardRefundBody, body);
  if ('refusal' in read) return read;
  const { payment_method_data: data, ...value } = read.value;
  return { value: { ...value, cardNumber: data.card.number } };
}

export const parseAmount = (body: unknown): Parsed<{ amount: number; reference: string }> => parse(amountBody, body);
export const parseCapture = (body: unknown): Parsed<CaptureRequest> => parse(captureBody, body);
export const parseVoid = (body: unknown): Parsed<{ reference: string; reason: string | null }> => parse(voidBody, body);
