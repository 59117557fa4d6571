import type { Outcome } from '@payorch/contracts';
import type { HttpReply, PreliminaryAnswer } from '@payorch/connector-kit';
import { readAnswer, unexpectedReply } from '@payorch/connector-kit';
import { z } from 'zod';
import { declinedBy, errorOf, refusedBy } from '../errors';
import type { WireError } from './wire';
import { refusal } from './wire';

/**
 * Statuses that do not show whether the call was executed: a timeout at Stripe, a call under the same key still in flight
 * (409), or a failed external dependency (424). docs.stripe.com/api/errors, docs.stripe.com/api/idempotent_requests.
 */
const undecided: ReadonlySet<number> = new Set([408, 409, 424, 425]);

/**
 * Statuses of calls that Stripe refuses before it executes anything: a wrong or unauthorized API key, too many calls, or an
 * object locked by another call (`lock_timeout`, also 429). Stripe stores no answer for such a call's idempotency key, because
 * no endpoint began to execute it (docs.stripe.com/rate-limits, docs.stripe.com/api/idempotent_requests).
 */
const turnedAway: ReadonlySet<number> = new Set([401, 403, 429]);

/** The id of the payment or set-up that an error names. */
const subjectOf = ({ payment_intent, setup_intent }: WireError): string | null =>
  payment_intent?.id ?? setup_intent?.id ?? null;

/** Whether the error concerns an earlier call under the same key, whose outcome the error does not show. */
const isAboutAnotherCall = ({ type }: WireError): boolean => type === 'idempotency_error' || type === 'api_error';

const refusedAt = (status: number, error: WireError) =>
  turnedAway.has(status) ? { error: errorOf(error), retry: 'another_account' as const } : refusedBy(error);

/** The outcome of a call that was answered with an error. */
export function refusalOf(status: number, error: WireError): Outcome {
  const reference = subjectOf(error);
  if (status < 400 || undecided.has(status) || isAboutAnotherCall(error)) {
    return { kind: 'unknown', reference, error: errorOf(error) };
  }
  return turnedAway.has(status) ? { kind: 'not_sent', ...refusedAt(status, error) } : declinedBy(error, reference);
}

/** Reads an answer: the requested object, a refusal, or unknown. */
export function readCall<T extends object>(
  reply: HttpReply,
  schema: z.ZodType<T>,
  accepted: (value: T) => Outcome,
  refused: (error: WireError) => Outcome = (error) => refusalOf(reply.status, error),
): Outcome {
  const read = readAnswer(reply, z.union([refusal, schema]));
  if (read.kind === 'unreadable') return read.outcome;
  const { value } = read;
  if ('error' in value) return refused(value.error as WireError);
  return reply.status === 200 ? accepted(value as T) : unexpectedReply(reply);
}

/** The answer of a preliminary. The payment itself was not sent, so even an unreadable answer is a definite failure. */
export function readPreliminary<T extends object>(
  reply: HttpReply,
  schema: z.ZodType<T>,
  valueOf: (value: T) => string,
): PreliminaryAnswer {
  const read = readAnswer(reply, z.union([refusal, schema]));
  if (read.kind === 'read') {
    const { value } = read;
    if ('error' in value) return { kind: 'failed', ...refusedAt(reply.status, value.error as WireError) };
    if (reply.status === 200) return { kind: 'found', value: valueOf(value as T) };
  }
  const error = { code: `HTTP_${reply.status}`, message: 'The processor could not prepare the payment', reason: null };
  return { kind: 'failed', error, retry: 'another_account' };
}
