import type { JsonObject } from '@payorch/contracts';

const most = 50;
const longestName = 40;
const longestValue = 500;

/** What we write ourselves, now or with a later call: nobody else's note may pass for it. */
const reserved: ReadonlySet<string> = new Set(['capture_id', 'increment_id', 'operation_id', 'order_id']);

const isTaken = ([name, value]: [string, unknown]): boolean =>
  !reserved.has(name) &&
  ['string', 'number', 'boolean'].includes(typeof value) &&
  String(value).length <= longestValue &&
  name.length <= longestName &&
  !/[[\]]/.test(name);

/**
 * The merchant's notes as Stripe keeps them, with ours above them. What does not fit its limits (docs.stripe.com/api/metadata)
 * stays with us: no payment shall fail for its notes.
 */
export function metadataOf(notes: JsonObject | null, ours: Readonly<Record<string, string>>): Record<string, unknown> {
  const taken = Object.entries(notes ?? {}).filter(isTaken);
  return { ...Object.fromEntries(taken.slice(0, most - Object.keys(ours).length)), ...ours };
}
