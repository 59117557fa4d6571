import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { jsonObject, merchantConnectorId, merchantId, organizationId, profileId, timestamp } from '@payorch/values';
import { merchantRulesSettings, routingSettings } from '../routing/settings';
import { topics } from '../messages/topics';

/**
 * Each change of a merchant's settings raises the merchant's account version by one. A command that depends on the
 * change carries the number.
 */
const versioned = { merchantId, accountVersion: z.int().min(1), updatedAt: timestamp };
const state = { topic: topics.accountsConfig.name, version: 1, kind: 'state' } as const;

/** The settings of a merchant account. Every service stores a copy. */
export const merchantSettings = defineMessage({
  ...state,
  type: 'merchant.settings',
  key: (m) => `merchant/${m.merchantId}`,
  data: z.object({
    ...versioned,
    organizationId,
    merchantName: z.string().nullable(),
    /** Names the merchant to client SDKs; not a secret. */
    publishableKey: z.string().optional(),
    defaultProfileId: profileId.nullable(),
    /** Whether the merchant's blocklist applies. Absent in settings published before the field existed: it does not. */
    blocklistGuard: z.boolean().optional(),
    /** The platform whose customers the account shares; it never changes. Absent: the account has customers of its own. */
    customersOf: merchantId.optional(),
    deleted: z.boolean(),
  }),
});

/**
 * The data keys of a merchant, wrapped by a master key. Version 0 makes lookup hashes; the highest version seals, and
 * every version opens. They outlive the merchant account: its payments are still read.
 */
export const dataKeySettings = defineMessage({
  ...state,
  type: 'data_keys.settings',
  key: (m) => `data_keys/${m.merchantId}`,
  data: z.object({
    ...versioned,
    keys: z.array(z.object({ version: z.int().min(0), wrapped: z.string() })).min(1),
  }),
});

/**
 * Payment methods that a profile blocks. An empty list blocks nothing. `blocksUnknown`: also cards whose facts are not
 * known. Words are as the merchant sent them; `issuerIds` are ids of card issuers.
 */
export const paymentMethodBlocking = z.object({
  card: z
    .object({
      issuingCountries: z.array(z.string()),
      types: z.array(z.string()),
      subtypes: z.array(z.string()),
      issuerIds: z.array(z.string()),
      blocksUnknown: z.boolean(),
    })
    .nullable(),
  wallet: z.object({ types: z.array(z.string()) }).nullable(),
});
export type PaymentMethodBlocking = z.infer<typeof paymentMethodBlocking>;

export const webhookEndpoint = z.object({
  url: z.string(),
  /** Webhooks are sent for these statuses only; null or empty: for every status that has an event. */
  paymentStatuses: z.array(z.string()).nullable(),
  refundStatuses: z.array(z.string()).nullable(),
  payoutStatuses: z.array(z.string()).nullable(),
});

/** A webhook endpoint of a profile besides the address of its `webhook`. */
const furtherEndpoint = z.object({
  endpointId: z.string(),
  url: z.string(),
  /** Event types that are sent to it; null: all. */
  eventTypes: z.array(z.string()).nullable(),
});

/**
 * The secrets of webhook endpoints by endpoint id, as JSON within their seal. The entry with the profile's id belongs to its own
 * address, whose key is the response hash key. The previous key signs beside the key until its time.
 */
export const webhookSecrets = z.record(
  z.string(),
  z.object({
    key: z.string().nullable(),
    previous: z.object({ key: z.string(), until: timestamp }).nullable(),
  }),
);
export type WebhookSecrets = z.infer<typeof webhookSecrets>;

