import type { Unanswered } from '@payorch/contracts';
import type { Attempt } from './attempt';
import { isIn, accountOf, referenceOf } from './attempt';
import { isAsked } from './attempt.machine';
import type { DecideContext, DecideRules, Effect } from './decision';
import type { Payment } from './payment';
import { questionAboutExtension } from './extensions';
import { raisedBy } from './increments';
import { netAmount } from './payment';
import { questionAboutVoid } from './post-capture-void';

const dayMs = 86_400_000;

/** How long to wait before the processor is asked for the `round`th time (from 0). It never stops, it only grows slower. */
export function askDelay({ askAfterMs }: Pick<DecideRules, 'askAfterMs'>, round: number): number {
  const listed = askAfterMs[round];
  if (listed !== undefined) return listed;
  const last = askAfterMs[askAfterMs.length - 1] ?? dayMs;
  return Math.min(dayMs, Math.round(last * 1.5 ** (round - askAfterMs.length + 1)));
}

/** The question about what the attempt waits for; undefined where it waits for nobody's word, or no account is known yet. */
export function questionAbout(payment: Payment, attempt: Attempt): Effect | undefined {
  const account = accountOf(attempt);
  if (!account) return undefined;
  // An answer that carried the number of an earlier one would be taken for that one come again, and dropped. Asking raises
  // the version; how often was asked begins anew with each state, while the operation may stay the same.
  const question = { kind: 'ask', reference: referenceOf(attempt), round: payment.version } as const;
  const aboutExtension = questionAboutExtension(payment, attempt);
  if (aboutExtension) return aboutExtension;
  const raised = attempt.state === 'authorized' ? raisedBy(payment) : undefined;
  if (raised) {
    const operation = { id: raised.operation, attemptId: attempt.id, account };
    return { ...question, flow: 'increment', operation, money: netAmount(payment) };
  }
  if (isIn(attempt, 'authorizing', 'pending', 'authentication_pending', 'authorized')) {
    const operation = { id: attempt.facts.operation, attemptId: attempt.id, account };
    return { ...question, flow: 'authorize', operation, money: netAmount(payment) };
  }
  if (isIn(attempt, 'capture_initiated')) {
    const operation = { id: attempt.facts.following, attemptId: attempt.id, account };
    return { ...question, flow: 'capture', operation, money: attempt.facts.money };
  }
  if (isIn(attempt, 'increment_initiated')) {
    const operation = { id: attempt.facts.following, attemptId: attempt.id, account };
    return { ...question, flow: 'increment', operation, money: attempt.facts.money };
  }
  if (isIn(attempt, 'void_initiated')) {
    const operation = { id: attempt.facts.following, attemptId: attempt.id, account };
    return { ...question, flow: 'void', operation, money: attempt.facts.held };
  }
  if (isIn(attempt, 'cancellation_initiated')) {
    const operation = { id: attempt.facts.following, attemptId: attempt.id, account };
    return { ...question, flow: 'void', operation, money: netAmount(payment) };
  }
  return undefined;
}

/**
 * When to ask next, from the state that the attempt is in now. A customer at the bank's page gets time; `isTheirTurn`: they
 * are done there, and the processor has it.
 */
export function nextQuestion(attempt: Attempt, { rules }: Pick<DecideContext, 'rules'>, isTheirTurn = false): Effect {
  const patience = attempt.state === 'authentication_pending' && !isTheirTurn ? rules.customerPatienceMs : 0;
  return { kind: 'ask_later', attemptId: attempt.id, delayMs: Math.max(patience, askDelay(rules, attempt.asked)) };
}

/** Whether a processor's answer is waited for: its sync goes on. */
export const isWaitedFor = (payment: Payment, attempt: Attempt): boolean =>
  isAsked(attempt.state) ||
  isIn(attempt, 'authorizing') ||
  questionAboutExtension(payment, attempt) !== undefined ||
  questionAboutVoid(payment, attempt) !== undefined;

/** How many rounds count now, and when the next sync is due: at the end of the list at most, since silence is no slower case. */
export function nextUnansweredSync(
  attempt: Attempt,
  { asked: wasAsked, syncInMs }: Unanswered,
  { now, rules }: Pick<DecideContext, 'now' | 'rules'>,
): { readonly asked: number; readonly effects: readonly Effect[] } {
  const asked = countedRounds(attempt.asked, wasAsked, rules);
  const delayMs = wasAsked ? Math.min(askDelay(rules, asked), syncInMs) : syncInMs;
  // A customer who has still time at the bank's page keeps it, whoever forced the sync.
  const isTheirTime =
    isIn(attempt, 'authentication_pending') && now.getTime() < attempt.createdAt.getTime() + rules.customerPatienceMs;
  return { asked, effects: isTheirTime ? [] : [{ kind: 'ask_later', attemptId: attempt.id, delayMs }] };
}

const countedRounds = (asked: number, wasAsked: boolean, { askAfterMs }: Pick<DecideRules, 'askAfterMs'>): number =>
  wasAsked ? Math.min(asked, askAfterMs.length - 1) : Math.max(0, asked - 1);

/** Rounds that do not count never come to the one that calls for a person: the time of all of them does. */
export const stillUnknownAfterMs = (rules: Pick<DecideRules, 'askAfterMs' | 'askQuietly'>): number =>
  Array.from({ length: rules.askQuietly }, (_, round) => askDelay(rules, round)).reduce((sum, ms) => sum + ms, 0);
