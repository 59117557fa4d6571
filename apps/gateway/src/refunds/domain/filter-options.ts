import { Currency, RefundStatus } from '@payorch/rest';
import { accountOption, type ConnectorAccount } from '../../accounts';

type Account = Pick<ConnectorAccount, 'connectorName' | 'connectorType' | 'merchantConnectorId' | 'connectorLabel'>;

/** Every filter value for a merchant's refunds, whether such a refund exists or not. */
export function filterOptions(accounts: readonly Account[]): object {
  const connector: Record<string, object[]> = {};
  for (const account of accounts) {
    const known = connector[account.connectorName] ?? [];
    connector[account.connectorName] = [...known, accountOption(account)];
  }
  return { connector, currency: Currency, refund_status: RefundStatus };
}
