export { AccountCache } from './account-cache';
export type { AccountType } from './domain/acting';
export { AuthModule } from './auth.module';
export type { Authenticated, AuthenticatedMerchant } from './authenticate';
export { ApiKeyHashes } from './domain/api-key-hashes';
export {
  type ApiKey,
  type ApiKeyRequest,
  apiKeyView,
  createdApiKeyView,
  expiryOf,
  isExpired,
  newApiKey,
  newApiKeyId,
  newPlainApiKey,
  updatedApiKey,
} from './domain/api-key';
export { paymentIdOfSecret } from './domain/client-secret';
export { chooseProfile } from './domain/choose-profile';
export { profileFor } from './profile-for';
export { type EphemeralKey, ephemeralKeyView, newEphemeralKey, newEphemeralSecret } from './domain/ephemeral-key';
export { AllowOnly } from './http/auth.guard';
export { OfOrganization } from './http/of-organization';
export { callerOf } from './http/caller-of';
export { ClientSecretInterceptor } from './http/client-secret.interceptor';
export { Caller, FromMerchant, type Sender, senderOf } from './http/sender';
export { findAccountsSharing } from './persistence/account-snapshot';
export type { AccountSnapshot } from './persistence/account-snapshot';
export { ApiKeyRepository } from './persistence/api-key.repository';
export { EphemeralKeyRepository } from './persistence/ephemeral-key.repository';
export { EphemeralKeyRow } from './persistence/ephemeral-key.rows';
export { ApiKeyRow } from './persistence/api-key.rows';
