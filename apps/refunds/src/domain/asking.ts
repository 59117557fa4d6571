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
