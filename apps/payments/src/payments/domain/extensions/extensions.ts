import type { Attempt } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import type { Effect } from '../decision';
import type { Extension } from './extension';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';

/** The attempt's extension under way. */
export const openExtension = ({ extensions }: Payment, { id }: Pick<Attempt, 'id'>): Extension | undefined =>
  extensions.findLast(({ attemptId, state }) => attemptId === id && state === 'pending');

/** The last granted extension. */
const lastGranted = ({ extensions }: Payment): Extension | undefined =>
  extensions.findLast(({ state }) => state === 'succeeded');

/** Whether the authorization was extended, at once or later; null while unknown, or where no extension was requested. */
export function wasExtended(payment: Payment): boolean | null {
  const isExtended = activeAttempt(payment).authorizationTerms?.isExtended ?? null;
  if (lastGranted(payment) || isExtended === true) return true;
  const isRefused = payment.terms.requestsExtension && isExtended === false;
  return isRefused || payment.extensions.some(({ state }) => state === 'failed') ? false : null;
}

/** When the processor last granted an extension; null where it never did. */
export function extendedAt(payment: Payment): Date | null {
  const { authorizationTerms } = activeAttempt(payment);
  return lastGranted(payment)?.modifiedAt ?? (authorizationTerms?.isExtended ? authorizationTerms.reportedAt : null);
}

/** The time limit for the capture that the processor last reported: with an extension, else with the authorization. */
export function captureBefore(payment: Payment): string | null {
  const granted = lastGranted(payment);
  return granted ? granted.captureBefore : (activeAttempt(payment).authorizationTerms?.captureBefore ?? null);
}

/** The sync of the extension under way; undefined once the authorization is captured or voided. */
export function extensionSync(payment: Payment, attempt: Attempt): Effect | undefined {
  const open = openExtension(payment, attempt);
  if (!open || !isIn(attempt, 'authorized')) return undefined;
  const { account, reference, authorized } = attempt.facts;
  const operation = { id: open.operation, attemptId: attempt.id, account };
  return { kind: 'sync', flow: 'extend', operation, reference, money: authorized, round: payment.version };
}
