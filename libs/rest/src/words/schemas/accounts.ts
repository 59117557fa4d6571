import type { SchemaWords } from './schema-words';

/** Merchant accounts, profiles, API keys and organizations. */
export const accountsSchemas: SchemaWords = {
  AcquirerBucketConfigResponse:
    "The acquirer of one card network for a profile: its ids, its country and the merchant's fraud rate there.",
  AdditionalMerchantData: 'Data about the merchant that an open banking connector needs: who receives the money.',
  ApiKeyExpiration: 'When an API key expires: a time, or `never`.',
  AuthenticationConnectorDetails:
    'The connectors that authenticate the customers of a profile, and the addresses of the shop that are passed to them.',
  BusinessCollectLinkConfig:
    "How a merchant's pages for saving payment methods look, and which payment methods they offer.",
  BusinessGenericLinkConfig:
    "How a merchant's hosted pages look, on which domain they are, and where they may be embedded.",
  BusinessPaymentLinkConfig:
    'How the payment pages of a profile look, on which domain they are, and where they may be embedded.',
  BusinessPayoutLinkConfig: "How a merchant's payout pages look, with the layout of their form.",
  CardTestingGuardConfig:
    'When a profile stops card testing: how many failed payments of one card, guest or customer block it, and for how many seconds.',
  CardTestingGuardStatus: 'Whether a rule of the guard against card testing is on.',
  CreateApiKeyRequest: 'A new API key: its name, and when it expires.',
  CreateApiKeyResponse: 'The new API key. This answer is the only one that has the key itself.',
  ExternalVaultConnectorDetails: 'The external vault of a profile: its connector account and the fields that it keeps.',
  ExternalVaultEnabled: 'Whether payment methods of a profile are kept in an external vault.',
  GenericLinkUiConfig: 'The look of a hosted page: the logo, the name of the merchant and the colour.',
  InternalNetworkTokenizationCredentials:
    "The merchant's access to the service for network tokens: its key, and the pair of keys that encrypts requests.",
  MerchantAccountCreate: 'A new merchant account with its first settings. A default profile is made with it.',
  MerchantAccountData: 'A bank account that receives money by open banking. The only key names the scheme.',
  MerchantAccountDeleteResponse: 'Says that the merchant account is deleted. Its keys stop working at once.',
  MerchantAccountResponse: 'A merchant account with its settings. Secrets are not returned.',
  MerchantAccountType:
    'The place of a merchant in an organization: on its own (`standard`), the `platform` itself, or `connected` to one.',
  MerchantAccountUpdate: 'A change of a merchant account. Fields that are left out stay as they are.',
  MerchantCategoryCode: 'The four digits of ISO 18245 that say in which trade the merchant is.',
  MerchantCountryCode: 'The three digits of ISO 3166 that say in which country the merchant is.',
  MerchantDetails: 'Whom to contact at the merchant, and where it is.',
  MerchantProductType: 'The product that a merchant account uses. Payments need `orchestration`.',
  MerchantRecipientData:
    'Who receives the money of an open banking payment: an id at the connector, a wallet, or a bank account.',
  NetworkTokeizationProviderCredentials:
    "The merchant's access to a service for network tokens. The published spelling is kept.",
  OrganizationCreateRequest: 'A new organization, which groups merchant accounts.',
  OrganizationResponse: 'An organization with its settings.',
  OrganizationType:
    'Whether an organization only groups merchants (`standard`) or has a merchant that acts for the others (`platform`).',
  OrganizationUpdateRequest: 'A change of an organization. Fields that are left out stay as they are.',
  PaymentMethodBlockingConfig: 'The payment methods that a profile refuses: kinds of cards, also behind wallets.',
  PayoutStatus: 'The status of a payout, as settings of webhooks name it.',
  PrimaryBusinessDetails: 'A country and a line of business of the merchant. Together they once named a profile.',
  ProfileAcquirerConfigsResponse: 'The acquirers of a profile by card network, and the one for all others.',
  ProfileAcquirerCreate: "An acquirer of a profile: its ids, its country, and the merchant's fraud rate there.",
  ProfileAcquirerResponse: 'An acquirer as it is stored for a profile, with the id by which it is changed.',
  ProfileAcquirerUpdate: "A change of a profile's acquirer. Fields that are left out stay as they are.",
  ProfileCreate:
    'The settings of a profile: return address, webhooks, links, authentication and retries. Every payment belongs to a profile. An update leaves absent fields as they are.',
  ProfileResponse: 'A profile with its settings. Secrets are not returned.',
  ReconStatus: 'Whether reconciliation is requested or active for a merchant account.',
  RetrieveApiKeyResponse: 'An API key without its secret: only a prefix, by which it is recognized.',
  RevokeApiKeyResponse: 'Says that the API key is revoked. It stops working at once.',
  SurchargeConnectorDetails: 'The connector account that decides surcharges for a profile.',
  ToggleAllKVResponse: 'How many merchant accounts were changed, and to which state.',
  ToggleKVRequest: 'The new state of the key-value store for merchant accounts.',
  ToggleKVResponse: 'The state of the key-value store for a merchant account.',
  ToggleRequest: 'Whether the setting is on.',
  WebhookTestResponse: 'What the endpoint of a profile did with a test event.',
  UIWidgetFormLayout: 'Whether the form of a payout page shows payment methods as tabs or step by step.',
  UpdateApiKeyRequest: "A change of an API key's name, description or expiry.",
  VaultSdk: 'The SDK with which a page sends fields to the external vault.',
  VaultTokenField: 'A field that the external vault keeps.',
  VaultTokenType: 'The name of a field that the external vault keeps.',
  WebhookDetails: 'Where webhooks are sent, and which ones. The status lists name statuses of which a webhook is sent.',
};
