import type { Json, JsonObject, TokenExpiry } from '@payorch/contracts';

const objectIn = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/**
 * The data of a decrypted wallet token, `{"wallet": {"google_pay": {…}}}`, with the token's present expiry, which may have
 * changed after the token was sealed. Other data is returned as it is.
 */
export function withTokenExpiry(data: JsonObject | null, expiry: TokenExpiry | undefined): JsonObject | null {
  if (data === null || expiry === undefined) return data;
  const { expiryMonth: token_exp_month, expiryYear: token_exp_year } = expiry;
  const tokens = Object.entries(objectIn(data['wallet'])).map(([wallet, token]) => [
    wallet,
    { ...objectIn(token), token_exp_month, token_exp_year },
  ]);
  return { ...data, wallet: Object.fromEntries(tokens) as JsonObject };
}
