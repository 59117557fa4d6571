import { amountFormats } from '@payorch/connector-kit';
import type { Money } from '@payorch/kernel';
import { isCurrency } from '@payorch/kernel';
import { z } from 'zod';
import { pageUrl } from './page-url';

const amount = z.int().min(0);

const wireError = z.object({
  message: z.string(),
  code: z.string(),
  /** The processor's id of the refused payment, if it created one. */
  payment_id: z.string().nullable().optional(),
});

const operation = z.object({
  /** Our operation id. */
  reference: z.string(),
  kind: z.string(),
  status: z.string(),
  amount: amount.nullable().optional(),
  error: wireError.nullable().optional(),
});

export type WireOperation = z.infer<typeof operation>;

/** The processor's payment in all of its answers. */
export const payment = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount,
  amount_received: amount.nullable().optional(),
  currency: z.string(),
  /** The most that can be captured, where an overcapture was requested. */
  maximum_amount_capturable: amount.nullable().optional(),
  /** The operation id of the authorization. */
  reference: z.string().nullable().optional(),
  /** The step of the customer: a page, or what `next-action.ts` reads. */
  next_action: z
    .looseObject({ redirect_to_url: pageUrl.nullable().optional(), page_url: pageUrl.nullable().optional() })
    .nullable()
    .optional(),
  error: wireError.nullable().optional(),
  /** Until when an extended authorization may be captured. */
  capture_before: z.iso.datetime({ offset: true }).nullable().optional(),
  operations: z.array(operation).nullable().optional(),
});
export type WirePayment = z.infer<typeof payment>;

/** A refusal: status 400 for a card, another 4xx for other errors. */
export const refusal = z.object({ error: wireError });
export type WireRefusal = z.infer<typeof refusal>;

export const answer = z.union([payment, refusal]);

/** The processor's refund in all of its answers. */
export const refund = z.object({
  id: z.string().min(1),
  status: z.string(),
  refund_amount: amount,
  currency: z.string(),
  /** The operation id of the refund. */
  reference: z.string().nullable().optional(),
  error: wireError.nullable().optional(),
});
export type WireRefund = z.infer<typeof refund>;

/** The processor's order in all of its answers. */
export const order = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount,
  currency: z.string(),
  /** The operation id of the order. */
  reference: z.string().nullable().optional(),
});
export type WireOrder = z.infer<typeof order>;

/** The processor's payout in all of its answers. */
export const payout = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount,
  currency: z.string(),
  operations: z.array(operation),
});
export type WirePayout = z.infer<typeof payout>;

export const payoutAnswer = z.union([payout, refusal]);

/** What a step before the payout makes: a check, a recipient, the account of one. */
export const step = z.object({
  id: z.string().min(1),
  status: z.string(),
  /** The operation id of the step. */
  reference: z.string().nullable().optional(),
  error: wireError.omit({ payment_id: true }).nullable().optional(),
});
export type WireStep = z.infer<typeof step>;

export const stepAnswer = z.union([step, refusal]);

export const orderAnswer = z.union([order, refusal]);

export const refundAnswer = z.union([refund, refusal]);

/** The reported amount as money; undefined for an unknown currency. */
export const moneyOf = (amount: number, currency: string): Money | undefined =>
  isCurrency(currency) ? amountFormats.minor_integer.read(amount, currency) : undefined;
