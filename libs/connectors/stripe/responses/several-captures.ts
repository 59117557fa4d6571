import type { Outcome } from '@payorch/contracts';
import { outcomeForAmount, unknown } from '@payorch/connector-kit';
import type { Money, OperationId } from '@payorch/kernel';
import { moneyOf, wireAmount } from '../amounts';
import type { PaymentIntent } from './wire';

/** The prefix of metadata keys that Stripe stores with each of several captures: the operation's id, and its amount as value. */
const prefix = 'capture_op_';
export const captureKeyOf = (id: OperationId): string => `capture_${id}`;
export const isCaptureKey = (key: string): boolean => key.startsWith(prefix);

const partsOf = ({ metadata }: Pick<PaymentIntent, 'metadata'>): [key: string, amount: number][] =>
  Object.entries(metadata ?? {}).flatMap(([key, value]) =>
    isCaptureKey(key) && /^\d{1,12}$/.test(value) ? [[key, Number(value)]] : [],
  );

/** The ids of the operations that captured parts of the payment. */
export const idsOfParts = (payment: Pick<PaymentIntent, 'metadata'>): string[] =>
  partsOf(payment).map(([key]) => key.slice('capture_'.length));

export const isCapturedInParts = (payment: Pick<PaymentIntent, 'metadata'>): boolean => partsOf(payment).length > 0;

export const captureMetadata = (id: OperationId, money: Money): Readonly<Record<string, string>> => ({
  [captureKeyOf(id)]: String(wireAmount(money)),
});

/**
 * The outcome of one of several captures, also after the rest was voided. Stripe shows only their sum: what the other captures
 * leave of it is this capture's amount.
 */
export function captureOfPart(
  payment: PaymentIntent,
  { id, money: requested }: { readonly id: OperationId; readonly money: Money },
): Outcome {
  const parts = partsOf(payment);
  const own = parts.find(([key]) => key === captureKeyOf(id));
  if (!own) return { kind: 'absent' };
  const others = parts.filter((part) => part !== own).reduce((sum, [, amount]) => sum + amount, 0);
  const received = (payment.amount_received ?? 0) - others;
  const reported = received > 0 ? moneyOf(received, payment.currency) : undefined;
  return reported
    ? outcomeForAmount('captured', payment.id, reported, requested)
    : unknown('UNSEEN_AMOUNT', 'The processor reports less than the sum of its captures', payment.id);
}
