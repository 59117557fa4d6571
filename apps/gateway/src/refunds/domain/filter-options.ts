import { Currency, RefundStatus } from '@payorch/rest';
import type { ConnectorAccount } from '../../accounts';

type Account = Pick<ConnectorAccount, 'connectorName' | 'merchantConnectorId' | 'connectorLabel'>;

/** Every filter value for a merchant's refunds, whether such a refund exists or not. */
export function filterOptions(accounts: readonly Account[]): object {
  const connector: Record<string, { merchant_connector_id: string; connector_label: string }[]> = {};
  for (const { connectorName, merchantConnectorId, connectorLabel } of accounts) {
    const known = connector[connectorName] ?? [];
    connector[connectorName] = [
      ...known,
      { merchant_connector_id: merchantConnectorId, connector_label: connectorLabel },
    ];
  }
  return { connector, currency: Currency, refund_status: RefundStatus };
}
