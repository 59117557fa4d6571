export { AccountsModule } from './accounts.module';
export { ChangeSettings } from './change-settings';
export { ConnectorAccounts } from './connector-accounts';
export { readPublicKey } from './domain/card-info-key';
export { ConnectorSecretsSealer, webhookSecretsPlace } from './connector-secrets';
export { accountOption, type ConnectorAccount, type SealedSecret } from './domain/connectors/connector-account';
export { joinedDomains } from './domain/connectors/verified-domains';
export {
  type ApplePayDetails,
  type GooglePayDetails,
  googlePayOfMetadata,
  type PayPalDetails,
  payPalOfMetadata,
  type PazeDetails,
  type SamsungPayDetails,
} from './domain/connectors/wallet-details';
export {
  type CredentialsScope,
  type SentCredentials,
  type StoredCredentials,
} from './domain/connectors/inline-credentials';
export { readCredentials } from './domain/connectors/connector-credentials';
export type { MerchantAccount } from './domain/merchant-account';
export type { MerchantRules } from './domain/merchant-rules';
export type { Profile, ProfileDetails } from './domain/profile';
export { type ActivatedAlgorithm, noRouting, type ProfileChoice, type RoutingState } from './domain/routing-state';
export { webhookEndpointView } from './domain/change-webhook-endpoints';
export { ConnectorAccountRepository } from './persistence/connector-account.repository';
export { ConnectorAccountRow } from './persistence/connector-account.rows';
export { credentialSealTables, inlineCredentialsPlace } from './persistence/credential-seals';
export { type BoundCredentials, InlineCredentials } from './inline-credentials';
export { namedCredentialsOf } from './named-credentials';
export { InlineCredentialsRepository } from './persistence/inline-credentials.repository';
export { InlineCredentialsRow } from './persistence/inline-credentials.rows';
export { MerchantAccountRepository } from './persistence/merchant-account.repository';
export { MerchantRulesRepository } from './persistence/merchant-rules.repository';
export { MerchantRulesRow } from './persistence/merchant-rules.rows';
export { MerchantAccountRow } from './persistence/merchant-account.rows';
export { sealProfileSecrets } from './persistence/profile-secrets';
export { ProfileRepository } from './persistence/profile.repository';
export { ProfileRow } from './persistence/profile.rows';
export { RoutingSettingsRow } from './persistence/routing-settings.rows';
export { Profiles } from './profiles';
export { type EndpointPlace, WebhookEndpointChanges } from './webhook-endpoints';
export { type ProfileRouting, type RoutingChange, RoutingSettingsStore } from './routing-settings-store';
export {
  connectorAccountMessage,
  dataKeysMessage,
  firstDataKeys,
  inlineCredentialsMessage,
  merchantMessage,
  merchantRulesMessage,
  profileMessage,
} from './settings-messages';
