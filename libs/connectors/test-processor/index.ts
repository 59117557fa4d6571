import { defineConnectors } from '@payorch/connector-kit';
import { definitions } from './definition';
import { authorize } from './flows/authorize';
import { capture } from './flows/capture';
import { createOrder } from './flows/create-order';
import { acceptDispute, disputeSync, submitEvidence } from './flows/disputes';
import { extend } from './flows/extend';
import {
  payoutCancel,
  payoutCreate,
  payoutEligibility,
  payoutFulfill,
  payoutRecipient,
  payoutRecipientAccount,
  payoutSync,
} from './flows/payouts';
import { postCaptureVoid } from './flows/post-capture-void';
import { recordList } from './flows/records';
import { refund } from './flows/refund';
import { refundSync } from './flows/refund-sync';
import { sync } from './flows/sync';
import { unreferencedRefund } from './flows/unreferenced-refund';
import { unreferencedRefundSync } from './flows/unreferenced-refund-sync';
import { voidPayment } from './flows/void';
import { webhooks } from './webhooks';

export const connectors = defineConnectors(definitions, {
  flows: {
    createOrder,
    authorize,
    extend,
    capture,
    void: voidPayment,
    postCaptureVoid,
    sync,
    refund,
    refundSync,
    unreferencedRefund,
    unreferencedRefundSync,
    payoutEligibility,
    payoutRecipient,
    payoutRecipientAccount,
    payoutCreate,
    payoutFulfill,
    payoutCancel,
    payoutSync,
    acceptDispute,
    submitEvidence,
    disputeSync,
  },
  webhooks,
  recordList,
});
