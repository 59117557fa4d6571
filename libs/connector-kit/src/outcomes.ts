import type { Outcome, ProcessorError } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { equals } from '@payorch/kernel';
import type { z } from 'zod';
import type { HttpReply } from './http';
import { jsonOf } from './http';

/** An error with the processor's code and message, or with ours if the processor gave none. */
export const errorOf = (code: string, message: string, reason: string | null = null): ProcessorError => ({
  code,
  message,
  reason,
});

/** The outcome if we cannot say whether the processor has the operation. */
export const unknown = (code: string, message: string, reference: string | null = null): Outcome => ({
  kind: 'unknown',
  reference,
  error: errorOf(code, message),
});

/** The outcome for a status of the processor that the connector does not know. */
export const unseenStatus = (status: string, reference: string | null = null): Outcome =>
  unknown('UNSEEN_STATUS', `The processor's status ${status.slice(0, 64)} is none that we know`, reference);

/** The outcome for an answer that names the id of another operation than the requested one. */
export const otherOperation = (reference: string): Outcome =>
  unknown('OTHER_REFERENCE', 'The processor answered for another operation', reference);

/** The outcome for an answer whose HTTP status does not fit its body. */
export const unexpectedReply = ({ status }: HttpReply, reference: string | null = null): Outcome =>
  unknown('UNEXPECTED_STATUS', `The processor answered with HTTP ${status}`, reference);

/** The entry of a table by a key that comes from the processor; undefined if the table has no such entry of its own. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns `kind` if the reported amount and currency equal the requested ones, else `mismatched`. */
export const outcomeForAmount = (
  kind: 'authorized' | 'captured',
  reference: string,
  reported: Money,
  requested: Money,
): Outcome =>
  equals(reported, requested)
    ? { kind, reference, money: reported }
    : { kind: 'mismatched', reference, money: reported };

/**
 * The same for an authorization at a processor that may authorize less than requested: a mismatch says what the processor did,
 * since a merchant may accept the lower amount.
 */
export function outcomeForAuthorizedAmount(
  ...of: Parameters<typeof outcomeForAmount>
): ReturnType<typeof outcomeForAmount> {
  const outcome = outcomeForAmount(...of);
  return outcome.kind === 'mismatched' ? { ...outcome, reported: of[0] } : outcome;
}

/** The same for a payout that the processor has, has sent, or has paid. */
export const outcomeForPayout = (
  kind: 'payout_created' | 'initiated' | 'paid',
  reference: string,
  reported: Money,
  requested: Money,
): Outcome =>
  equals(reported, requested)
    ? { kind, reference, money: reported }
    : { kind: 'mismatched', reference, money: reported };

export type Answer<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'unreadable'; readonly outcome: Outcome };

const unreadable = (code: string, message: string): Answer<never> => ({
  kind: 'unreadable',
  outcome: unknown(code, message),
});

/** Reads an answer by its schema. A fault of the processor and a body that does not fit the schema are `unknown`. */
export function readAnswer<T>(reply: HttpReply, schema: z.ZodType<T>): Answer<T> {
  if (reply.status >= 500) return unreadable(`HTTP_${reply.status}`, 'The processor answered with a fault of its own');
  const parsed = schema.safeParse(jsonOf(reply.body));
  return parsed.success
    ? { kind: 'read', value: parsed.data }
    : unreadable('UNREADABLE_ANSWER', `The processor's answer (HTTP ${reply.status}) could not be read`);
}
