import type { Outcome } from '@payorch/contracts';
import type { HttpReply } from '@payorch/connector-kit';
import { readAnswer, unknown } from '@payorch/connector-kit';
import type { z } from 'zod';
import { declinedBy } from './declines';
import type { WireRefusal } from './wire';

/** Statuses that refuse the call for reasons of the moment: they do not say that nothing was done. */
const undecided = [408, 409, 425, 429];

const isRefusal = <T extends object>(value: T | WireRefusal): value is WireRefusal => !('id' in value);

const unexpected = ({ status }: HttpReply, reference: string | null = null): Outcome =>
  unknown('UNEXPECTED_STATUS', `The processor answered with HTTP ${status}`, reference);

/** Reads an answer to a call that moves money: what it made, a refusal, or nothing that we could rely on. */
export function readCall<T extends object>(
  reply: HttpReply,
  schema: z.ZodType<T | WireRefusal>,
  accepted: (made: T) => Outcome,
): Outcome {
  const read = readAnswer(reply, schema);
  if (read.kind === 'unreadable') return read.outcome;
  const { value } = read;
  if (!isRefusal(value)) return reply.status === 200 ? accepted(value) : unexpected(reply);
  return reply.status >= 400 && !undecided.includes(reply.status) ? declinedBy(value) : unexpected(reply);
}

/** What a lookup asks for: `noSuch` is the one error that says "not there"; any other 404 may come from something in between. */
export interface Lookup<T extends object> {
  readonly schema: z.ZodType<T | WireRefusal>;
  readonly noSuch: string;
  readonly reference: string | null;
}

/** Reads an answer to a question. */
export function readLookup<T extends object>(
  reply: HttpReply,
  { schema, noSuch, reference }: Lookup<T>,
  found: (made: T) => Outcome,
): Outcome {
  const read = readAnswer(reply, schema);
  if (read.kind === 'unreadable') return read.outcome;
  const { value } = read;
  if (!isRefusal(value)) return reply.status === 200 ? found(value) : unexpected(reply, reference);
  return reply.status === 404 && value.error.code === noSuch ? { kind: 'absent' } : unexpected(reply, reference);
}
