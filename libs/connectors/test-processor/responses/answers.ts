import type { Outcome } from '@payorch/contracts';
import type { HttpReply } from '@payorch/connector-kit';
import { readAnswer, unexpectedReply } from '@payorch/connector-kit';
import type { z } from 'zod';
import { declinedBy } from '../errors';
import type { WireRefusal } from './wire';

/** Statuses of temporary refusals: they do not show that the call was not executed. */
const undecided = [408, 409, 425, 429];

const isRefusal = <T extends object>(value: T | WireRefusal): value is WireRefusal => !('id' in value);

/** Reads the answer to a call that moves money: a created object, a refusal, or unknown. */
export function readCall<T extends object>(
  reply: HttpReply,
  schema: z.ZodType<T | WireRefusal>,
  accepted: (made: T) => Outcome,
): Outcome {
  const read = readAnswer(reply, schema);
  if (read.kind === 'unreadable') return read.outcome;
  const { value } = read;
  if (!isRefusal(value)) return reply.status === 200 ? accepted(value) : unexpectedReply(reply);
  return reply.status >= 400 && !undecided.includes(reply.status) ? declinedBy(value) : unexpectedReply(reply);
}

/** A lookup: `noSuch` is the only error code that means "not found"; any other 404 may come from a proxy. */
export interface Lookup<T extends object> {
  readonly schema: z.ZodType<T | WireRefusal>;
  readonly noSuch: string;
  readonly reference: string | null;
}

/** Reads the answer to a sync. */
export function readLookup<T extends object>(
  reply: HttpReply,
  { schema, noSuch, reference }: Lookup<T>,
  found: (made: T) => Outcome,
): Outcome {
  const read = readAnswer(reply, schema);
  if (read.kind === 'unreadable') return read.outcome;
  const { value } = read;
  if (!isRefusal(value)) return reply.status === 200 ? found(value) : unexpectedReply(reply, reference);
  return reply.status === 404 && value.error.code === noSuch ? { kind: 'absent' } : unexpectedReply(reply, reference);
}
