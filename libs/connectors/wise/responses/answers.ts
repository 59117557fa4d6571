import { type HttpReply, readAnswer, unexpectedReply } from '@payorch/connector-kit';
import type { Outcome } from '@payorch/contracts';
import type { z } from 'zod';
import { declinedBy } from '../errors';
import { isRefusal, type WireRefusal } from './wire';

/** Statuses of temporary refusals, and of a conflict with a transfer that is already there: they say nothing of the call. */
const undecided = [408, 409, 425, 429];

const isDone = ({ status }: HttpReply): boolean => status === 200 || status === 201;
export const isRefused = ({ status }: HttpReply): boolean => status >= 400 && !undecided.includes(status);

interface Reading<T extends object> {
  readonly schema: z.ZodType<T | WireRefusal>;
  readonly reference: string | null;
  /** The outcome of a definite refusal; by default the call is declined. */
  readonly refused?: (refusal: WireRefusal) => Outcome;
}

/** Reads an answer: what the call made, a definite refusal, or unknown. */
export function readReply<T extends object>(
  reply: HttpReply,
  { schema, reference, refused = (refusal) => declinedBy(refusal, reference) }: Reading<T>,
  accepted: (made: T) => Outcome,
): Outcome {
  const read = readAnswer(reply, schema);
  if (read.kind === 'unreadable') return { ...read.outcome, ...(reference !== null && { reference }) } as Outcome;
  const { value } = read;
  if (isRefusal(value)) return isRefused(reply) ? refused(value) : unexpectedReply(reply, reference);
  return isDone(reply) ? accepted(value) : unexpectedReply(reply, reference);
}
