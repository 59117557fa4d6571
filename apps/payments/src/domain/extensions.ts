import type { Attempt } from './attempt';
import { isIn } from './attempt';
import type { Effect } from './decision';
import type { Extension, Payment } from './payment';
import { activeAttempt } from './payment';

/** The merchant's wish that what is held stay so for longer: told when it is authorized, and leave to ask for it later. */
export const wishesExtension = ({ details }: Pick<Payment, 'details'>): boolean =>
  details['request_extended_authorization'] === true;

/** The one that is under way at this attempt. */
export const openExtension = ({ extensions }: Payment, { id }: Pick<Attempt, 'id'>): Extension | undefined =>
  extensions.findLast(({ attemptId, state }) => attemptId === id && state === 'pending');

/** The last one that was granted. */
const lastGranted = ({ extensions }: Payment): Extension | undefined =>
  extensions.findLast(({ state }) => state === 'succeeded');

/** Whether the authorization was extended, at once or later; null while nobody knows, or nobody asked. */
export function wasExtended(payment: Payment): boolean | null {
  const isExtended = activeAttempt(payment).hold?.isExtended ?? null;
  if (lastGranted(payment) || isExtended === true) return true;
  const isRefused = wishesExtension(payment) && isExtended === false;
  return isRefused || payment.extensions.some(({ state }) => state === 'failed') ? false : null;
}

/** When the processor last agreed to hold for longer; null where it never did. */
export function extendedAt(payment: Payment): Date | null {
  const { hold } = activeAttempt(payment);
  return lastGranted(payment)?.modifiedAt ?? (hold?.isExtended ? hold.heardAt : null);
}

/** Until when it may be captured, as the processor last said: when it extended the authorization, or when it authorized. */
export function captureBefore(payment: Payment): string | null {
  const granted = lastGranted(payment);
  return granted ? granted.captureBefore : (activeAttempt(payment).hold?.captureBefore ?? null);
}

export const withExtension = (payment: Payment, changed: Extension): Payment => ({
  ...payment,
  extensions: payment.extensions.map((one) => (one.operation === changed.operation ? changed : one)),
});

/** The question about the one under way. Once what was held is captured or let go, its answer is worth no question. */
export function questionAboutExtension(payment: Payment, attempt: Attempt): Effect | undefined {
  const open = openExtension(payment, attempt);
  if (!open || !isIn(attempt, 'authorized')) return undefined;
  const { account, reference, held } = attempt.facts;
  const operation = { id: open.operation, attemptId: attempt.id, account };
  return { kind: 'ask', flow: 'extend', operation, reference, money: held, round: payment.version };
}
