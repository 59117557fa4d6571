import { Currency, RefundStatus } from '@payorch/rest';
import { connectorOptions, withoutPayouts } from '../../lists';

/** Every filter value for a merchant's refunds, whether such a refund exists or not. */
export const filterOptions = (accounts: Parameters<typeof connectorOptions>[0]): object => ({
  connector: connectorOptions(withoutPayouts(accounts)),
  currency: Currency,
  refund_status: RefundStatus,
});
