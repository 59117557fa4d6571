import type { Outcome } from '@payorch/contracts';
import { flowNotSupported } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { equals, isMore } from '@payorch/kernel';

/**
 * The cases that outcome tables distinguish: the kinds of outcome, and finer ones where an amount, an error code or the source
 * decides. captured_partly: less than the authorized amount. other_amount: authorized or refunded, with another amount than
 * requested. not_supported: not sent, since the connector has no such operation. unproven_mismatch: another amount that only a
 * webhook reports. superseded: a later operation or outcome has overtaken it.
 */
export const outcomeCases = [
  'authorized',
  'captured',
  'captured_partly',
  'voided',
  'extended',
  'order_created',
  'pre_authenticated',
  'authentication_challenged',
  'authenticated',
  'not_authenticated',
  'refunded',
  'revoked',
  'other_amount',
  'under_review',
  'challenged',
  'accepted',
  'declined',
  'not_sent',
  'not_supported',
  'mismatched',
  'unproven_mismatch',
  'unknown',
  'absent',
  'superseded',
] as const;
export type OutcomeCase = (typeof outcomeCases)[number];

/** An outcome with its source, as every event of a connector worker has them. */
export interface Report {
  readonly outcome: Outcome;
  readonly source: 'call' | 'sync' | 'webhook';
}

/** The amounts that an outcome is compared with; without one, the outcome's amount makes no difference. */
export interface Amounts {
  readonly authorized?: Money | undefined;
  /** The requested amount of the increment under way. */
  readonly incremented?: Money | undefined;
  /** The requested amount of the refund. */
  readonly refund?: Money | undefined;
}

/** The case of an outcome. A webhook alone never proves a different amount. */
export function caseOf({ outcome, source }: Report, { authorized, incremented, refund }: Amounts = {}): OutcomeCase {
  switch (outcome.kind) {
    case 'captured':
      return authorized && isMore(authorized, outcome.money) ? 'captured_partly' : 'captured';
    case 'authorized':
      return incremented && !equals(outcome.money, incremented) ? 'other_amount' : 'authorized';
    case 'refunded':
      if (!refund || equals(outcome.money, refund)) return 'refunded';
      return source === 'webhook' ? 'unproven_mismatch' : 'other_amount';
    case 'mismatched':
      return source === 'webhook' ? 'unproven_mismatch' : 'mismatched';
    case 'not_sent':
      return outcome.error.code === flowNotSupported ? 'not_supported' : 'not_sent';
    default:
      return outcome.kind;
  }
}
