import type { HttpReply, Page } from '@payorch/connector-kit';
import { errorOf as kitErrorOf, readAnswer } from '@payorch/connector-kit';
import { z } from 'zod';
import { errorOf } from '../errors';
import { pageOf, refusal, type WireError } from './wire';

const failed = (code: string, message: string): Page<never> => ({ kind: 'failed', error: kitErrorOf(code, message) });

/**
 * Reads a page of one of Stripe's lists, and continues it after its last object.
 * @param itemOf null: the object is none of those that are listed; undefined: it has a status or a sum that we do not know
 */
export function readPage<Wire extends { readonly id: string }, Item>(
  reply: HttpReply,
  schema: z.ZodType<Wire>,
  itemOf: (wire: Wire) => Item | null | undefined,
): Page<Item> {
  const unread = failed(`HTTP_${reply.status}`, 'The processor did not list what it has');
  const read = readAnswer(reply, z.union([refusal, pageOf(schema)]));
  if (read.kind === 'unreadable') return unread;
  const value = read.value as
    | { readonly error: WireError }
    | { readonly data: readonly Wire[]; readonly has_more: boolean };
  if ('error' in value) return { kind: 'failed', error: errorOf(value.error) };
  if (reply.status !== 200) return unread;
  const items: Item[] = [];
  for (const wire of value.data) {
    const item = itemOf(wire);
    // An object that we cannot read must not look like one that does not exist.
    if (item === undefined)
      return failed('UNSEEN_STATUS', `The processor lists ${wire.id} with a status or a sum that we do not know`);
    if (item !== null) items.push(item);
  }
  const next = value.has_more ? (value.data.at(-1)?.id ?? undefined) : null;
  return next === undefined
    ? failed('NOT_LISTED', 'The processor lists nothing before its next page')
    : { kind: 'page', items, next };
}
