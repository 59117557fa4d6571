import type { MerchantId } from '@payorch/kernel';
import type { AccountSettings, GlobalSettings } from '@payorch/platform/kafka';

interface Settings extends Pick<AccountSettings, 'merchant'> {
  readonly global: Pick<GlobalSettings, 'config'>;
}

/** Whether the merchant's blocklist is judged: the merchant has switched the guard on, or the operator has for the merchant. */
export const isGuardedByBlocklist = (settings: Settings, merchantId: MerchantId): boolean =>
  settings.merchant(merchantId)?.blocklistGuard === true ||
  settings.global.config(`guard_blocklist_for_${merchantId}`)?.trim() === 'true';
