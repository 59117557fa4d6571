import {
  applePaySessionData,
  type Json,
  type JsonObject,
  ownApplePay,
  pemOf,
  refuse,
  type Refusal,
} from '@payorch/contracts';
import { CountryAlpha2 } from '@payorch/rest';
import { z } from 'zod';
import { isPemPair } from './certificate-pair';

/** The merchant's wallet settings that every client may see, with the interface's field names. */
const merchantInfo = z.object({ merchant_id: z.string().nullish(), merchant_name: z.string() });

const cardParameters = z.object({
  allowed_auth_methods: z.array(z.string()),
  allowed_card_networks: z.array(z.string()),
  billing_address_required: z.boolean().nullish(),
  billing_address_parameters: z
    .object({ phone_number_required: z.boolean(), format: z.enum(['FULL', 'MIN']) })
    .nullish(),
  assurance_details_required: z.boolean().nullish(),
  allow_credit_cards: z.boolean().nullish(),
});

const tokenization = z.object({
  type: z.string(),
  parameters: z.object({
    gateway: z.string().nullish(),
    gateway_merchant_id: z.string().nullish(),
    'stripe:version': z.string().nullish(),
    'stripe:publishableKey': z.string().nullish(),
    protocol_version: z.string().nullish(),
    public_key: z.string().nullish(),
  }),
});

const googlePay = z.object({
  merchant_info: merchantInfo,
  allowed_payment_methods: z
    .array(z.object({ type: z.string(), parameters: cardParameters, tokenization_specification: tokenization }))
    .min(1),
});
export type GooglePayDetails = z.infer<typeof googlePay>;

/** The newer format has one payment method, and contains Google's public key beside the private key. */
const newerGooglePay = z
  .object({
    provider_details: z.object({ merchant_info: merchantInfo.extend({ tokenization_specification: tokenization }) }),
    cards: cardParameters,
  })
  .transform(({ provider_details: { merchant_info }, cards }): GooglePayDetails => {
    const { tokenization_specification, ...merchant } = merchant_info;
    return {
      merchant_info: merchant,
      allowed_payment_methods: [{ type: 'CARD', parameters: cards, tokenization_specification }],
    };
  });

const samsungPay = z
  .object({
    merchant_credentials: z.object({
      service_id: z.string(),
      merchant_display_name: z.string(),
      merchant_business_country: z.enum(CountryAlpha2),
      allowed_brands: z.array(z.string()),
    }),
  })
  .transform(({ merchant_credentials }) => merchant_credentials);
export type SamsungPayDetails = z.infer<typeof samsungPay>;

const paze = z.object({ client_id: z.string(), client_name: z.string(), client_profile_id: z.string() });
export type PazeDetails = z.infer<typeof paze>;

const applePaySettings = z
  .object({
    payment_request_data: z.object({
      label: z.string(),
      supported_networks: z.array(z.string()),
      merchant_capabilities: z.array(z.string()),
    }),
    session_token_data: z.object({
      merchant_identifier: z.string(),
      initiative: z.enum(['web', 'ios']),
      merchant_business_country: z.enum(CountryAlpha2).nullish(),
    }),
  })
  .transform(({ payment_request_data, session_token_data: { merchant_business_country, ...session } }) => ({
    ...payment_request_data,
    ...session,
    merchant_business_country: merchant_business_country ?? null,
  }));
/** Apple Pay with the merchant's own certificate, without the certificate and its key. */
export type ApplePayDetails = z.infer<typeof applePaySettings>;

/** The details by wallet; null: the merchant's details are unusable. */
export interface PublicWalletDetails {
  readonly google_pay?: GooglePayDetails | null;
  readonly samsung_pay?: SamsungPayDetails | null;
  readonly paze?: PazeDetails | null;
  readonly apple_pay?: ApplePayDetails | null;
}

/** The merchant at Apple that the settings name; undefined: there are none, or they are unusable. */
export const merchantAtApple = (details: PublicWalletDetails | null): string | undefined =>
  details?.apple_pay?.merchant_identifier;

function read<T>(schema: z.ZodType<T>, value: Json | undefined): T | null | undefined {
  if (value === undefined || value === null) return undefined;
  const { data } = schema.safeParse(value);
  return data ?? null;
}

/** The interface has the id in `paypal_sdk`, or in its `data`. */
const payPal = z.union([
  z.object({ client_id: z.string().min(1) }),
  z.object({ data: z.object({ client_id: z.string().min(1) }) }).transform(({ data }) => data),
]);
export type PayPalDetails = z.infer<typeof payPal>;

/** The public part of `connector_wallets_details`, which are stored sealed. */
export function publicWalletDetails(sent: JsonObject): PublicWalletDetails {
  const details: { readonly [K in keyof PublicWalletDetails]-?: PublicWalletDetails[K] | undefined } = {
    google_pay: read(newerGooglePay, sent['google_pay']),
    samsung_pay: read(samsungPay, sent['samsung_pay']),
    paze: read(paze, sent['paze']),
    apple_pay: read(applePaySettings, ownApplePay(sent)),
  };
  return Object.fromEntries(Object.entries(details).filter(([, of]) => of !== undefined));
}

/** The older place of Google Pay's settings: `metadata.google_pay`. undefined: the metadata has none. */
export const googlePayOfMetadata = (metadata: JsonObject | null | undefined): GooglePayDetails | null | undefined =>
  read(googlePay, metadata?.['google_pay']);

/** `metadata.paypal_sdk`: the public id of the shop at PayPal. undefined: the metadata has none. */
export const payPalOfMetadata = (metadata: JsonObject | null | undefined): PayPalDetails | null | undefined =>
  read(payPal, metadata?.['paypal_sdk']);

/**
 * Refuses settings of Apple Pay for browsers whose certificate cannot be used: Apple is shown it at every checkout. An iOS app
 * needs none.
 */
export function checkWalletDetails(sent: JsonObject | null): Refusal | undefined {
  const { initiative, certificate, certificate_keys: key } = applePaySessionData(sent ?? {});
  if (initiative !== 'web') return undefined;
  const isUsable =
    typeof certificate === 'string' && typeof key === 'string' && isPemPair(pemOf(certificate), pemOf(key));
  return isUsable
    ? undefined
    : refuse('invalid_value', { field: 'certificate/certificate key', path: 'connector_wallets_details' });
}
