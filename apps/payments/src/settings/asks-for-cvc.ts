import type { MerchantId } from '@payorch/kernel';
import type { AccountSettings } from '@payorch/platform/kafka';

/** Whether customers enter the CVC of a saved card again, unless the operator turned that off for the merchant. */
export const asksForCvc = (global: Pick<AccountSettings['global'], 'config'>, merchantId: MerchantId): boolean =>
  global.config(`${merchantId}_requires_cvv`) !== 'false';
