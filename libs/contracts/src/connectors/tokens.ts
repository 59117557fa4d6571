import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { cardReference, merchantId, networkToken, sealedCard } from '@payorch/values';
import { topics } from '../messages/topics';

/**
 * Asks any worker to have the token service make a network token of a card. The same reference with the same card again finds
 * the same token, so a request without an answer may be repeated. Nothing is stored, and a query past its deadline is not
 * begun. Reply: `tokenProvision`.
 */
export const connectorProvisionToken = defineMessage({
  topic: topics.connectorTokenQueries.name,
  type: 'connector.provision_token',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({
    merchantId,
    /** Our id of the token at the service. */
    reference: cardReference,
    card: sealedCard,
  }),
});

/** not_made: the service or the card network makes no token of this card. unanswered: whether there is a token is not known. */
export const tokenProvision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('provisioned'), token: networkToken }),
  z.object({ kind: z.literal('not_made'), code: z.string(), message: z.string() }),
  z.object({ kind: z.literal('unanswered') }),
]);
export type TokenProvision = z.infer<typeof tokenProvision>;

/** Has the token service delete a token, also one whose provision is still under way. Repeated until the service has done so. */
export const connectorDeleteToken = defineMessage({
  topic: topics.connectorTokenDeletions.name,
  type: 'connector.delete_token',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.merchantId, m.reference),
  data: z.object({ merchantId, reference: cardReference }),
});
