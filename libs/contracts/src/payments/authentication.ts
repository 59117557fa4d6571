import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { merchantId, methodCompletion, paymentId } from '@payorch/values';
import { caller } from './commands';
import { topics } from '../messages/topics';

/**
 * Authenticates the customer of a payment outside the processor, once the browser is done with the issuer's fingerprint page.
 * Replies with the result, or with the challenge that the browser opens. A repeated command gets the same reply.
 */
export const paymentAuthenticate = defineMessage({
  topic: topics.paymentsCommands.name,
  type: 'payment.authenticate',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({ merchantId, paymentId, caller, methodCompletion }),
});

/** Asks whether the authentication of a payment, and the authorization after it, are still under way. Reply: `pollResult`. */
export const paymentPoll = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.poll',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId }),
});

export const pollResult = z.object({ status: z.enum(['pending', 'completed']) });
export type PollStatus = z.infer<typeof pollResult>['status'];

const pollPrefix = 'external_authentication_';

/** The id under which the browser polls the authentication of a payment. */
export const pollIdOf = (payment: string): string => `${pollPrefix}${payment}`;

/** The payment of a poll; undefined for an id of another form. */
export const polledPayment = (pollId: string): string | undefined =>
  pollId.startsWith(pollPrefix) ? pollId.slice(pollPrefix.length) : undefined;
