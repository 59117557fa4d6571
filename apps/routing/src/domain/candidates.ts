import type { ConnectorAccountSettings, StraightThrough } from '@payorch/contracts';

/** The accounts that take payments, in order of creation: the default order of fallbacks. */
export const defaultOrder = (accounts: readonly ConnectorAccountSettings[]): readonly ConnectorAccountSettings[] =>
  accounts.filter(({ connectorType, deleted }) => connectorType === 'payment_processor' && !deleted);

interface RequestedAccount {
  readonly connector: string;
  readonly merchantConnectorId: string | null;
}

const requestedAccounts = (requested: StraightThrough): readonly RequestedAccount[] =>
  requested.kind === 'accounts'
    ? requested.accounts
    : requested.connectors.map((connector) => ({ connector, merchantConnectorId: null }));

export const requestedConnectors = (requested: StraightThrough): readonly string[] =>
  requestedAccounts(requested).map(({ connector }) => connector);

/** The requested accounts in the order of the request; a connector without an account id stands for all its accounts. */
export function requestedOrder(
  requested: StraightThrough,
  inDefaultOrder: readonly ConnectorAccountSettings[],
): readonly ConnectorAccountSettings[] {
  const named = requestedAccounts(requested).flatMap(({ connector, merchantConnectorId }) =>
    inDefaultOrder.filter(
      (account) =>
        account.connector === connector &&
        (merchantConnectorId === null || account.merchantConnectorId === merchantConnectorId),
    ),
  );
  return [...new Set(named)];
}
