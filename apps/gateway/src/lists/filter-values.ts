import { type Refusal, refuse } from '@payorch/contracts';
import type { TimeRange } from '@payorch/rest';
import { accountOption, type ConnectorAccount } from '../accounts';

type Account = Parameters<typeof accountOption>[0] & Pick<ConnectorAccount, 'connectorName'>;

/** The accounts without those for payouts, which no payment and no refund has. */
export const withoutPayouts = <Of extends Pick<ConnectorAccount, 'connectorType'>>(
  accounts: readonly Of[],
): readonly Of[] => accounts.filter(({ connectorType }) => connectorType !== 'payout_processor');

/** The connector accounts that a filter may name, by connector. */
export function connectorOptions(accounts: readonly Account[]): Readonly<Record<string, readonly object[]>> {
  const options: Record<string, object[]> = {};
  for (const account of accounts) (options[account.connectorName] ??= []).push(accountOption(account));
  return options;
}

/** An empty list does not filter. */
export const requestedValues = (values: readonly string[] | null | undefined): string[] | null =>
  values && values.length > 0 ? [...values] : null;

/** Start and end are both included. */
export const createdWithin = ({ start_time, end_time }: { [Name in keyof TimeRange]?: string | null }) => ({
  createdFrom: start_time ?? null,
  createdTo: end_time ?? null,
});

/** The refusal of a page that is empty or too long. */
export const checkLimit = (limit: number, most: number): Refusal | undefined =>
  limit >= 1 && limit <= most
    ? undefined
    : refuse('invalid_request', { message: `limit should be in between 1 and ${most}`, path: 'limit' });
