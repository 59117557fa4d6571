import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Answer } from '../../kit/calls/answer';
import { errorAnswer } from './answers';

const sessionRequest = z.object({
  merchantIdentifier: z.string().min(1),
  displayName: z.string().min(1).max(64),
  initiative: z.literal('web'),
  initiativeContext: z.hostname(),
});

/** A session may be used once, within five minutes. */
const lifetimeMs = 5 * 60_000;

export interface SessionMoment {
  readonly nowMs: number;
  /** Unique for each session. */
  readonly nonce: string;
}

/** The domain of a request, to find it in the ledger; null where the request has none. */
export const domainOf = (body: unknown): string | null =>
  z.object({ initiativeContext: z.string() }).safeParse(body).data?.initiativeContext ?? null;

/**
 * Validates a shop: the certificate must be that of the merchant whom the request names. `certified` is the merchant identifier
 * of the client's certificate; null: the client showed none.
 */
export function paymentSession(certified: string | null, body: unknown, { nowMs, nonce }: SessionMoment): Answer {
  if (certified === null) return errorAnswer(400, 'a merchant identity certificate is required');
  const { data } = sessionRequest.safeParse(body);
  if (!data) return errorAnswer(400, 'the request is not readable');
  const { merchantIdentifier, displayName, initiativeContext } = data;
  if (merchantIdentifier !== certified)
    return errorAnswer(417, `merchantId=${merchantIdentifier} is not the merchant of the certificate`);
  const merchant = createHash('sha256').update(merchantIdentifier).digest('hex').toUpperCase();
  return {
    status: 200,
    body: {
      epochTimestamp: nowMs,
      expiresAt: nowMs + lifetimeMs,
      merchantSessionIdentifier: `SSH${createHash('sha256').update(nonce).digest('hex').toUpperCase()}`,
      nonce,
      merchantIdentifier: merchant,
      domainName: initiativeContext,
      displayName,
      signature: Buffer.from(`sandbox ${merchant} ${nonce}`).toString('hex'),
      operationalAnalyticsIdentifier: `${displayName}:${merchant}`,
      retries: 0,
      pspId: merchant,
    },
  };
}
