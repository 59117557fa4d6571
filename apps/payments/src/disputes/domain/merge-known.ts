import type { ProcessorDispute } from '@payorch/contracts';
import { isSameValue, nextState } from '@payorch/kernel';
import { disputeMachine, disputeStageMachine } from './dispute.machine';

/** What a processor's words do to what is known. refused: the table of stages and statuses does not admit them. */
export type Merged =
  | { readonly kind: 'changed'; readonly known: ProcessorDispute }
  | { readonly kind: 'same' }
  | { readonly kind: 'refused' };

const refused: Merged = { kind: 'refused' };

/** Of equal stage and status the later words hold; a processor without times sends them in order. */
const isLate = (known: ProcessorDispute, reported: ProcessorDispute): boolean =>
  known.updatedAt !== null &&
  reported.updatedAt !== null &&
  Date.parse(reported.updatedAt) < Date.parse(known.updatedAt);

/** Notices come late, again and in any order: the stage never goes back, and within a stage the status follows its table. */
export function mergeKnown(known: ProcessorDispute, received: ProcessorDispute): Merged {
  // Not every answer repeats it.
  const { connectedAccount } = known;
  const reported = { ...(connectedAccount !== undefined && { connectedAccount }), ...received };
  if (nextState(disputeStageMachine, known.stage, reported.stage) === undefined) return refused;
  if (reported.stage !== known.stage) return { kind: 'changed', known: reported };
  if (nextState(disputeMachine, known.status, reported.status) === undefined) return refused;
  if (reported.status !== known.status) return { kind: 'changed', known: reported };
  return isLate(known, reported) || isSameValue(known, reported)
    ? { kind: 'same' }
    : { kind: 'changed', known: reported };
}
