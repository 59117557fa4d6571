import type { Json, JsonObject } from '@payorch/values';

/** The text of the interface in place of erased personal data. */
export const redacted = 'Redacted';

/** Texts about a person. */
const texts: ReadonlySet<string> = new Set([
  ...['name', 'email', 'phone', 'phone_country_code', 'tax_registration_id', 'card_holder_name', 'nick_name'],
  'account_holder_name',
]);
/** Data about a person that no text can replace. */
const erased: ReadonlySet<string> = new Set([
  ...['address', 'browser_info', 'online', 'document_details', 'customer_document_details'],
  'whole_connector_response',
]);
/** Addresses of a person, which keep their form. */
const addresses: ReadonlySet<string> = new Set(['billing', 'shipping']);
/** The merchant's own data, as it was sent. */
const merchants: ReadonlySet<string> = new Set([
  ...['metadata', 'order_details', 'feature_metadata', 'connector_metadata', 'frm_metadata', 'billing_descriptor'],
]);

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object of the interface, at any depth, without the personal data of its customer. Ids, sums and states stay. */
export function withoutPersonalData(object: JsonObject): JsonObject {
  const view = Object.fromEntries(
    Object.entries(object).map(([key, value]): [string, Json] => [key, redactedValue(key, value)]),
  );
  // Only a customer has these keys; what a merchant writes about a payment is no data of the customer.
  const isCustomer = 'customer_id' in view && 'default_payment_method_id' in view;
  if (isCustomer) return { ...view, description: textOf(view['description'] ?? null), metadata: null };
  // What a payout is for says something of its recipient, as in its row.
  return 'payout_id' in view && 'description' in view ? { ...view, description: textOf(view['description']) } : view;
}

/** A country is one of a list, in which there is no redacted one. */
function withoutTexts(value: Json): Json {
  if (typeof value === 'string') return redacted;
  if (!isObject(value)) return null;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]): [string, Json] => [key, key === 'country' ? null : withoutTexts(one)]),
  );
}

const textOf = (value: Json): Json => (value === null ? null : redacted);

function redactedValue(key: string, value: Json): Json {
  if (merchants.has(key)) return value;
  if (addresses.has(key)) return withoutTexts(value);
  if (erased.has(key)) return null;
  if (texts.has(key) && typeof value === 'string') return redacted;
  if (key === 'payment_method_data' && isObject(value)) return withoutMethodData(value);
  if (key === 'payout_method_data' && isObject(value)) return withoutPayoutMethodData(value);
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? withoutPersonalData(item) : item));
  return isObject(value) ? withoutPersonalData(value) : value;
}

/** `payment_method_data` as the interface shows it. Of a card everything but its holder stays, of other methods nothing. */
export const withoutMethodData = (shown: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(shown).map(([key, value]): [string, Json] => {
      if (key === 'billing') return [key, withoutTexts(value)];
      if (!isObject(value)) return [key, value];
      return [key, key === 'card' ? withoutPersonalData(value) : {}];
    }),
  );

/** Of a destination: when it ends to be valid, and what kind it is. */
const ofDestination: ReadonlySet<string> = new Set(['card_exp_month', 'card_exp_year', 'last4', 'field_type']);
/** Values of lists, in which there is no redacted one. */
const listed: ReadonlySet<string> = new Set(['bank_name', 'bank_country_code', 'card_network']);

/** A masked number stays; a masked email shows whose it is. */
const isMask = (value: string): boolean => value.includes('*') && !value.includes('@');

function withoutRecipient(value: Json, key: string): Json {
  if (isObject(value)) return withoutRecipients(value);
  if (value === null || ofDestination.has(key)) return value;
  if (listed.has(key) || typeof value !== 'string') return null;
  return isMask(value) && !texts.has(key) ? value : redacted;
}

const withoutRecipients = (shown: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, withoutRecipient(value, key)]));

/**
 * `payout_method_data` as the interface shows it. Of a card everything but its holder stays, of a bank account and of a wallet the
 * masked numbers.
 */
export const withoutPayoutMethodData = (shown: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(shown).map(([key, value]): [string, Json] => {
      if (!isObject(value)) return [key, value];
      return [key, key === 'card' ? withoutPersonalData(value) : withoutRecipients(value)];
    }),
  );
