import { catalogue, type ConnectorDefinition } from '@payorch/connectors/catalogue';
import { alignedTable, code } from './markdown';

/** What a destination of the test processors plays, as the sandbox lists it. */
export interface PayoutScenario {
  readonly name: string;
  readonly digits: string;
  readonly meaning: string;
}

type Payouts = NonNullable<ConnectorDefinition['payouts']>;

/** The payment method types of each payout type, with their currencies where not all are paid. */
const destinationsOf = (payouts: Payouts): string =>
  payouts
    .map(({ payoutType, methodTypes, currencies }) => {
      const limited = currencies === 'all' ? '' : ` in ${currencies.join(', ')}`;
      return `${payoutType}: ${methodTypes.map(code).join(', ')}${limited}`;
    })
    .join('; ');

/** Which connectors pay out to what. Connectors that pay alike share a row. */
export function payoutConnectorsTable(definitions: Readonly<Record<string, ConnectorDefinition>> = catalogue): string {
  const rows = new Map<string, string[]>();
  for (const [name, { payouts = [] }] of Object.entries(definitions)) {
    if (payouts.length === 0) continue;
    const words = destinationsOf(payouts);
    rows.set(words, [...(rows.get(words) ?? []), name]);
  }
  return alignedTable(
    ['connector', 'pays to'],
    [...rows].map(([words, names]) => [names.map(code).join(', '), words]),
  );
}

/** The destinations and amounts that play something at the test processors. */
export const payoutDestinationsTable = (
  scenarios: readonly PayoutScenario[],
  amountOf: (scenario: PayoutScenario) => number,
): string =>
  alignedTable(
    ['last digits', 'e-mail before @', 'amount', 'the payout is'],
    scenarios.map((one) => [code(one.digits), code(one.name), code(String(amountOf(one))), one.meaning]),
  );
