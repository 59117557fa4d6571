import { cardFields, eventually, paymentBody, type Answer, type TestMerchant } from '@payorch/harness';
import { seen } from './witness';

/** All test processors: an account at each, so that one account's breaker never sees many faults. */
export const connectors = [
  'phonypay',
  'fauxpay',
  'pretendpay',
  'stripe_test',
  'adyen_test',
  'checkout_test',
  'paypal_test',
];

/** A payment at one connector and no other: there is no account to fall back to. */
export const bodyAt = (connector: string, card: string, more: object = {}) =>
  paymentBody({ routing: { type: 'single', data: connector }, ...cardFields(card), ...more });

/** One payment from the fault to its end. */
export interface Story {
  readonly paymentId: string;
  readonly answer: Answer;
  /** Every status that its merchant saw, in order and without repeats. */
  readonly statuses: readonly string[];
}

/** Calls, then looks again and again until the payment is no longer open. */
export async function follow(merchant: TestMerchant, paymentId: string, call: () => Promise<Answer>): Promise<Story> {
  const answer = await call();
  const statuses = [answer.body.status as string];
  const see = (status: string) => statuses.at(-1) !== status && statuses.push(status);
  await eventually(
    async () => {
      see((await seen(merchant, paymentId)).status);
      return statuses.at(-1) !== 'processing';
    },
    { withinMs: 40_000 },
  );
  return { paymentId, answer, statuses };
}

/** Side by side over the connectors; at one connector one after the other, since a fault meets whoever comes next. */
export async function overConnectors<Row extends readonly unknown[]>(
  rows: readonly Row[],
  story: (row: Row, connector: string) => Promise<Story>,
): Promise<Map<unknown, Story>> {
  const told = new Map<unknown, Story>();
  const lane = async (connector: string, own: readonly Row[]) => {
    for (const row of own) told.set(row[0], await story(row, connector));
  };
  await Promise.all(
    connectors.map((connector, at) =>
      lane(
        connector,
        rows.filter((_, index) => index % connectors.length === at),
      ),
    ),
  );
  return told;
}
