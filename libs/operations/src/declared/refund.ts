import { jsonObject, moneyWire, refundId } from '@payorch/values';
import type { RefundId } from '@payorch/kernel';
import { z } from 'zod';
import { declare } from '../declare';
import { samplePart, sampleSum } from './samples';

/** Refunds a charge. `reference` is the processor's id of the payment, `charged` the captured amount. */
export const refund = declare('refund', {
  owner: 'refund',
  facts: {
    refundId,
    reference: z.string(),
    money: moneyWire,
    charged: moneyWire,
    reason: z.string().nullable(),
    metadata: jsonObject.nullable(),
    /** What the refund of a split payment reverts; absent: nothing. */
    reverts: z.object({ platformFee: z.boolean(), transfer: z.boolean() }).optional(),
  },
  lookup: { flow: 'refundSync', by: 'own' },
  cases: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
  sample: {
    refundId: 'refund_sample' as RefundId,
    reference: 'ref_sample',
    money: samplePart,
    charged: sampleSum,
    reason: null,
    metadata: null,
  },
});
