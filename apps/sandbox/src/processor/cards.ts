import type { Refusal } from './refusals';
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
  /** A fault on every payment with this card, in the notation of `faults/fault.ts`. */
  readonly fault?: string;
}

const succeeded: Outcome = { kind: 'succeeded' };
const failed = (refusal: Refusal): Outcome => ({ kind: 'failed', refusal });
const card = (number: string, outcome: Outcome, rest: Partial<TestCard> = {}): TestCard => ({
  number,
  outcome,
  ...rest,
});
const faulty = (number: string, fault: string): TestCard => card(number, succeeded, { fault });

/**
 * The cards of the test processors; the sandbox adds the last block, so that a test through the whole system can
 * trigger a fault.
 */
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

  faulty('4000000000070013', 'refuse'),
  faulty('4000000000070021', 'hang'),
  faulty('4000000000070039', 'execute_then_hang'),
  faulty('4000000000070047', 'execute_then_drop'),
  faulty('4000000000070054', 'execute_then_500'),
  faulty('4000000000070062', 'fail_500'),
  faulty('4000000000070070', 'rubbish'),
  faulty('4000000000070088', 'wrong_amount'),
  faulty('4000000000070096', 'wrong_amount:kept'),
  faulty('4000000000070104', 'slow:5000'),
  faulty('4000000000070112', 'pending_then_settled:3000:succeeded'),
  faulty('4000000000070120', 'pending_then_settled:3000:failed'),
  faulty('4000000000070138', 'lookup_not_found_then_found:1'),
  faulty('4000000000070146', 'duplicate_webhook'),
  faulty('4000000000070153', 'late_webhook:5000'),
  faulty('4000000000070161', 'early_webhook'),
  faulty('4000000000070179', 'no_webhook'),
];

const byNumber = new Map(testCards.map((row) => [row.number, row]));

/** The text of the fault that a card of the last block triggers. */
export const faultOfCard = (number: string): string | null => byNumber.get(number)?.fault ?? null;

export function cardOutcome(number: string, connector: string): Outcome {
  const row = byNumber.get(number);
  if (!row) return failed(cardNotSupported);
  return row.exceptions?.[connector] ?? row.outcome;
}
