import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { refusals, type RefusalCode } from '../errors/errors';
import {
  accountRef,
  attemptId,
  jsonObject,
  merchantId,
  minorUnitsWire,
  namedCredentials,
  paymentId,
  profileId,
  refundId,
  split,
  timestamp,
} from '@payorch/values';
import { moneyWire } from '@payorch/values';
import { shownPayment } from './snapshots';
import { topics } from '../messages/topics';

type Merchant = Parameters<typeof keyOf>[0];
const paymentKey = (m: { merchantId: Merchant; paymentId: string }) => keyOf(m.merchantId, m.paymentId);
/**
 * A sender that knows only the refund uses the refund's id; the owner republishes the command under the payment's id.
 */
const ownerKey = (m: { merchantId: Merchant; refundId: string; paymentId: string | null }) =>
  keyOf(m.merchantId, m.paymentId ?? m.refundId);

export const refundType = z.enum(['instant', 'scheduled']);
export type RefundType = z.infer<typeof refundType>;

/** The merchant's request. */
const requested = {
  merchantId,
  paymentId,
  refundId,
  /** null: the whole captured amount. */
  amount: minorUnitsWire.nullable(),
  reason: z.string().nullable(),
  refundType,
  metadata: jsonObject.nullable(),
  splitRefunds: jsonObject.nullable(),
  /** The merchant that the request body names; absent if the body names none. */
  namedMerchant: z.string().optional(),
};

/**
 * Sent to the owner of the payment, which validates the request and publishes `refund.request` with the data of the
 * payment.
 */
export const refundCreate = defineMessage({
  topic: topics.paymentsCommands.name,
  type: 'refund.create',
  version: 1,
  kind: 'command',
  key: paymentKey,
  data: z.object({ ...requested, namedCredentials }),
});

/**
 * Checks the result of a `refund.create` whose reply timed out. The check uses the same topic and key, so it arrives
 * after the command, and is forwarded as `refund.check`.
 */
export const refundFind = defineMessage({
  topic: topics.paymentsCommands.name,
  type: 'refund.find',
  version: 1,
  kind: 'command',
  key: paymentKey,
  data: z.object({ merchantId, paymentId, refundId }),
});

/** The requested refund with the data of the payment. `refunds` replies to the caller. */
export const refundRequest = defineMessage({
  topic: topics.refundsCommands.name,
  type: 'refund.request',
  version: 1,
  kind: 'command',
  key: paymentKey,
  data: z.object({
    ...requested,
    profileId,
    attemptId,
    account: accountRef,
    /** The processor's id of the payment. */
    reference: z.string(),
    charged: moneyWire,
    /** Creation time of the payment; absent: the owner of the payment has already checked the age of the payment. */
    paymentCreatedAt: timestamp.optional(),
    /** How the processor split the payment; absent: not at all. */
    split: split.optional(),
    /** The payment method of the payment. */
    method: z
      .object({
        paymentMethod: z.string(),
        paymentMethodType: z.string().nullable(),
        cardNetwork: z.string().nullable(),
      })
      .optional(),
  }),
});
export type RefundRequest = z.infer<typeof refundRequest.schema>;

/**
 * Published instead of `refund.request` if the payment cannot be refunded. `payments` sends the refusal to `refunds`,
 * not to the merchant, because the same command may have taken effect before; then `refunds` replies with that refund.
 */
export const refundRefuse = defineMessage({
  topic: topics.refundsCommands.name,
  type: 'refund.refuse',
  version: 1,
  kind: 'command',
  key: paymentKey,
  data: z.object({
    merchantId,
    paymentId,
    refundId,
    code: z.enum(Object.keys(refusals) as RefusalCode[]),
    details: z.record(z.string(), z.string()),
  }),
});

const named = { merchantId, refundId, paymentId: paymentId.nullable() };
const toOwner = { topic: topics.refundsCommands.name, version: 1, kind: 'command', key: ownerKey } as const;

/** Updates a refund. Absent fields stay unchanged. */
export const refundUpdate = defineMessage({
  ...toOwner,
  type: 'refund.update',
  data: z.object({ ...named, reason: z.string().nullable().optional(), metadata: jsonObject.nullable().optional() }),
});

/** `force_sync`: syncs with the processor if the status allows it, then replies with the refund. */
export const refundSync = defineMessage({
  ...toOwner,
  type: 'refund.sync',
  data: z.object({ ...named, namedCredentials }),
});

/** Checks the result of a command whose reply timed out, like `payment.check`. */
export const refundCheck = defineMessage({ ...toOwner, type: 'refund.check', data: z.object(named) });

/** An operator declares the result of a refund that the processor does not report. null: the status stays unchanged. */
export const refundDeclare = defineMessage({
  ...toOwner,
  type: 'refund.declare',
  data: z.object({
    ...named,
    status: z.enum(['success', 'failure']).nullable(),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
  }),
});

/**
 * Asks `refunds` to publish snapshots of all refunds of a payment, because the copies of `payments` may be outdated.
 * `refunds` publishes the snapshots first, then `refunds.snapshots_published` with the reply address of the caller. No
 * processor is called: `refund.sync` does that.
 */
export const refundsPublishSnapshots = defineMessage({
  topic: topics.refundsCommands.name,
  type: 'refunds.publish_snapshots',
  version: 1,
  kind: 'command',
  key: paymentKey,
  data: z.object({ merchantId, paymentId, shown: shownPayment }),
});
