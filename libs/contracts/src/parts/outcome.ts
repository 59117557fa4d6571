import { z } from 'zod';
import { jsonObject } from './json';
import { moneyWire } from './money';

/** What the processor said of a refusal, in its own words. */
export const processorError = z.object({
  code: z.string(),
  message: z.string(),
  reason: z.string().nullable(),
  /** The card network's or the issuer's own words, where the processor passes them on. */
  issuerCode: z.string().nullable().optional(),
  issuerMessage: z.string().nullable().optional(),
  networkAdviceCode: z.string().nullable().optional(),
});
export type ProcessorError = z.infer<typeof processorError>;

/** The page where the customer goes next. `fields` are posted where the method is POST. */
export const challenge = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string(), z.string()),
  /**
   * What the customer is shown instead of a page: an account to send money to, a code to scan, a voucher. It is the wire's
   * own `next_action`, passed on as it is; `url` is then the processor's page of the same, or empty where it has none.
   */
  nextAction: jsonObject.nullable().optional(),
});

/**
 * What the processor keeps for later payments of this customer. `mandateReference` is what a later charge names;
 * `networkTransactionId` is the card network's id of the first payment.
 */
export const storedMethod = z.object({
  customerReference: z.string().nullable(),
  mandateReference: z.string().nullable(),
  networkTransactionId: z.string().nullable(),
});
export type StoredMethod = z.infer<typeof storedMethod>;

/** Why a `not_sent` was: the connector has no such operation. Known before anything is prepared, and true for every try. */
export const flowNotSupported = 'FLOW_NOT_SUPPORTED';

const reference = z.string();
const stored = storedMethod.optional();
/** What the issuer's checks of the card came to, in the processor's words: `{"cvc_check": "pass"}`. */
const checks = z.record(z.string(), z.string()).optional();
/** The processor's answer itself, masked; only where the merchant asked for it. */
const whole = z.string().optional();
const time = z.iso.datetime({ offset: true });

/**
 * What became of one operation. The processor's reference and money are as it reported them.
 * accepted: they have it and will say later. unknown: we cannot say whether they have it. not_sent: no byte left us, or
 * their refusal to take the call at all is beyond doubt. absent: asked with authority, they know of no such operation.
 * mismatched: they hold it with another amount or currency than asked. refunded, under_review: of a refund alone; a person
 * at the processor looks at it. For an increment `authorized` names the new sum. `incremental`: what is held may be raised,
 * where that was asked for; `extended`: whether it is held for longer than is usual. extended: what is held is from now on.
 * `captureBefore`: until when it may be captured, where they say.
 */
export const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('authorized'),
    reference,
    money: moneyWire,
    stored,
    checks,
    whole,
    incremental: z.boolean().optional(),
    extended: z.boolean().optional(),
    captureBefore: time.optional(),
  }),
  z.object({ kind: z.literal('captured'), reference, money: moneyWire, stored, checks, whole }),
  z.object({ kind: z.literal('voided'), reference, whole }),
  z.object({
    kind: z.literal('extended'),
    reference,
    captureBefore: time.nullable(),
  }),
  z.object({ kind: z.literal('refunded'), reference, money: moneyWire }),
  z.object({ kind: z.literal('under_review'), reference }),
  z.object({ kind: z.literal('challenged'), reference, challenge, whole }),
  z.object({ kind: z.literal('accepted'), reference: reference.nullable(), stored, whole }),
  z.object({
    kind: z.literal('declined'),
    reference: reference.nullable(),
    error: processorError,
    checks,
    whole,
    /** Whether another account may be tried at once; `never` for stolen cards, wrong numbers, fraud. */
    retry: z.enum(['another_account', 'never']),
  }),
  z.object({ kind: z.literal('not_sent'), error: processorError, retry: z.enum(['another_account', 'never']) }),
  z.object({ kind: z.literal('mismatched'), reference, money: moneyWire }),
  z.object({ kind: z.literal('unknown'), reference: reference.nullable(), error: processorError, whole }),
  z.object({ kind: z.literal('absent') }),
]);
export type Outcome = z.infer<typeof outcome>;
export type OutcomeKind = Outcome['kind'];
