export { AccountsModule } from './accounts.module';
export { ChangeSettings } from './change-settings';
export { ConnectorAccounts } from './connector-accounts';
export { readPublicKey } from './domain/card-info-key';
export { webhookSecretsPlace } from './connector-secrets';
export type { ConnectorAccount, SealedSecret } from './domain/connectors/connector-account';
export {
  type ApplePayDetails,
  type GooglePayDetails,
  googlePayOfMetadata,
  type PayPalDetails,
  payPalOfMetadata,
  type PazeDetails,
  type SamsungPayDetails,
} from './domain/connectors/wallet-details';
export type { MerchantAccount } from './domain/merchant-account';
export type { Profile, ProfileDetails } from './domain/profile';
export { ConnectorAccountRepository } from './persistence/connector-account.repository';
export { ConnectorAccountRow } from './persistence/connector-account.rows';
export { credentialSealTables } from './persistence/credential-seals';
export { MerchantAccountRepository } from './persistence/merchant-account.repository';
export { MerchantAccountRow } from './persistence/merchant-account.rows';
export { sealProfileSecrets } from './persistence/profile-secrets';
export { ProfileRepository } from './persistence/profile.repository';
export { ProfileRow } from './persistence/profile.rows';
export { Profiles } from './profiles';
export {
  connectorAccountMessage,
  dataKeysMessage,
  firstDataKeys,
  merchantMessage,
  profileMessage,
} from './settings-messages';
