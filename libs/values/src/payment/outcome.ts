import { z } from 'zod';
import { authenticationChallenge, authenticationProof, authenticationVersions } from '../authentication';
import { jsonObject } from '../json';
import { processorDispute } from '../dispute';
import { moneyWire } from '../money';

/** The reasons of a decline that connectors report: words of the interface's StandardisedCode. */
export type DeclineReason =
  | 'account_closed_or_invalid'
  | 'authentication_failed'
  | 'authentication_required'
  | 'card_lost_or_stolen'
  | 'card_not_supported_restricted'
  | 'credit_limit_exceeded'
  | 'do_not_honor'
  | 'downstream_technical_issue'
  | 'insufficient_funds'
  | 'invalid_card_number'
  | 'invalid_cvv'
  | 'invalid_expiry_date'
  | 'issuer_unavailable'
  | 'payment_cancelled_by_user'
  | 'suspected_fraud';

/** The processor's error in the processor's own words. */
export const processorError = z.object({
  code: z.string(),
  message: z.string(),
  reason: z.string().nullable(),
  /** Code and message of the card network or the issuer, if the processor returns them. */
  issuerCode: z.string().nullable().optional(),
  issuerMessage: z.string().nullable().optional(),
  networkAdviceCode: z.string().nullable().optional(),
  /** What the error means, where the connector knows it: a `DeclineReason`. */
  standardisedCode: z.string().optional(),
});
export type ProcessorError = z.infer<typeof processorError>;

/** The page that the customer opens next. `fields` are posted if the method is POST. */
export const challenge = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string(), z.string()),
  /**
   * Instructions for the customer instead of a page: a bank account, a code to scan, a voucher. The interface's own
   * `next_action`, unchanged; `url` is the processor's page with the same content, or empty.
   */
  nextAction: jsonObject.nullable().optional(),
});

/**
 * References to the payment method that the processor saved. A later charge names `mandateReference`;
 * `networkTransactionId` is the card network's id of the first payment.
 */
export const savedReferences = z.object({
  customerReference: z.string().nullable(),
  mandateReference: z.string().nullable(),
  networkTransactionId: z.string().nullable(),
});
export type SavedReferences = z.infer<typeof savedReferences>;

/**
 * Error code of a `not_sent`: the connector does not support the operation. Known before any call, and the same on
 * every retry.
 */
export const flowNotSupported = 'FLOW_NOT_SUPPORTED';

const reference = z.string();
const stored = savedReferences.optional();
/** Results of the issuer's card checks, in the processor's words: `{"cvc_check": "pass"}`. */
const checks = z.record(z.string(), z.string()).optional();
/** The processor's id of the charge of a split payment. */
const charge = z.string().optional();
/** The processor's raw response, masked; present only if the merchant requested it. */
const whole = z.string().optional();
const time = z.iso.datetime({ offset: true });

/** Facts that a processor reports about an authorization. */
const terms = {
  incremental: z.boolean().optional(),
  extended: z.boolean().optional(),
  captureBefore: time.optional(),
  capturable: moneyWire.optional(),
};

/**
 * The outcome of one operation. Reference and money are as the processor reported them.
 *
 * accepted: the processor has the operation and reports its result later. unknown: we cannot say whether the processor
 * has the operation. not_sent: no byte left us, or the processor certainly refused to take the call. absent: an
 * authoritative lookup at the processor found no such operation. mismatched: the processor has the operation with
 * another amount or currency than requested; `reported`: whether the processor authorized or captured that amount, where
 * it says so. refunded, under_review: refunds only; under_review: a person at the
 * processor reviews the refund. For an increment, `authorized` carries the new total. `incremental`: whether the
 * authorized amount can be incremented, if requested. `extended` (field): whether the authorization is valid for longer
 * than usual. extended (kind): the authorization is valid for longer from now on. order_created: the processor has an order
 * that the customer may approve. pre_authenticated: the 3DS server knows the card's range. authentication_challenged: the
 * customer answers the issuer's challenge next. not_authenticated: the authentication has ended without success. `captureBefore`: the latest time to capture, if the processor reports it. `capturable`: the most that can be captured, if an overcapture was requested; no more
 * than the authorized amount where the processor permits none.
 *
 * Of the steps of a payout: prepared: the step before the money is done; `reference` names what it created.
 * vendor_account_required: the recipient must first open an account at the processor. ineligible: the recipient cannot be paid.
 * payout_created: the processor has the payout, and waits for its fulfilment. initiated: the money is on its way. paid: the
 * recipient has it. reversed: it came back after that. expired: the processor gave the payout up. A cancelled payout is voided.
 */
