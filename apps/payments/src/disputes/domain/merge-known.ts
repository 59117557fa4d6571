import type { ProcessorDispute } from '@payorch/contracts';
import { isSameValue, nextState } from '@payorch/kernel';
import { disputeMachine, disputeStageMachine } from './dispute.machine';

/** What a processor's words do to what is known. refused: the table of stages and statuses does not admit them. */
export type Merged =
  | { readonly kind: 'changed'; readonly known: ProcessorDispute }
  | { readonly kind: 'same' }
  | { readonly kind: 'refused' };

const refused: Merged = { kind: 'refused' };

/** By how much the reported words are later than the known ones, in ms; undefined where the processor gives no times. */
const laterByMs = (known: ProcessorDispute, reported: ProcessorDispute): number | undefined =>
  known.updatedAt === null || reported.updatedAt === null
    ? undefined
    : Date.parse(reported.updatedAt) - Date.parse(known.updatedAt);

/** Of equal stage and status the later words hold; a processor without times sends them in order. */
const isLate = (known: ProcessorDispute, reported: ProcessorDispute): boolean => (laterByMs(known, reported) ?? 0) < 0;

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

/**
 * Whether refused words contradict what is known. The others come late: they are older by the processor's own times or, without a
 * difference of times, the table leads from them to what is known.
 */
export const isContradiction = (known: ProcessorDispute, reported: ProcessorDispute): boolean => {
  const byMs = laterByMs(known, reported) ?? 0;
  return byMs > 0 || (byMs === 0 && mergeKnown(reported, known).kind === 'refused');
};
