import type { OutcomeRow } from '@payorch/operations';

// What the states of a payout have alike: parts of the rows of `payout.machine.ts`.

/** An operator declares what the processor does not report. */
export const onDeclaration = {
  declared_success: 'success',
  declared_failed: 'failed',
  declared_cancelled: 'cancelled',
  declared_expired: 'expired',
  declared_reversed: 'reversed',
  declared_initiated: 'initiated',
} as const;

/** What the processor reports of the money, whatever was asked last. */
export const settlement = {
  initiated: 'initiated',
  paid: 'success',
  reversed: 'reversed',
  expired: 'expired',
  voided: 'cancelled',
  mismatched: 'manual_review',
} as const;
export const onSettlement = {
  initiated: 'initiated',
  paid: 'paid',
  reversed: 'reversed',
  expired: 'expired',
  voided: 'voided',
  other_amount: 'mismatched',
  mismatched: 'mismatched',
  unproven_mismatch: 'verify',
} as const satisfies OutcomeRow;

/** A step before the money. Without an answer nothing can have moved, so the step is sent again. */
export const preparation = { prepared: 'step_done', uncertain: 'step_unknown', ended: 'attempt_ended' } as const;
export const onPreparation = {
  prepared: 'prepared',
  ineligible: 'ended',
  declined: 'ended',
  not_sent: 'ended',
  not_supported: 'ended',
  absent: 'ended',
  accepted: 'uncertain',
  unknown: 'uncertain',
} as const satisfies OutcomeRow;

/** A step that may move money. `absent`: the processor certainly has no such operation. */
export const onMoney = {
  ...onSettlement,
  ineligible: 'ended',
  declined: 'ended',
  not_sent: 'ended',
  not_supported: 'ended',
  absent: 'ended',
  accepted: 'left_open',
  unknown: 'left_open',
} as const satisfies OutcomeRow;
export const onCreation = { ...onMoney, payout_created: 'created' } as const satisfies OutcomeRow;
/** That the processor has the payout, and waits for its fulfilment, says nothing of a fulfilment on its way. */
export const onFulfillment = { ...onMoney, payout_created: 'left_open' } as const satisfies OutcomeRow;

/** Money that moves after we gave the payout up needs a person. */
export const givenUp = {
  payout_created: 'late_success',
  initiated: 'late_success',
  paid: 'late_success',
  other_amount: 'late_success',
} as const satisfies OutcomeRow;
