import { ok, type Answer, type Json, type RunningSystem, type TestMerchant } from '@payorch/harness';

export const postCaptureVoid = ({ api }: TestMerchant, paymentId: string, body: object = {}): Promise<Answer> =>
  api.post(`/payments/${paymentId}/cancel_post_capture`, body);

export const retrievePostCaptureVoid = async ({ api }: TestMerchant, paymentId: string): Promise<Json> =>
  ok(await api.get(`/payments/${paymentId}/cancel_post_capture`));

/** The status of the post-capture void in the payment object; null without one. */
export const voidStatus = ({ state_metadata }: Json): string | null =>
  state_metadata?.post_capture_void?.status ?? null;

/** The payment of a ledger entry: an attempt reference is the payment id with a number. */
const paymentOf = ({ payment }: Json): string => String(payment.attemptReference).replace(/_\d+$/, '');

/**
 * One line for each payment with both a refund and a post-capture void, executed by or requested from the processor (M3).
 * `except`: payments whose first operation certainly failed.
 */
export function refundedAndVoided(system: RunningSystem, except: readonly string[] = []): string[] {
  const names = new Map<string, string>();
  const ways = new Map<string, Set<string>>();
  const note = (paymentId: string, way: string) =>
    ways.set(paymentId, (ways.get(paymentId) ?? new Set<string>()).add(way));
  for (const entry of system.ledger()) {
    if (entry.entry === 'effect' && entry.payment) {
      names.set(entry.payment_id, paymentOf(entry));
      if (['refund', 'post_capture_void'].includes(entry.effect)) note(entry.payment_id, `${entry.effect}`);
    }
    if (entry.entry === 'request' && ['refund', 'post_capture_void'].includes(entry.kind))
      note(entry.payment_id, `${entry.kind}`);
  }
  return [...ways]
    .map(([reference, kinds]) => [names.get(reference) ?? reference, [...kinds].sort().join(' and ')] as const)
    .filter(([paymentId, kinds]) => kinds.includes(' and ') && !except.includes(paymentId))
    .map(([paymentId, kinds]) => `${paymentId}: ${kinds}`);
}
