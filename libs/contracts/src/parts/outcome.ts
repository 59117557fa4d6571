import { z } from 'zod';
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
});

const reference = z.string();

/**
 * What became of one operation. The processor's reference and money are as it reported them.
 * accepted: they have it and will say later. unknown: we cannot say whether they have it. not_sent: no byte left us, or
 * their refusal to take the call at all is beyond doubt. absent: asked with authority, they know of no such operation.
 * mismatched: they hold it with another amount or currency than asked.
 */
export const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('authorized'), reference, money: moneyWire }),
  z.object({ kind: z.literal('captured'), reference, money: moneyWire }),
  z.object({ kind: z.literal('voided'), reference }),
  z.object({ kind: z.literal('challenged'), reference, challenge }),
  z.object({ kind: z.literal('accepted'), reference: reference.nullable() }),
  z.object({
    kind: z.literal('declined'),
    reference: reference.nullable(),
    error: processorError,
    /** Whether another account may be tried at once; `never` for stolen cards, wrong numbers, fraud. */
    retry: z.enum(['another_account', 'never']),
  }),
  z.object({ kind: z.literal('not_sent'), error: processorError, retry: z.enum(['another_account', 'never']) }),
  z.object({ kind: z.literal('mismatched'), reference, money: moneyWire }),
  z.object({ kind: z.literal('unknown'), reference: reference.nullable(), error: processorError }),
  z.object({ kind: z.literal('absent') }),
]);
export type Outcome = z.infer<typeof outcome>;
export type OutcomeKind = Outcome['kind'];
