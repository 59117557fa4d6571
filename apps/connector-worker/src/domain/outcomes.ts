import type { Outcome } from '@payorch/contracts';
import { flowNotSupported } from '@payorch/contracts';

type Retry = 'another_account' | 'never';

/** Why an operation was not sent, by the error code that merchants see. */
export const notSentReasons = {
  CVC_LOST: 'The card verification code was no longer available; nothing was sent to the processor',
  EXPIRED_BEFORE_SEND: 'The payment could not be begun in time; nothing was sent to the processor',
  CARD_UNREADABLE: 'The card could not be opened; nothing was sent to the processor',
  METHOD_DATA_UNREADABLE: "The payment method's details could not be opened; nothing was sent to the processor",
  NO_ACCOUNT: 'The connector account is gone or its credentials do not fit; nothing was sent to the processor',
  [flowNotSupported]: 'The connector does not support this operation; nothing was sent to the processor',
  REQUEST_NOT_BUILT: 'The request could not be built; nothing was sent to the processor',
  PREPARATION_LATE: 'What has to go before the payment took too long; the payment was not sent to the processor',
  WORKERS_AWAY: 'Nobody was there who calls this processor; nothing was sent to it',
  BREAKER_OPEN: 'The processor has not been answering; calls to it pause, and nothing was sent to it',
  BULKHEAD_FULL: 'Too many calls to the processor were under way; nothing was sent to it',
  NEVER_SENT: 'The operation was not begun; nothing was sent to the processor',
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
  NOT_FOUND_YET: 'The processor knows of no such operation, which is not final yet',
  NOT_ASKED: 'The processor has not been answering, so it was not asked',
  NO_LOOKUP: 'The processor cannot be asked for this operation',
  NO_ACCOUNT: 'The connector account is gone, so the processor cannot be asked',
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
