import { moneyWire, sealedData } from '@payorch/values';
import { z } from 'zod';
import { declare } from '../declare';
import { samplePart } from './samples';

/** Sends money to a card without a charge; only a relay requests it. `reference` is the merchant's own text. */
export const unreferencedRefund = declare('unreferenced_refund', {
  owner: 'relay',
  facts: {
    reference: z.string(),
    money: moneyWire,
    /** The merchant's id of the customer who receives the money. */
    customerId: z.string(),
  },
  internal: {
    /** `recipientCard`. */
    sealedRecipient: sealedData,
  },
  lookup: { flow: 'unreferencedRefundSync', by: 'own' },
  cases: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
  sample: { reference: 'goodwill-17', money: samplePart, customerId: 'customer_sample' },
});
