import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { jsonObject, merchantConnectorId, merchantId, processorError } from '@payorch/values';
import { topics } from '../messages/topics';

/**
 * Asks any worker to have a shop validated by Apple, with the merchant's own certificate. The answer is one browser
 * session of Apple Pay. Nothing is stored, and a query past its deadline is not begun. Reply: `applePayValidation`.
 */
export const connectorApplePaySession = defineMessage({
  topic: topics.connectorQueries.name,
  type: 'connector.apple_pay_session',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({
    merchantId,
    merchantConnectorId,
    /** `connector_wallets_details` as JSON, sealed as a compact JWE to the workers' key. */
    sealedWalletDetails: z.string(),
    /** The domain of the shop, one of the verified ones; without it, that of the wallet details. */
    domain: z.string().optional(),
  }),
});

export const applePayValidation = z.discriminatedUnion('kind', [
  /** The session as Apple made it: the browser passes it on unread. */
  z.object({ kind: z.literal('validated'), session: jsonObject }),
  z.object({
    kind: z.literal('failed'),
    /** unusable: the settings are incomplete or cannot be opened. refused: Apple's answer. unanswered: no answer of Apple. */
    reason: z.enum(['unusable', 'refused', 'unanswered']),
  }),
]);
export type ApplePayValidation = z.infer<typeof applePayValidation>;

/** The most domains that one connector account registers with Apple, and that one query names. */
export const maxVerifiedDomains = 99;

/**
 * Asks any worker to register domains of a shop with Apple, with the merchant's own certificate. A repeated registration changes
 * nothing at Apple. The worker stores nothing, and does not begin a query past its deadline. Reply: `applePayRegistration`.
 */
export const connectorRegisterApplePayDomains = defineMessage({
  topic: topics.connectorQueries.name,
  type: 'connector.register_apple_pay_domains',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({
    merchantId,
    merchantConnectorId,
    /** `connector_wallets_details` as JSON, sealed as a compact JWE to the workers' key. */
    sealedWalletDetails: z.string(),
    /** Host names in lower case. */
    domainNames: z.array(z.string().min(1).max(253)).min(1).max(maxVerifiedDomains),
  }),
});

export const applePayRegistration = z.discriminatedUnion('kind', [
  /** Apple has verified every domain of the query. */
  z.object({ kind: z.literal('registered') }),
  z.object({
    kind: z.literal('failed'),
    /** As in `applePayValidation`. */
    reason: z.enum(['unusable', 'refused', 'unanswered']),
  }),
]);
export type ApplePayRegistration = z.infer<typeof applePayRegistration>;

/**
 * Asks any worker whether a processor accepts credentials. The worker makes one lookup that finds nothing, stores nothing, and does
 * not begin a query past its deadline. Reply: `credentialsVerdict`.
 */
export const connectorVerifyCredentials = defineMessage({
  topic: topics.connectorQueries.name,
  type: 'connector.verify_credentials',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({
    merchantId,
    connector: z.string(),
    /** Binds the seal in place of a connector account, which need not exist. */
    reference: z.string(),
    /** `connector_account_details` as JSON, sealed as a compact JWE to the workers' key. */
    sealedCredentials: z.string(),
  }),
});

/**
 * verified: the processor executed the lookup. refused: the processor does not accept the credentials. unanswered: it said nothing
 * about them. unusable: they do not fit the connector or cannot be opened. not_supported: the connector has no lookup.
 */
export const credentialsVerdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verified') }),
  z.object({ kind: z.literal('refused'), error: processorError }),
  z.object({ kind: z.literal('unanswered') }),
  z.object({ kind: z.literal('unusable') }),
  z.object({ kind: z.literal('not_supported') }),
]);
export type CredentialsVerdict = z.infer<typeof credentialsVerdict>;
