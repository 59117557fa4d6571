import type { Refusal } from '../../../kit/calls/refusal';
import { payoutDeclined } from '../refusals';

/** What becomes of a payout by the account that it goes to. */
export interface Scenario {
  readonly name: string;
  /** The last four digits of the account, of the card or of the phone; the name stands in the local part of an e-mail address. */
  readonly digits: string;
  readonly meaning: string;
  readonly refusal?: Refusal;
  /** A fault of the fulfilment: `docs/../README.md#faults`. */
  readonly fault?: string;
}

const scenarioOf = (
  name: string,
  digits: string,
  meaning: string,
  rest: Pick<Scenario, 'refusal' | 'fault'> = {},
): Scenario => ({ name, digits, meaning, ...rest });

/** How long a payout is pending, initiated or paid before its later outcome. */
export const laterMs = 1_500;

export const scenarios: readonly Scenario[] = [
  scenarioOf('declined', '0002', 'declined', { refusal: payoutDeclined('Account closed') }),
  scenarioOf('declined_here', '0028', 'declined; another connector account may pay it', {
    refusal: payoutDeclined('The account cannot be paid here'),
  }),
  scenarioOf('pending', '0036', 'pending, then paid', { fault: `pending_then_settled:${laterMs}:succeeded` }),
  scenarioOf('pending_failed', '0044', 'pending, then failed', { fault: `pending_then_settled:${laterMs}:failed` }),
  scenarioOf('initiated', '0051', 'initiated, then paid'),
  scenarioOf('reversed', '0069', 'paid, then reversed'),
  scenarioOf('silent', '0077', 'no answer to the fulfilment, which is paid', { fault: 'execute_then_hang' }),
  scenarioOf('silent_unpaid', '0085', 'no answer to the fulfilment, which is not paid', { fault: 'hang' }),
  scenarioOf('fault', '0093', 'HTTP 500 to the fulfilment, which is not paid', { fault: 'fail_500' }),
  scenarioOf(
    'verification',
    '0101',
    "the recipient's account requires a verification, which ends by itself (stripe_test, banks)",
  ),
  scenarioOf('ineligible', '0119', 'the recipient cannot be paid (adyen_test, cards)'),
  scenarioOf('other_amount', '0127', 'one minor unit more is paid', { fault: 'wrong_amount:kept' }),
];

const firstAmount = 8_800_000;

/** Minor units that play the scenario where the account cannot be chosen: 8800000 and its digits. */
export const amountOf = ({ digits }: Scenario): number => firstAmount + Number(digits);

/** The scenario of an account's number or address, else of the amount; undefined: the payout succeeds. */
export function scenarioBy(account: string, amount: number): Scenario | undefined {
  const [local] = account.split('@');
  const isAddress = account.includes('@');
  return (
    scenarios.find(({ name, digits }) => (isAddress ? local === name : account.endsWith(digits))) ??
    scenarios.find((one) => amountOf(one) === amount)
  );
}
