import type { Refusal } from '../../kit/calls/refusal';
import { faultCards } from '../../kit/faults/fault-cards';
import type { Play } from './methods/plays';
import { cardNotSupported, declined } from './refusals';

/** The issuer's outcome, before any fault. played: the payment takes the course of its payment method. */
export type Outcome =
  /** `balance`: of a prepaid card, which authorizes no more; `capturesFail`: after the processor has reported their success. */
  | { readonly kind: 'succeeded'; readonly balance?: number; readonly capturesFail?: true }
  | { readonly kind: 'played'; readonly play: Play; readonly methodName: string }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

export interface TestCard {
  readonly number: string;
  readonly outcome: Outcome;
  /** The outcome of the card's network token; absent: that of the card. */
  readonly tokenOutcome?: Outcome;
  /** Test processors with another outcome for this card. */
  readonly exceptions?: Readonly<Record<string, Outcome>>;
}

const succeeded: Outcome = { kind: 'succeeded' };
const threeDs = (play: Play): Outcome => ({ kind: 'played', play, methodName: '3D Secure' });
const failed = (refusal: Refusal): Outcome => ({ kind: 'failed', refusal });
const card = (number: string, outcome: Outcome, rest: Partial<TestCard> = {}): TestCard => ({
  number,
  outcome,
  ...rest,
});

const authenticatedCards = [
  ...['4000000000100109', '4000000000100117', '4000000000100125', '4000000000100133', '4000000000100141'],
  ...['4000000000100158', '4000000000100166', '4000000000100174'],
];

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
  card('4000003800000446', threeDs({ step: 'redirect_to_url', settles: 'on_return' })),
  // The bank asks for the device's fingerprint in a hidden frame, and then for nothing else.
  card('4000000000075004', threeDs({ step: 'invoke_hidden_iframe', settles: 'by_customer' })),
  // Prepaid.
  card('4000000000080087', { kind: 'succeeded', balance: 5_000 }),
  // The scheme refuses each capture after the processor has reported it as captured.
  card('4000000000080095', { kind: 'succeeded', capturesFail: true }),
  // Its issuer declines the network token, and takes the number.
  card('4000000000080103', succeeded, { tokenOutcome: failed(declined('Network token declined')) }),
  // The network makes no token of it.
  card('4000000000080111', succeeded),
  // The cards of the simulated 3DS server, whose issuers authenticate their holders before the payment.
  ...authenticatedCards.map((number) => card(number, succeeded)),
  card('4000000000100182', failed(declined('Card declined'))),
  ...[...faultCards.keys()].map((number) => card(number, succeeded)),
];

const byNumber = new Map(testCards.map((row) => [row.number, row]));

export function cardOutcome(number: string, connector: string): Outcome {
  const row = byNumber.get(number);
  if (!row) return failed(cardNotSupported);
  return row.exceptions?.[connector] ?? row.outcome;
}

const byLast4 = new Map(testCards.map((row) => [row.number.slice(-4), row]));

/** The outcome of a network token, by the last digits of its card: the sandbox stores no number. */
export function tokenOutcome(last4: string, connector: string): Outcome {
  const row = byLast4.get(last4);
  return row?.tokenOutcome ?? cardOutcome(row?.number ?? '', connector);
}
