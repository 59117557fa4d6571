import { jsonObject, methodCompletion, moneyWire, sealedCard } from '@payorch/values';
import { z } from 'zod';
import { declare } from '../declare';
import { sampleAuthentication, sampleRequestor, sampleSum } from './samples';

/** Authenticates the customer of a payment in a browser. `reference` is the 3DS server's id of the authentication. */
export const authenticate = declare('authenticate', {
  owner: 'payment',
  facts: {
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
  },
  /** What the 3DS server learns of the customer. */
  sealed: {
    cardHolderName: z.string().nullable(),
    email: z.string().nullable(),
    billing: jsonObject.nullable(),
    browserInfo: jsonObject.nullable(),
  },
  lookup: { flow: 'authenticationSync', by: 'given' },
  share: 'charge',
  cases: ['success', 'refusal', 'waiting', 'unseen_status', 'fault'],
  sample: {
    reference: sampleAuthentication,
    version: '2.2.0',
    money: sampleSum,
    methodCompletion: 'Y',
    requestsChallenge: false,
    requestorUrl: sampleRequestor,
    returnUrl: 'https://switch.example/authorize',
    cardHolderName: 'Ada Lovelace',
    email: null,
    billing: null,
    browserInfo: {
      accept_header: 'text/html',
      user_agent: 'Mozilla/5.0',
      language: 'en-GB',
      time_zone: -60,
      java_enabled: false,
      java_script_enabled: true,
      ip_address: '198.51.100.1',
      color_depth: 24,
      screen_height: 900,
      screen_width: 1440,
    },
  },
});
