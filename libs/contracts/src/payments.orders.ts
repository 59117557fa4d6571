import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import { merchantConnectorId, merchantId, paymentId } from './parts';
import { caller } from './payments.commands';
import { topics } from './topics';

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
