import { isConnectorName, registry } from '@payorch/connectors';
import type { AccountRef } from '@payorch/contracts';

/** Whether the connector of the account declares that it takes network tokens for this payment method. */
export const takesNetworkTokens = ({
  account: { connector },
  paymentMethod,
}: {
  readonly account: Pick<AccountRef, 'connector'>;
  readonly paymentMethod: string;
}): boolean =>
  isConnectorName(connector) &&
  registry[connector].capabilities.some(
    (capability) => capability.paymentMethod === paymentMethod && capability.networkTokens === true,
  );