export const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('authorized'),
    reference,
    money: moneyWire,
    stored,
    checks,
    charge,
    whole,
    ...terms,
  }),
  z.object({ kind: z.literal('captured'), reference, money: moneyWire, stored, checks, charge, whole }),
  z.object({ kind: z.literal('voided'), reference, whole }),
  z.object({
    kind: z.literal('extended'),
    reference,
    captureBefore: time.nullable(),
  }),
  /** `reference`: the processor's id of the order. */
  z.object({ kind: z.literal('order_created'), reference, money: moneyWire }),
  /** Of the authentications outside the processor; `reference`: the 3DS server's id of the authentication. */
  z.object({ kind: z.literal('pre_authenticated'), reference, versions: authenticationVersions }),
  z.object({ kind: z.literal('authentication_challenged'), reference, challenge: authenticationChallenge }),
  z.object({ kind: z.literal('authenticated'), reference, proof: authenticationProof }),
  z.object({
    kind: z.literal('not_authenticated'),
    reference,
    transactionStatus: z.enum(['N', 'U', 'R', 'D', 'I']),
    error: processorError,
  }),
  /** `reference`: the processor's id of the saved payment method that it charges no more. */
  z.object({ kind: z.literal('revoked'), reference }),
  /** The processor has the dispute in this state, after the merchant's answer to it. `reference`: the processor's id of it. */
  z.object({ kind: z.literal('disputed'), reference, dispute: processorDispute }),
  z.object({ kind: z.literal('refunded'), reference, money: moneyWire }),
  z.object({ kind: z.literal('under_review'), reference }),
  z.object({ kind: z.literal('prepared'), reference: reference.nullable() }),
  z.object({ kind: z.literal('vendor_account_required'), reference }),
  z.object({ kind: z.literal('ineligible'), error: processorError }),
  z.object({ kind: z.literal('payout_created'), reference, money: moneyWire }),
  z.object({ kind: z.literal('initiated'), reference, money: moneyWire }),
  z.object({ kind: z.literal('paid'), reference, money: moneyWire }),
  z.object({ kind: z.literal('reversed'), reference }),
  z.object({ kind: z.literal('expired'), reference }),
  z.object({ kind: z.literal('challenged'), reference, challenge, whole }),
  z.object({ kind: z.literal('accepted'), reference: reference.nullable(), stored, whole }),
  z.object({
    kind: z.literal('declined'),
    reference: reference.nullable(),
    error: processorError,
    checks,
    whole,
    /** The processor got the card's network token, and not its number. */
    byNetworkToken: z.literal(true).optional(),
    /** Whether another connector account may be tried at once; `never` for stolen cards, wrong numbers, fraud. */
    retry: z.enum(['another_account', 'never']),
  }),
  z.object({ kind: z.literal('not_sent'), error: processorError, retry: z.enum(['another_account', 'never']) }),
  z.object({
    kind: z.literal('mismatched'),
    reference,
    money: moneyWire,
    reported: z.enum(['authorized', 'captured']).optional(),
    stored,
    checks,
    whole,
    ...terms,
  }),
  z.object({ kind: z.literal('unknown'), reference: reference.nullable(), error: processorError, whole }),
  z.object({ kind: z.literal('absent') }),
]);
export type Outcome = z.infer<typeof outcome>;
export type OutcomeKind = Outcome['kind'];

/**
 * A sync without a response of the processor. `called` true: the worker called the processor without a response, and the
 * next sync is due after `syncInMs` at the latest. `called` false: the worker did not call because the circuit breaker
 * is open, and the next sync is due after `syncInMs`.
 */
export const unanswered = z.object({ called: z.boolean(), syncInMs: z.int().nonnegative() });
export type Unanswered = z.infer<typeof unanswered>;
