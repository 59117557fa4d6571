import type { JsonObject } from '@payorch/contracts';
import { isCaptureKey } from '../responses/several-captures';

const most = 50;
const longestName = 40;
const longestValue = 500;

/** The keys that this connector writes, now or with a later call: the merchant's metadata must not set them. */
const reserved: ReadonlySet<string> = new Set(['capture_id', 'increment_id', 'operation_id', 'order_id']);

const isTaken = ([name, value]: [string, unknown]): boolean =>
  !reserved.has(name) &&
  !isCaptureKey(name) &&
  ['string', 'number', 'boolean'].includes(typeof value) &&
  String(value).length <= longestValue &&
  name.length <= longestName &&
  !/[[\]]/.test(name);

/**
 * The merchant's metadata together with ours. Entries beyond Stripe's limits (docs.stripe.com/api/metadata) are left out, so
 * that no payment fails for its metadata. `later`: room for the keys of later calls.
 */
export function metadataOf(
  notes: JsonObject | null,
  ours: Readonly<Record<string, string>>,
  later = 0,
): Record<string, unknown> {
  const taken = Object.entries(notes ?? {}).filter(isTaken);
  return { ...Object.fromEntries(taken.slice(0, most - Object.keys(ours).length - later)), ...ours };
}
