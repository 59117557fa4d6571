import { sealedCard } from '@payorch/values';
import { z } from 'zod';
import { declare } from '../declare';
import { sampleRequestor } from './samples';

/** Asks the 3DS server which versions of the protocol the card's issuer supports. The card has no CVC. */
export const preAuthenticate = declare('pre_authenticate', {
  owner: 'payment',
  facts: {
    card: sealedCard,
    /** The merchant's site: the issuer's fingerprint page notifies it. */
    requestorUrl: z.string(),
  },
  lookup: null,
  share: 'charge',
  cases: ['success', 'refusal', 'fault'],
  sample: { requestorUrl: sampleRequestor },
});
