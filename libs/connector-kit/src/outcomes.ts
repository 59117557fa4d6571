import type { Outcome, ProcessorError } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { equals } from '@payorch/kernel';
import type { z } from 'zod';
import type { HttpReply } from './http';
import { jsonOf } from './http';

/** An error in the processor's words, or in ours where it said nothing. */
export const errorOf = (code: string, message: string, reason: string | null = null): ProcessorError => ({
  code,
  message,
  reason,
});

/** We cannot say whether they have it. */
export const unknown = (code: string, message: string, reference: string | null = null): Outcome => ({
  kind: 'unknown',
  reference,
  error: errorOf(code, message),
});

/** They hold the sum: as asked it is `kind`, with any other amount or currency `mismatched`. */
export const matchedOrMismatched = (
  kind: 'authorized' | 'captured',
  reference: string,
  reported: Money,
  asked: Money,
): Outcome =>
  equals(reported, asked) ? { kind, reference, money: reported } : { kind: 'mismatched', reference, money: reported };

export type Answer<T> =
  { readonly kind: 'read'; readonly value: T } | { readonly kind: 'unreadable'; readonly outcome: Outcome };

const unreadable = (code: string, message: string): Answer<never> => ({
  kind: 'unreadable',
  outcome: unknown(code, message),
});

/** Reads an answer by its schema. A fault of theirs and a body that does not fit say nothing of what they did: `unknown`. */
export function readAnswer<T>(reply: HttpReply, schema: z.ZodType<T>): Answer<T> {
  if (reply.status >= 500) return unreadable(`HTTP_${reply.status}`, 'The processor answered with a fault of its own');
  const parsed = schema.safeParse(jsonOf(reply.body));
  return parsed.success
    ? { kind: 'read', value: parsed.data }
    : unreadable('UNREADABLE_ANSWER', `The processor's answer (HTTP ${reply.status}) could not be read`);
}
