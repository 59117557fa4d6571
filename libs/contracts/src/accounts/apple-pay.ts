import { jsonObject } from '@payorch/values';
import type { Json, JsonObject } from '@payorch/values';

const objectOf = (value: Json | undefined): JsonObject => jsonObject.safeParse(value).data ?? {};
const isAbsent = (value: Json | undefined): value is null | undefined => value === undefined || value === null;

/**
 * The settings of Apple Pay with the merchant's own certificate, within `connector_wallets_details`. The newer place names
 * the owner of the certificate, and takes precedence. Empty: the settings are others. undefined: there are none.
 */
export function ownApplePay({ apple_pay_combined: combined, apple_pay: older }: JsonObject): JsonObject | undefined {
  if (!isAbsent(combined)) return objectOf(objectOf(combined)['manual']);
  return isAbsent(older) ? undefined : objectOf(older);
}

/** What Apple's validation of a shop needs: the certificate and its key, and the names that Apple knows the shop by. */
export const applePaySessionData = (walletDetails: JsonObject): JsonObject =>
  objectOf(ownApplePay(walletDetails)?.['session_token_data']);

/** PEM that was sent as it is, or in base64 as the interface has it. */
export const pemOf = (text: string): string =>
  text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('utf8');
