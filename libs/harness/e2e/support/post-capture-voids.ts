import { ok, type Answer, type Json, type RunningSystem, type TestMerchant } from '@payorch/harness';

export const takeBack = ({ api }: TestMerchant, paymentId: string, body: object = {}): Promise<Answer> =>
  api.post(`/payments/${paymentId}/cancel_post_capture`, body);

export const askAfter = async ({ api }: TestMerchant, paymentId: string): Promise<Json> =>
  ok(await api.get(`/payments/${paymentId}/cancel_post_capture`));

/** How far the void after the capture has come, as the payment shows it; null where there is none. */
export const voidStatus = ({ state_metadata }: Json): string | null =>
  state_metadata?.post_capture_void?.status ?? null;

/** Whose attempt it was: attempts are named after their payment, with a number. */
const paymentOf = ({ payment }: Json): string => String(payment.attemptReference).replace(/_\d+$/, '');

/**
 * Every payment of which a refund and a void both gave money back, or whose processor was asked for both, a line each (M3).
 * `except`: those of which the first came to nothing for certain.
 */
export function givenBackTwice(system: RunningSystem, except: readonly string[] = []): string[] {
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
