/** Payment methods that are listed by card network or by bank, not by the experience of the customer. */
const withoutExperience: ReadonlySet<string> = new Set([
  'card',
  'network_token',
  'bank_redirect',
  'bank_debit',
  'bank_transfer',
]);

/** The types that do not send the customer to a page, by the interface's own rules. */
const experiences: Readonly<Record<string, string>> = {
  google_pay: 'invoke_sdk_client',
  apple_pay: 'invoke_sdk_client',
  samsung_pay: 'invoke_sdk_client',
  paze: 'invoke_sdk_client',
  amazon_pay: 'invoke_sdk_client',
  direct_carrier_billing: 'collect_otp',
  cashapp: 'display_qr_code',
  swish: 'display_qr_code',
};

/** How the customer pays, where the merchant's account does not say; null: the type is listed in another way. */
export function defaultExperience(paymentMethod: string, paymentMethodType: string): string | null {
  if (withoutExperience.has(paymentMethod)) return null;
  return Object.hasOwn(experiences, paymentMethodType) ? experiences[paymentMethodType]! : 'redirect_to_url';
}
