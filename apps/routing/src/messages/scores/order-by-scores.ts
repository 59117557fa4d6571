import { scoreValuesOf } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { OrderByScores } from '../../domain/score-order';
import { rankByScores } from '../../domain/scores/rank-by-scores';
import type { ScoreBoard } from './score-board';

/** Orders by the scores in memory. */
export const orderByScores =
  (board: Pick<ScoreBoard, 'known'>, clock: Clock): OrderByScores =>
  ({ dynamic, payment: { merchantId, profileId, attemptId, facts }, eligible }) => {
    const payment = { merchantId, profileId, attemptId, values: scoreValuesOf(facts) };
    return rankByScores(payment, eligible, dynamic, board.known, clock.now().getTime());
  };
