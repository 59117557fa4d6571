import type { HttpReply, Page } from '@payorch/connector-kit';
import { notListed, pageOfObjects, readAnswer } from '@payorch/connector-kit';
import { z } from 'zod';
import { errorOf } from '../errors';
import { pageOf, refusal, type WireError } from './wire';

/** Reads a page of one of Stripe's lists. */
export function readPage<Wire extends { readonly id: string }, Item>(
  reply: HttpReply,
  schema: z.ZodType<Wire>,
  itemOf: (wire: Wire) => Item | null | undefined,
): Page<Item> {
  const read = readAnswer(reply, z.union([refusal, pageOf(schema)]));
  if (read.kind === 'unreadable') return notListed(reply.status);
  const value = read.value as { readonly error: WireError } | { readonly data: Wire[]; readonly has_more: boolean };
  if ('error' in value) return { kind: 'failed', error: errorOf(value.error) };
  return reply.status === 200 ? pageOfObjects(value, itemOf) : notListed(reply.status);
}
