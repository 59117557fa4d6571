import type { CreatedCollectLink, JsonObject } from '@payorch/contracts';

/** The link in the form of the interface. */
export const collectLinkView = ({ customerId, link }: CreatedCollectLink, address: string): JsonObject => ({
  pm_collect_link_id: link.collectLinkId,
  customer_id: customerId,
  expiry: link.expiresAt,
  link: address,
  return_url: link.returnUrl,
  logo: link.logo,
  merchant_name: link.merchantName,
  theme: link.theme,
  enabled_payment_methods: link.enabledMethods.map(({ paymentMethod, paymentMethodTypes }) => ({
    payment_method: paymentMethod,
    payment_method_types: paymentMethodTypes,
  })),
});
