import type { MerchantId } from '@payorch/kernel';
import type { AccountSettings, GlobalSettings } from '@payorch/platform/kafka';

interface Settings extends Pick<AccountSettings, 'merchant'> {
  readonly global: Pick<GlobalSettings, 'config'>;
}

/** Whether customers are authenticated by 3-D Secure: yes, unless the operator's config of the organization, else of the merchant, says no. */
export function authenticatesCustomers(settings: Settings, merchantId: MerchantId): boolean {
  const of = (id: string) => settings.global.config(`authentication_service_eligible_${id}`);
  const organizationId = settings.merchant(merchantId)?.organizationId;
  const value = (organizationId === undefined ? undefined : of(organizationId)) ?? of(merchantId);
  return value?.trim() !== 'false';
}
