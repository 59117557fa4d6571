import { Currency, PayoutStatus } from '@payorch/rest';
import { payoutType } from '@payorch/contracts';
import { connectorOptions } from '../../lists';

type Account = Parameters<typeof connectorOptions>[0][number] & { readonly connectorType: string };

/** Every filter value for a merchant's payouts, whether such a payout exists or not. */
export const filterOptions = (accounts: readonly Account[]): object => ({
  connector: connectorOptions(accounts.filter(({ connectorType }) => connectorType === 'payout_processor')),
  currency: Currency,
  status: PayoutStatus,
  payout_method: payoutType.options,
});
