import { catalogue, connectorNames } from '@payorch/connectors/catalogue';
import { cardFields, eventually, paymentBody, type Answer, type TestMerchant } from '@payorch/harness';
import { retrievePayment } from './ledger-check';

/** All test processors: an account at each, so that no account has enough faults to open its circuit breaker. */
export const connectors: readonly string[] = connectorNames.filter((name) => catalogue[name].test);

/** A payment at one connector, without an account to fall back to. */
export const bodyAt = (connector: string, card: string, more: object = {}) =>
  paymentBody({ routing: { type: 'single', data: connector }, ...cardFields(card), ...more });

/** One payment from the fault to its final status. */
export interface PaymentHistory {
  readonly paymentId: string;
  readonly answer: Answer;
  /** Every status that the merchant saw, in order and without repeats. */
  readonly statuses: readonly string[];
}

/** Sends the request, then retrieves the payment until it is no longer processing. */
export async function followPayment(
  merchant: TestMerchant,
  paymentId: string,
  call: () => Promise<Answer>,
): Promise<PaymentHistory> {
  const answer = await call();
  const statuses = [answer.body.status as string];
  const record = (status: string) => statuses.at(-1) !== status && statuses.push(status);
  await eventually(
    async () => {
      record((await retrievePayment(merchant, paymentId)).status);
      return statuses.at(-1) !== 'processing';
    },
    { withinMs: 40_000 },
  );
  return { paymentId, answer, statuses };
}

/** Runs the scenarios in parallel over the connectors; one at a time per connector, because a fault applies to the next call. */
export async function overConnectors<Row extends readonly unknown[]>(
  rows: readonly Row[],
  scenario: (row: Row, connector: string) => Promise<PaymentHistory>,
): Promise<Map<unknown, PaymentHistory>> {
  const histories = new Map<unknown, PaymentHistory>();
  const lane = async (connector: string, own: readonly Row[]) => {
    for (const row of own) histories.set(row[0], await scenario(row, connector));
  };
  await Promise.all(
    connectors.map((connector, at) =>
      lane(
        connector,
        rows.filter((_, index) => index % connectors.length === at),
      ),
    ),
  );
  return histories;
}
