import type { Outcome, OutcomeKind } from '@payorch/values';
import { flowNotSupported, outcome } from '@payorch/values';
import type { Money } from '@payorch/kernel';
import { equals, isMore } from '@payorch/kernel';

/** The finer cases of some kinds, where an amount, an error code or the source decides. */
const finerCases = {
  captured: 'captured_partly',
  refunded: 'other_amount',
  not_sent: 'not_supported',
  mismatched: 'unproven_mismatch',
  absent: 'superseded',
} as const satisfies { readonly [Kind in OutcomeKind]?: string };

/**
 * The cases that outcome tables distinguish: the kinds of outcome, and finer ones. captured_partly: less than the authorized
 * amount. other_amount: authorized or refunded, with another amount than requested. not_supported: not sent, since the connector
 * has no such operation. unproven_mismatch: another amount that only a webhook reports. superseded: a later operation or outcome
 * has overtaken it.
 */
export const outcomeCases: readonly OutcomeCase[] = outcome.options.flatMap(({ shape: { kind } }) => [
  kind.value,
  ...(kind.value in finerCases ? [finerCases[kind.value as keyof typeof finerCases]] : []),
]);
export type OutcomeCase = OutcomeKind | (typeof finerCases)[keyof typeof finerCases];

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
export function caseOf(
  { outcome: reported, source }: Report,
  { authorized, incremented, refund }: Amounts = {},
): OutcomeCase {
  switch (reported.kind) {
    case 'captured':
      return authorized && isMore(authorized, reported.money) ? 'captured_partly' : 'captured';
    case 'authorized':
      return incremented && !equals(reported.money, incremented) ? 'other_amount' : 'authorized';
    case 'refunded':
      if (!refund || equals(reported.money, refund)) return 'refunded';
      return source === 'webhook' ? 'unproven_mismatch' : 'other_amount';
    case 'mismatched':
      return source === 'webhook' ? 'unproven_mismatch' : 'mismatched';
    case 'not_sent':
      return reported.error.code === flowNotSupported ? 'not_supported' : 'not_sent';
    default:
      return reported.kind;
  }
}
