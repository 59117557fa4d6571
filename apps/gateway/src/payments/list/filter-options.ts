import { AuthenticationType, CardDiscovery, CardNetwork, Currency, IntentStatus } from '@payorch/rest';
import type { ConnectorAccount } from '../../accounts';
import { connectorOptions, withoutPayouts } from '../../lists';

type Account = Pick<
  ConnectorAccount,
  'connectorName' | 'connectorType' | 'merchantConnectorId' | 'connectorLabel' | 'details'
>;

/** Values by key, without duplicates, in the order of their first occurrence. */
function grouped<T>(pairs: readonly (readonly [string, T])[]): Record<string, T[]> {
  const groups: Record<string, T[]> = {};
  for (const [key, value] of pairs) {
    const group = (groups[key] ??= []);
    if (!group.includes(value)) group.push(value);
  }
  return groups;
}

/** Every filter value that these accounts allow, whether such a payment exists or not. */
export function filterOptions(all: readonly Account[]): object {
  const accounts = withoutPayouts(all);
  const enabled = accounts.flatMap(({ details }) => details.payment_methods_enabled ?? []);
  return {
    connector: connectorOptions(accounts),
    currency: Currency,
    status: IntentStatus,
    payment_method: grouped(
      enabled.flatMap(({ payment_method, payment_method_types }) =>
        (payment_method_types ?? []).map((type) => [payment_method, type.payment_method_type] as const),
      ),
    ),
    authentication_type: AuthenticationType,
    card_network: CardNetwork,
    card_discovery: CardDiscovery,
  };
}
