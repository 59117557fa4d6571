import type { OperationId } from '@payorch/kernel';
import type { Attempt } from '../attempt';
import { isIn } from '../attempt';
import type { Effect } from '../decision';
import type { Extension, Payment } from '../payment';
import { activeAttempt } from '../payment';

/** Whether the merchant requests an extended authorization: with the authorization itself, and as permission to extend it later. */
export const requestsExtension = ({ details }: Pick<Payment, 'details'>): boolean =>
  details['request_extended_authorization'] === true;

export const extensionIn = ({ extensions }: Payment, operation: OperationId): Extension | undefined =>
  extensions.find((one) => one.operation === operation);

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
  const isRefused = requestsExtension(payment) && isExtended === false;
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

export const withExtension = (payment: Payment, changed: Extension): Payment => ({
  ...payment,
  extensions: payment.extensions.map((one) => (one.operation === changed.operation ? changed : one)),
});

/** The sync of the extension under way; undefined once the authorization is captured or voided. */
export function extensionSync(payment: Payment, attempt: Attempt): Effect | undefined {
  const open = openExtension(payment, attempt);
  if (!open || !isIn(attempt, 'authorized')) return undefined;
  const { account, reference, authorized } = attempt.facts;
  const operation = { id: open.operation, attemptId: attempt.id, account };
  return { kind: 'sync', flow: 'extend', operation, reference, money: authorized, round: payment.version };
}
