import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Verdict } from '../persistence/processor-webhook.repository';

/** What became of a webhook at one account: the worker's verdict, or none in time. */
export type Outcome = Verdict | 'silent';

/** The better first: a webhook may be addressed to a connector's name, which several accounts have. */
const order: readonly Outcome[] = ['verified', 'unverified', 'silent', 'refused', 'unreadable'];

export const bestOf = (outcomes: readonly Outcome[]): Outcome =>
  order.find((outcome) => outcomes.includes(outcome)) ?? 'silent';

/** Undefined: 200. Silence is only accepted for what could be applied without having been verified. */
export function refusalFor(outcome: Outcome, verificationIsMandatory: boolean): Refusal | undefined {
  if (outcome === 'refused') return refuse('webhook_refused');
  if (outcome === 'unreadable') return refuse('webhook_unreadable');
  return outcome === 'silent' && verificationIsMandatory ? refuse('not_begun_in_time') : undefined;
}
