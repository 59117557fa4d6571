import { z } from 'zod';
import { defineMessage } from './define-message';
import { jsonObject, merchantConnectorId, merchantId } from './parts';
import { topics } from './topics';

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
