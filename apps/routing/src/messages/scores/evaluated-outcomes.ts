import type { AccountRef, DynamicRouting, RoutingFacts } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import { changesOf, scoredValuesOf, type ScoreChange, withChange } from '../../domain/scores/count-results';
import type { EvaluatedPayment, EvaluationStore, ReportedOutcome } from '../../persistence/evaluation-store';
import type { ScoreStore } from '../../persistence/score-store';

export interface EvaluatedOutcomesParts {
  readonly evaluations: Pick<EvaluationStore, 'add' | 'has' | 'end'>;
  readonly store: Pick<ScoreStore, 'load' | 'saveOnce'>;
  readonly clock: Clock;
}

/**
 * Counts how evaluated payments ended that were made elsewhere, each once. The first outcome is stored before it is counted, and
 * every group counts it once: a report that failed midway is counted to its end by the next one, whatever that one says.
 */
export class EvaluatedOutcomes {
  constructor(private readonly parts: EvaluatedOutcomesParts) {}

  /** Remembers what the scores of the payment are kept by. */
  add(payment: EvaluatedPayment, facts: RoutingFacts, dynamic: DynamicRouting): Promise<void> {
    return this.parts.evaluations.add(payment, scoredValuesOf(facts, dynamic));
  }

  isKnown(payment: EvaluatedPayment): Promise<boolean> {
    return this.parts.evaluations.has(payment);
  }

  /** The outcome that counts: the one that was reported first. Undefined: the evaluation is not known. */
  async end(
    payment: EvaluatedPayment,
    said: { readonly account: AccountRef; readonly isApproved: boolean },
    dynamic: DynamicRouting,
  ): Promise<ReportedOutcome | undefined> {
    const { evaluations, clock } = this.parts;
    const ended = await evaluations.end(payment, { ...said, at: clock.now().getTime() });
    if (!ended) return undefined;
    const { values, outcome } = ended;
    const { merchantId, profileId, paymentId } = payment;
    const { account, isApproved, at } = outcome;
    const result = { merchantId, profileId, ...account, isApproved, at, values, errorCategory: null };
    const changeId = `${merchantId}/${profileId}/${paymentId}`;
    await Promise.all(changesOf(result, dynamic).map((change) => this.count(change, changeId)));
    return outcome;
  }

  /** Again where another instance changed the group meanwhile. */
  private async count(change: ScoreChange, changeId: string): Promise<void> {
    for (let isSaved = false; !isSaved;) {
      const { revision, scores } = await this.parts.store.load(change.group);
      const stored = { revision, scores: withChange(scores, change) };
      isSaved = await this.parts.store.saveOnce(change.group, stored, changeId);
    }
  }
}
