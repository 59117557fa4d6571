import type { AccountRef, ConnectorAccountSettings, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';

/** A gateway of the interface is a connector account. */
export const gatewayOf = ({ connector, merchantConnectorId }: AccountRef): string =>
  `${connector}:${merchantConnectorId}`;

/** The names under which a request may name an account; several accounts can have the same connector. */
export const namesOf = (account: AccountRef): readonly string[] => [
  account.connector,
  account.merchantConnectorId,
  gatewayOf(account),
];

const aGateway = 'an account of the profile, `connector:merchant_connector_id`';

/** The one account for payments that a gateway names, also a disabled one. */
export function accountNamed(gateway: string, accounts: readonly ConnectorAccountSettings[]): AccountRef | Refusal {
  const named = accounts.filter(
    (account) => account.connectorType === 'payment_processor' && namesOf(account).includes(gateway),
  );
  const [account] = named;
  if (account && named.length === 1) return account;
  const allowed = named.length === 0 ? aGateway : `one of ${named.map(gatewayOf).join(', ')}`;
  return refuse('value_not_allowed', { field: 'gateway', allowed });
}
