import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import { refusals, type RefusalCode } from './errors';
import {
  accountRef,
  attemptId,
  jsonObject,
  merchantId,
  minorUnitsWire,
  paymentId,
  profileId,
  refundId,
  timestamp,
} from './parts';
import { moneyWire } from './parts/money';
import { shownPayment } from './refunds.snapshots';
import { topics } from './topics';

type Merchant = Parameters<typeof keyOf>[0];
const paymentKey = (m: { merchantId: Merchant; paymentId: string }) => keyOf(m.merchantId, m.paymentId);
/** Whoever knows the refund alone sends it under the refund's id; the owner sends it to itself under the payment's. */
const ownerKey = (m: { merchantId: Merchant; refundId: string; paymentId: string | null }) =>
  keyOf(m.merchantId, m.paymentId ?? m.refundId);

export const refundType = z.enum(['instant', 'scheduled']);
export type RefundType = z.infer<typeof refundType>;

/** What the merchant asks for. */
const requested = {
  merchantId,
  paymentId,
  refundId,
  /** null: all that was charged. */
  amount: minorUnitsWire.nullable(),
  reason: z.string().nullable(),
  refundType,
  metadata: jsonObject.nullable(),
  splitRefunds: jsonObject.nullable(),
  /** Whose the refund would be by the request's own words; absent where it names nobody. */
  namedMerchant: z.string().optional(),
};

/** To the owner of the payment, who checks it and sends it on with its facts as `refund.request`. */
export const refundCreate = defineMessage({
  topic: topics.paymentsCommands.name,
  type: 'refund.create',
  version: 1,
  kind: 'command',
  key: paymentKey,
  data: z.object(requested),
});

/** What became of a `refund.create` that nobody answered: it takes the same way, hence behind it, and goes on as `refund.check`. */
export const refundFind = defineMessage({
  topic: topics.paymentsCommands.name,
  type: 'refund.find',
  version: 1,
  kind: 'command',
  key: paymentKey,
  data: z.object({ merchantId, paymentId, refundId }),
});

/** The same wish with what only the payment knows. Answered by the owner of refunds. */
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
    /** When the payment was made; absent: its owner has judged its age. */
    paymentCreatedAt: timestamp.optional(),
    /** What was paid with. */
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
 * Instead of `refund.request`: the payment takes no refund. It goes to the owner of refunds and not to the merchant,
 * because the same command may have taken effect before; then refunds answers with that refund.
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

/** Absent fields stay as they are. */
export const refundUpdate = defineMessage({
  ...toOwner,
  type: 'refund.update',
  data: z.object({ ...named, reason: z.string().nullable().optional(), metadata: jsonObject.nullable().optional() }),
});

/** `force_sync`: asks the processor first where the status allows it, then answers the refund. */
export const refundSync = defineMessage({ ...toOwner, type: 'refund.sync', data: z.object(named) });

/** What became of a command that nobody answered in time, as `payment.check`. */
export const refundCheck = defineMessage({ ...toOwner, type: 'refund.check', data: z.object(named) });

/** An operator says what became of a refund that the processor will not tell of. null: as it is. */
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
 * What is shown of a payment's refunds may be behind: its owner asks for all of them again, as they are now. The snapshots
 * leave first, then `refunds.snapshots_published` with the asker's address. No processor is asked: that is what `refund.sync` is for.
 */
export const refundsPublishSnapshots = defineMessage({
  topic: topics.refundsCommands.name,
  type: 'refunds.publish_snapshots',
  version: 1,
  kind: 'command',
  key: paymentKey,
  data: z.object({ merchantId, paymentId, shown: shownPayment }),
});
