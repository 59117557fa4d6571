import type { PaymentSnapshot } from '@payorch/contracts';
import { paymentUpdated } from '@payorch/contracts';
import type { RawRecord } from '@payorch/platform/kafka';
import { headerText } from '@payorch/platform/kafka';
import { z } from 'zod';
import type { AttemptResult } from '../../domain/scores/count-results';

/** In the body of every event that has results, and in no other: a text within a body has its quotes escaped. */
const marker = Buffer.from('"endedAttempts":[');

/** All lifecycle events of payments carry the same data. */
const { schema } = paymentUpdated;

export const messageIdOf = ({ headers }: RawRecord): string | undefined => headerText(headers, 'ce_id');

function snapshotOf(value: Buffer): PaymentSnapshot | undefined {
  try {
    return z.safeDecode(schema, JSON.parse(value.toString()) as z.input<typeof schema>).data;
  } catch {
    return undefined;
  }
}

/**
 * The results that an event brings. Almost every event has none and is not parsed. A body that does not read has none: the
 * topic is public, and what a subscriber cannot read must not stop it.
 */
export function attemptResultsOf({ value }: RawRecord): AttemptResult[] {
  if (value === null || !value.includes(marker)) return [];
  const snapshot = snapshotOf(value);
  if (!snapshot) return [];
  const { merchantId, profileId, occurredAt, endedAttempts = [] } = snapshot;
  return endedAttempts.map((ended) => ({
    merchantId,
    profileId,
    at: Date.parse(occurredAt),
    merchantConnectorId: ended.merchantConnectorId,
    connector: ended.connector,
    isApproved: ended.result === 'approved',
    errorCategory: ended.errorCategory ?? null,
    values: ended.scoredBy,
  }));
}
