import type { EnabledType, PaymentForSession, PaymentMethodsEnabled } from '@payorch/contracts';
import { enables } from '@payorch/contracts';
import { isZero } from '@payorch/kernel';
import type { ConnectorAccount } from '../../accounts';
import { type Wallet, wallets } from './wallet-tokens';

type WalletCandidate = Pick<ConnectorAccount, 'connectorType' | 'disabled' | 'profileId' | 'details'>;

/** Only the wallet's own SDK needs a session; another payment experience (a page of its own) needs none. */
const isForSdk = (type: EnabledType): boolean =>
  (type.payment_experience ?? 'invoke_sdk_client') === 'invoke_sdk_client';

const forSdk = (enabled: PaymentMethodsEnabled | null): PaymentMethodsEnabled | null =>
  enabled &&
  enabled.map((method) => ({
    ...method,
    payment_method_types: method.payment_method_types?.filter(isForSdk) ?? null,
  }));

const takesPayments = ({ connectorType, disabled }: WalletCandidate): boolean =>
  connectorType === 'payment_processor' && !disabled;

/**
 * The wallets that the customer may pay with, and the connector accounts that enable them: accounts of the payment's
 * profile, in routing's default order. `requested` filters the wallets; empty means all.
 */
export function enabledWallets<Account extends WalletCandidate>(
  accounts: readonly Account[],
  { profileId, money, country }: PaymentForSession,
  requested: readonly string[],
): readonly (readonly [Wallet, Account])[] {
  const named = wallets.filter((wallet) => requested.length === 0 || requested.includes(wallet));
  const common = { money, country, paymentMethod: 'wallet', cardNetwork: null } as const;
  const mandate = isZero(money) ? 'set_up' : 'not_needed';
  return accounts
    .filter((account) => account.profileId === profileId && takesPayments(account))
    .flatMap((account) => {
      const enabled = forSdk(account.details.payment_methods_enabled ?? null);
      return named
        .filter((wallet) => enables(enabled, { ...common, paymentMethodType: wallet, mandate }))
        .map((wallet) => [wallet, account] as const);
    });
}