/** The settings of a business profile. */
export const profileSettings = defineMessage({
  ...state,
  type: 'profile.settings',
  key: (m) => `profile/${m.merchantId}/${m.profileId}`,
  data: z.object({
    ...versioned,
    profileId,
    profileName: z.string(),
    returnUrl: z.string().nullable(),
    webhook: webhookEndpoint.nullable(),
    /** Signs return URLs and outgoing webhooks; sealed with the settings key, bound to the profile. */
    sealedResponseHashKey: z.string().nullable(),
    /** Headers sent with every outgoing webhook; sealed like the key above. */
    sealedWebhookHeaders: z.string().nullable(),
    /** Absent in settings published before the field existed: none. */
    webhookEndpoints: z.array(furtherEndpoint).optional(),
    /** `webhookSecrets`, sealed like the hash key. Absent in settings published before the field existed. */
    sealedWebhookSecrets: z.string().nullable().optional(),
    sessionExpirySeconds: z.int(),
    /** The lifetime of payment tokens. Absent in settings published before the field existed: 900. */
    intentFulfillmentSeconds: z.int().optional(),
    autoRetries: z.boolean(),
    maxAutoRetries: z.int(),
    manualRetry: z.boolean(),
    useBillingAsPaymentMethodBilling: z.boolean(),
    iframeRedirection: z.boolean(),
    force3dsChallenge: z.boolean(),
    /** Requests an overcapture for payments that say nothing about it. Absent in settings of before the field. */
    alwaysEnableOvercapture: z.boolean().optional(),
    /** A saved card with a network transaction id may be charged at any account. Absent in settings of before the field. */
    connectorAgnosticMit: z.boolean().optional(),
    /** Processors get the network tokens of saved cards. Absent in settings of before the field: they do not. */
    networkTokens: z.boolean().optional(),
    /** A declined network token may be followed by the card's number. Absent in settings of before the field: it is not. */
    clearPanRetries: z.boolean().optional(),
    /** Processors get level 2 and 3 data. Absent in settings published before the field existed: they do not. */
    levelThreeData: z.boolean().optional(),
    /**
     * The tax connector that calculates the tax; null: the merchant names the tax. Absent in settings published before
     * the field existed.
     */
    externalTax: z.object({ connectorId: z.string().nullable() }).nullable().optional(),
    /**
     * The connectors that authenticate customers outside the processor, best first, and the merchant's site; null: none. Absent
     * in settings published before the field existed.
     */
    authentication: z
      .object({
        connectors: z.array(z.string()),
        requestorUrl: z.string(),
        requestorAppUrl: z.string().nullable(),
      })
      .nullable()
      .optional(),
    /** The contracts of the default acquirer, by card network, as rules compare them. Absent in settings of before the field: none. */
    acquirers: z
      .array(z.object({ network: z.string(), countryCode: z.string().nullable(), fraudRate: z.number().nullable() }))
      .optional(),
    /** Hours after which an open dispute that has not changed is read at its processor. Absent or null: it is not. */
    disputePollingHours: z.int().nullable().optional(),
    /** Absent in settings published before the field existed. */
    paymentMethodBlocking: paymentMethodBlocking.nullable().optional(),
    deleted: z.boolean(),
  }),
});

/** `payment_methods_enabled` as the merchant configured it, under the names of the interface. */
export const paymentMethodsEnabled = z.array(
  z.object({
    payment_method: z.string(),
    payment_method_types: z
      .array(
        z.object({
          payment_method_type: z.string(),
          payment_experience: z.string().nullable().optional(),
          card_networks: z.array(z.string()).nullable().optional(),
          accepted_currencies: jsonObject.nullable().optional(),
          accepted_countries: jsonObject.nullable().optional(),
          minimum_amount: z.int().nullable().optional(),
          maximum_amount: z.int().nullable().optional(),
          recurring_enabled: z.boolean().nullable().optional(),
          installment_payment_enabled: z.boolean().nullable().optional(),
        }),
      )
      .nullable()
      .optional(),
  }),
);
export type PaymentMethodsEnabled = z.infer<typeof paymentMethodsEnabled>;

/** The settings of a connector account: a merchant's account at a processor. */
export const connectorAccountSettings = defineMessage({
  ...state,
  type: 'connector_account.settings',
  key: (m) => `connector_account/${m.merchantId}/${m.merchantConnectorId}`,
  data: z.object({
    ...versioned,
    profileId,
    merchantConnectorId,
    connector: z.string(),
    connectorType: z.string(),
    connectorLabel: z.string(),
    disabled: z.boolean(),
    /** null: every payment method that the connector supports. */
    paymentMethodsEnabled: paymentMethodsEnabled.nullable(),
    /** `connector_account_details` as JSON, sealed as a compact JWE to the workers' key. */
    sealedCredentials: z.string(),
    /**
     * `connector_webhook_details` as JSON, sealed the same way; null: no secret, so no webhook of this account
     * verifies.
     */
    sealedWebhookSecrets: z.string().nullable(),
    metadata: jsonObject.nullable(),
    /** Creation order within the profile: the default fallback order. */
    createdAt: timestamp,
    deleted: z.boolean(),
  }),
});

