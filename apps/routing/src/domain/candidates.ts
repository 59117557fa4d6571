import type { ConnectorAccountSettings, StraightThrough } from '@payorch/contracts';

/** The accounts that take payments; they come in order of creation, which is the default order of fallbacks. */
export const defaultOrder = (accounts: readonly ConnectorAccountSettings[]): readonly ConnectorAccountSettings[] =>
  accounts.filter(({ connectorType, deleted }) => connectorType === 'payment_processor' && !deleted);

interface Asked {
  readonly connector: string;
  readonly merchantConnectorId: string | null;
}

const askedOf = (asked: StraightThrough): readonly Asked[] =>
  asked.kind === 'accounts'
    ? asked.accounts
    : asked.connectors.map((connector) => ({ connector, merchantConnectorId: null }));

export const connectorsAsked = (asked: StraightThrough): readonly string[] =>
  askedOf(asked).map(({ connector }) => connector);

/** The accounts that the request names, in its order; a name without an account id stands for all of that connector's. */
export function askedOrder(
  asked: StraightThrough,
  inDefaultOrder: readonly ConnectorAccountSettings[],
): readonly ConnectorAccountSettings[] {
  const named = askedOf(asked).flatMap(({ connector, merchantConnectorId }) =>
    inDefaultOrder.filter(
      (account) =>
        account.connector === connector &&
        (merchantConnectorId === null || account.merchantConnectorId === merchantConnectorId),
    ),
  );
  return [...new Set(named)];
}
