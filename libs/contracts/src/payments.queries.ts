import { z } from 'zod';
import { defineMessage } from './define-message';
import { attemptId, merchantId, paymentId } from './parts';
import { caller } from './payments.commands';
import { topics } from './topics';

export const paymentGet = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.get',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, caller, expandAttempts: z.boolean(), expandCaptures: z.boolean() }),
});

/** Where the start page of an attempt sends the customer: answered as `challengePage`. */
export const paymentChallenge = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.challenge',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, attemptId }),
});
