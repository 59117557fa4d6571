import type { Outcome } from '@payorch/contracts';
import type { HttpReply } from '@payorch/connector-kit';
import { errorOf, readAnswer, unexpectedReply } from '@payorch/connector-kit';
import type { z } from 'zod';
import type { WireError } from './wire';

/** Statuses of temporary refusals: they do not show that the call was not executed. */
const undecided = [408, 409, 425, 429];

const isError = <T extends object>(value: T | WireError): value is WireError => 'errorCode' in value;

const declinedBy = ({ errorCode, errorDescription, errorDetail }: WireError): Outcome => ({
  kind: 'declined',
  reference: null,
  error: errorOf(errorCode, errorDescription, errorDetail),
  retry: 'never',
});

/** `error`: the outcome of a definite error; by default the server refused the call. */
interface Reading<T extends object> {
  readonly schema: z.ZodType<T | WireError>;
  readonly error?: (refused: WireError) => Outcome | undefined;
}

/** Reads an answer of the server. */
export function readReply<T extends object>(
  reply: HttpReply,
  { schema, error }: Reading<T>,
  accepted: (made: T) => Outcome,
): Outcome {
  const read = readAnswer(reply, schema);
  if (read.kind === 'unreadable') return read.outcome;
  const { value } = read;
  if (!isError(value)) return reply.status === 200 ? accepted(value) : unexpectedReply(reply);
  if (undecided.includes(reply.status)) return unexpectedReply(reply);
  return error?.(value) ?? declinedBy(value);
}
