import type { connectorDisputeOutcome, DataOf, ProcessorError } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import { caseOf, OperationFollower } from '@payorch/operations';
import { answerMachine, answerOperation, openAnswerStates } from './answer.machine';
import type { Answer } from './dispute';

export type AnswerOutcome = DataOf<typeof connectorDisputeOutcome>;

const neverThere: ProcessorError = {
  code: 'No error code',
  message: 'The processor never had this answer',
  reason: null,
};

export const errorOf = ({ outcome }: AnswerOutcome): ProcessorError =>
  'error' in outcome ? outcome.error : neverThere;

/** What outcomes and syncs do to the merchant's answer. */
export const answerFollower = new OperationFollower<typeof answerMachine, Answer, AnswerOutcome>({
  definitionOf: () => answerOperation,
  openStates: openAnswerStates,
  requestedAt: ({ requestedAt }) => new Date(requestedAt),
  caseOf: (_answer, event) => caseOf(event),
  moved(answer, on, event) {
    const state = moveState(answerMachine, answer.state, on);
    return { ...answer, state, error: state === 'failed' ? errorOf(event) : null };
  },
});
