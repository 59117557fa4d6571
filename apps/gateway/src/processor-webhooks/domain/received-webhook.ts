import type { WebhookHead, WebhookReader } from '@payorch/connector-kit';
import type { WebhookFinding } from '@payorch/contracts';
import type { ReceivedWebhookStatus } from '@payorch/rest';

/** pending: stored, and no worker has applied it yet. applied: it changed something. unchanged: it brought no outcome. */
export type ReceivedStatus = ReceivedWebhookStatus;

/** Why a webhook was not verified, or not readable although it was. */
export type UnverifiedStatus = Extract<
  ReceivedStatus,
  'no_secret' | 'no_signature' | 'malformed_signature' | 'stale_signature' | 'wrong_signature' | 'unreadable'
>;

/** A stored webhook, without what was in it. */
export interface StoredWebhook {
  readonly webhook_id: string;
  readonly received_at: Date;
  readonly status: ReceivedStatus;
  readonly finding: WebhookFinding | null;
  readonly repeats: number;
  readonly repeated_at: Date | null;
  readonly content_length: string | null;
}

/** Why the head of a webhook could not be genuine. */
export function signatureStatus(
  reader: WebhookReader | null,
  head: WebhookHead,
): 'no_signature' | 'malformed_signature' | 'stale_signature' {
  const signature = reader?.signature;
  const header = signature && head.headers[signature.header];
  if (!reader || !signature || header === undefined || header === '') return 'no_signature';
  const now = signature.signedAt?.(header);
  return now && reader.mayBeGenuine({ ...head, now }) ? 'stale_signature' : 'malformed_signature';
}

const unverified: ReadonlySet<ReceivedStatus> = new Set<ReceivedStatus>([
  'unverified',
  'refused',
  'no_secret',
  'no_signature',
  'malformed_signature',
  'stale_signature',
  'wrong_signature',
]);
export const isVerified = (status: ReceivedStatus): boolean => !unverified.has(status);

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/**
 * What to read of the long list so that a page of both lists, merged, is among it: the short list has `short` items, so at most so
 * many of them precede the page. One item more shows whether there is another page.
 */
export const pageOfLong = ({ offset, limit }: Page, short: number): Page => {
  const start = Math.max(0, offset - short);
  return { offset: start, limit: offset + limit + 1 - start };
};

/** A page of a long and a short list, merged newest first. `long` begins at `pageOfLong(…).offset`; `short` is whole. */
export function mergedPage<T extends { readonly at: Date }>(
  long: readonly T[],
  short: readonly T[],
  page: Page,
): { readonly items: readonly T[]; readonly hasMore: boolean } {
  const from = page.offset - pageOfLong(page, short.length).offset;
  const merged = [...long, ...short].sort((a, b) => b.at.getTime() - a.at.getTime());
  return { items: merged.slice(from, from + page.limit), hasMore: merged.length > from + page.limit };
}
