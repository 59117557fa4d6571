import type { Outcome } from '@payorch/contracts';
import { flowNotSupported } from '@payorch/contracts';

type Retry = 'another_account' | 'never';

/** Why an operation was not sent, by the error code that merchants see. */
export const notSentReasons = {
  CVC_LOST: 'The card verification code was no longer available; nothing was sent to the processor',
  EXPIRED_BEFORE_SEND: 'The payment could not begin in time; nothing was sent to the processor',
  CARD_UNREADABLE: 'The card could not be opened; nothing was sent to the processor',
  DETAILS_UNREADABLE: "The payment's details could not be opened; nothing was sent to the processor",
  METHOD_DATA_UNREADABLE: "The payment method's details could not be opened; nothing was sent to the processor",
  DESTINATION_UNREADABLE: 'The account to pay could not be opened; nothing was sent to the processor',
  EVIDENCE_MISSING: 'A file of the evidence is not stored; nothing was sent to the processor',
  NO_ACCOUNT: 'The connector account is gone or its credentials do not fit; nothing was sent to the processor',
  [flowNotSupported]: 'The connector does not support this operation; nothing was sent to the processor',
  REQUEST_NOT_BUILT: 'The request could not be built; nothing was sent to the processor',
  PREPARATION_LATE: 'The calls before the payment took too long; the payment was not sent to the processor',
  WORKERS_AWAY: 'No worker for the processor was available; nothing was sent to the processor',
  BREAKER_OPEN: 'The processor has not been answering, so calls to it are paused; nothing was sent to the processor',
  BULKHEAD_FULL: 'Too many calls to the processor were in progress; nothing was sent to the processor',
  NEVER_SENT: 'The operation did not begin; nothing was sent to the processor',
} as const;
export type NotSentReason = keyof typeof notSentReasons;

/** A definite failure: this worker sent no byte. */
export const notSent = (code: NotSentReason, retry: Retry = 'never'): Outcome => ({
  kind: 'not_sent',
  error: { code, message: notSentReasons[code], reason: null },
  retry,
});

/** Why an outcome is unknown. */
export const unknownReasons = {
  CLAIM_STALE: 'This worker was paused between taking the operation and sending it',
  CLAIM_LOST: 'Another worker took the operation over before this one sent it',
  SENT_BEFORE: 'The operation was taken before, and its result was not recorded',
  NOT_FOUND_YET: 'The processor does not list the operation yet',
  NOT_CALLED: 'The processor has not been answering, so it was not called',
  NO_LOOKUP: 'The connector has no lookup for this operation',
  NO_ACCOUNT: 'The connector account is gone, so the processor cannot be called',
} as const;
export type UnknownReason = keyof typeof unknownReasons;

export const unknownBecause = (code: UnknownReason, reference: string | null = null): Outcome => ({
  kind: 'unknown',
  reference,
  error: { code, message: unknownReasons[code], reason: null },
});

export const claimLost = (): Outcome => unknownBecause('CLAIM_LOST');

/** Whether the outcome means that this worker sent no byte because its claim was too old. */
export const isStale = (outcome: Outcome): boolean =>
  outcome.kind === 'unknown' && outcome.error.code === ('CLAIM_STALE' satisfies UnknownReason);
