import { z } from 'zod';
import { allKeysRequired, atProcessor, toConnector } from './connector-command';
import { defineMessage } from './define-message';
import { jsonObject, moneyWire, refundId } from './parts';

/**
 * Captures `money` of an authorization. `reference` is the processor's id of the payment, `authorized` the authorized
 * amount.
 */
export const connectorCapture = defineMessage({
  ...toConnector,
  type: 'connector.capture',
  data: z.object({
    ...atProcessor,
    reference: z.string(),
    money: moneyWire,
    authorized: moneyWire,
    /** One of several captures. isLast: the processor may release what is left; otherwise more captures may follow. */
    multiple: z.object({ isLast: z.boolean() }).optional(),
    allKeysRequired,
  }),
});

/** Voids an authorization. `reference` is the processor's id of the payment. */
export const connectorVoid = defineMessage({
  ...toConnector,
  type: 'connector.void',
  data: z.object({
    ...atProcessor,
    reference: z.string(),
    reason: z.string().nullable(),
    allKeysRequired,
  }),
});

/** Voids a captured charge completely before settlement. `charged` is the captured amount. */
export const connectorPostCaptureVoid = defineMessage({
  ...toConnector,
  type: 'connector.post_capture_void',
  data: z.object({
    ...atProcessor,
    reference: z.string(),
    charged: moneyWire,
    reason: z.string().nullable(),
  }),
});

/** Requests a longer validity of the authorization. */
export const connectorExtend = defineMessage({
  ...toConnector,
  type: 'connector.extend',
  data: z.object({ ...atProcessor, reference: z.string() }),
});

/** Increments the authorized amount: `money` is the new total, `authorized` the total so far. */
export const connectorIncrement = defineMessage({
  ...toConnector,
  type: 'connector.increment',
  data: z.object({
    ...atProcessor,
    reference: z.string(),
    money: moneyWire,
    authorized: moneyWire,
    reason: z.string().nullable(),
  }),
});

/** Refunds a charge. `reference` is the processor's id of the payment, `charged` the captured amount. */
export const connectorRefund = defineMessage({
  ...toConnector,
  type: 'connector.refund',
  data: z.object({
    ...atProcessor,
    refundId,
    reference: z.string(),
    money: moneyWire,
    charged: moneyWire,
    reason: z.string().nullable(),
    metadata: jsonObject.nullable(),
    /** What the refund of a split payment reverts; absent: nothing. */
    reverts: z.object({ platformFee: z.boolean(), transfer: z.boolean() }).optional(),
  }),
});

/**
 * Syncs a refund with the processor. `reference` is the processor's id of the refund, null if the processor never
 * returned one.
 */
export const connectorRefundSync = defineMessage({
  ...toConnector,
  type: 'connector.refund_sync',
  data: z.object({
    ...atProcessor,
    refundId,
    reference: z.string().nullable(),
    paymentReference: z.string(),
    money: moneyWire,
    round: z.int(),
  }),
});
