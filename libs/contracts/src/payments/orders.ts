import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { merchantConnectorId, merchantId, paymentId } from '@payorch/values';
import { caller } from './commands';
import { topics } from '../messages/topics';

/**
 * Creates an order for the payment at a connector account, or replies with the one that the payment has there for its present
 * amount. Replies with the step that the customer's browser takes with the order.
 */
export const paymentCreateOrder = defineMessage({
  topic: topics.paymentsCommands.name,
  type: 'payment.create_order',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({ merchantId, paymentId, caller, merchantConnectorId }),
});