/**
 * Credentials that a payment request sent for a connector account (`merchant_connector_details`). Later calls about the
 * payment use them. They stay until the account is deleted.
 */
export const inlineCredentialsSettings = defineMessage({
  ...state,
  type: 'inline_credentials.settings',
  key: (m) => `inline_credentials/${m.merchantId}/${m.merchantConnectorId}`,
  data: z.object({
    ...versioned,
    /** The id of the account with these credentials. */
    merchantConnectorId,
    connector: z.string(),
    /** `connector_account_details` as JSON, sealed like those of an account; bound to the id above. */
    sealedCredentials: z.string(),
    /** null: the account's own. */
    metadata: jsonObject.nullable(),
    deleted: z.boolean(),
  }),
});

/** A setting of the whole installation. All global settings take their versions from one sequence. */
const global = { version: z.int().min(1), updatedAt: timestamp, deleted: z.boolean() };

/**
 * The meaning of a processor's error for all merchants. Flows: `Payment` with a sub-flow by step, `refund_flow`,
 * `payout_flow`.
 */
export const gsmRuleSettings = defineMessage({
  ...state,
  type: 'gsm_rule.settings',
  key: (m) => ['gsm_rule', m.connector, m.flow, m.subFlow, m.code, m.message].map(encodeURIComponent).join('/'),
  data: z.object({
    ...global,
    connector: z.string(),
    flow: z.string(),
    subFlow: z.string(),
    code: z.string(),
    message: z.string(),
    status: z.string(),
    routerError: z.string().nullable(),
    decision: z.enum(['retry', 'do_default']),
    stepUpPossible: z.boolean(),
    clearPanPossible: z.boolean(),
    alternateNetworkPossible: z.boolean(),
    unifiedCode: z.string().nullable(),
    unifiedMessage: z.string().nullable(),
    errorCategory: z.string().nullable(),
    standardisedCode: z.string().nullable(),
    description: z.string().nullable(),
    userGuidanceMessage: z.string().nullable(),
  }),
});

/** A text that operators store under a key, for example `max_auto_retries_enabled_<merchant id>`. */
export const configSettings = defineMessage({
  ...state,
  type: 'config.settings',
  key: (m) => `config/${encodeURIComponent(m.key)}`,
  data: z.object({
    ...global,
    key: z.string(),
    value: z.string(),
    /** The value that this one replaced; null: there was none. Absent in settings of before the field. */
    before: z.string().nullable().optional(),
  }),
});

export type DataKeySettings = z.infer<typeof dataKeySettings.schema>;
export type MerchantSettings = z.infer<typeof merchantSettings.schema>;
export type ProfileSettings = z.infer<typeof profileSettings.schema>;
/** Whether the profile has an endpoint for webhooks. */
export const hasWebhookEndpoint = (
  profile: Pick<ProfileSettings, 'webhook' | 'webhookEndpoints'> | undefined,
): boolean => profile !== undefined && (profile.webhook !== null || (profile.webhookEndpoints ?? []).length > 0);
export type ConnectorAccountSettings = z.infer<typeof connectorAccountSettings.schema>;
export type InlineCredentialsSettings = z.infer<typeof inlineCredentialsSettings.schema>;
export type GsmRuleSettings = z.infer<typeof gsmRuleSettings.schema>;
export type ConfigSettings = z.infer<typeof configSettings.schema>;

/** All messages of `accounts.config`. */
export const accountMessages = [
  merchantSettings,
  dataKeySettings,
  profileSettings,
  connectorAccountSettings,
  inlineCredentialsSettings,
  gsmRuleSettings,
  configSettings,
  routingSettings,
  merchantRulesSettings,
];
