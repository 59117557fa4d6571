import type { Unanswered } from '@payorch/contracts';
import type { DecideContext, DecideRules } from './decision';
import { later } from './decision';
import type { Refund } from './refund';

const dayMs = 86_400_000;

/** How long to wait before the processor is asked for the `round`th time (from 0). It never stops, it only grows slower. */
export function askDelay({ askAfterMs }: Pick<DecideRules, 'askAfterMs'>, round: number): number {
  const listed = askAfterMs[round];
  if (listed !== undefined) return listed;
  const last = askAfterMs[askAfterMs.length - 1] ?? dayMs;
  return Math.min(dayMs, Math.round(last * 1.5 ** (round - askAfterMs.length + 1)));
}

/** When to ask next, by how often it was asked already. */
export const nextQuestionAt = ({ asked }: Refund, { now, rules }: Pick<DecideContext, 'now' | 'rules'>): Date =>
  later(now, askDelay(rules, asked));

/**
 * The same after a sync that the processor did not answer. One that it was not even asked is no round; of those that it met
 * with silence no more count than are listed, so that its return is noticed soon.
 */
export function afterUnanswered(
  { asked }: Refund,
  { asked: wasAsked, syncInMs }: Unanswered,
  { now, rules }: Pick<DecideContext, 'now' | 'rules'>,
): Pick<Refund, 'asked' | 'dueAt'> {
  const rounds = wasAsked ? Math.min(asked, rules.askAfterMs.length - 1) : Math.max(0, asked - 1);
  const delayMs = wasAsked ? Math.min(askDelay(rules, rounds), syncInMs) : syncInMs;
  return { asked: rounds, dueAt: later(now, delayMs) };
}

/** Rounds that do not count never come to the one that calls for a person: the time of all of them does. */
export const stillUnknownAfterMs = (rules: Pick<DecideRules, 'askAfterMs' | 'askQuietly'>): number =>
  Array.from({ length: rules.askQuietly }, (_, round) => askDelay(rules, round)).reduce((sum, ms) => sum + ms, 0);
