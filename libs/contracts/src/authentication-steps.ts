import { z } from 'zod';
import { methodCompletion, moneyWire } from './parts';
import { sealedCard } from './parts/card';

/** What a worker needs to ask for the card's range. The card has no CVC. */
export const preAuthenticateFields = {
  card: sealedCard,
  /** The merchant's site: the issuer's fingerprint page notifies it. */
  requestorUrl: z.string(),
};

/** What a worker needs to authenticate the customer. `reference` is the 3DS server's id of the authentication. */
export const authenticateFields = {
  reference: z.string(),
  version: z.string(),
  money: moneyWire,
  card: sealedCard,
  methodCompletion,
  /** The merchant requests a challenge. */
  requestsChallenge: z.boolean(),
  /** The merchant asks for no challenge: the issuer may exempt the payment. Absent: it does not. */
  asksForNoChallenge: z.literal(true).optional(),
  /** The merchant's site, and the page to which the issuer's challenge returns the browser. */
  requestorUrl: z.string(),
  returnUrl: z.string(),
  /** `authenticationDetails` as JSON, sealed with the data key of the merchant and bound to the operation. */
  sealedDetails: z.string(),
};
