import type { Refusal } from '../../kit/calls/refusal';
import { faultCards } from '../../kit/faults/fault-cards';
import { cardNotSupported, declined } from './refusals';

/** The issuer's outcome, before any fault. */
export type Outcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'challenge'; readonly methodName: string }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

export interface TestCard {
  readonly number: string;
  readonly outcome: Outcome;
  /** Test processors with another outcome for this card. */
  readonly exceptions?: Readonly<Record<string, Outcome>>;
}

const succeeded: Outcome = { kind: 'succeeded' };
const failed = (refusal: Refusal): Outcome => ({ kind: 'failed', refusal });
const card = (number: string, outcome: Outcome, rest: Partial<TestCard> = {}): TestCard => ({
  number,
  outcome,
  ...rest,
});

/** The cards of the test processors, and the sandbox's own cards. */
export const testCards: readonly TestCard[] = [
  card('4111111111111111', succeeded),
  card('4242424242424242', succeeded),
  card('5555555555554444', succeeded),
  card('38000000000006', succeeded),
  card('378282246310005', succeeded),
  card('6011111111111117', succeeded),
  card('5105105105105100', failed(declined('Card declined'))),
  card('4000000000000002', failed(declined('Card declined'))),
  card('4000000000009995', failed(declined('Internal Server Error from Connector, Please try again later')), {
    exceptions: { stripe_test: succeeded },
  }),
  card('4000000000009987', failed(declined('Lost card'))),
  card('4000000000009979', failed(declined('Stolen card'))),
  card('4000003800000446', { kind: 'challenge', methodName: '3D Secure' }),
  ...[...faultCards.keys()].map((number) => card(number, succeeded)),
];

const byNumber = new Map(testCards.map((row) => [row.number, row]));

export function cardOutcome(number: string, connector: string): Outcome {
  const row = byNumber.get(number);
  if (!row) return failed(cardNotSupported);
  return row.exceptions?.[connector] ?? row.outcome;
}
