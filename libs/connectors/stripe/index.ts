import { defineConnectors } from '@payorch/connector-kit';
import { definitions } from './definition';
import { authorize } from './flows/authorize';
import { capture } from './flows/capture';
import { acceptDispute } from './flows/disputes/accept';
import { disputeList } from './flows/disputes/list';
import { submitEvidence } from './flows/disputes/submit-evidence';
import { disputeSync } from './flows/disputes/sync';
import { increment } from './flows/increment';
import { recordList } from './flows/records';
import { payoutCancel } from './flows/payouts/cancel';
import { payoutCreate } from './flows/payouts/create';
import { payoutFulfill } from './flows/payouts/fulfill';
import { payoutRecipient } from './flows/payouts/recipient';
import { payoutRecipientAccount } from './flows/payouts/recipient-account';
import { payoutSync } from './flows/payouts/sync';
import { refund } from './flows/refund';
import { refundSync } from './flows/refund-sync';
import { revokeMandate } from './flows/revoke-mandate';
import { setup } from './flows/setup';
import { sync } from './flows/sync';
import { voidPayment } from './flows/void';
import { settlement } from './settlement';
import { webhookEndpoints } from './webhook-endpoints';
import { webhooks } from './webhooks';

export const connectors = defineConnectors(definitions, {
  flows: {
    authorize,
    setup,
    increment,
    capture,
    void: voidPayment,
    revokeMandate,
    sync,
    refund,
    refundSync,
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
  disputeList,
  recordList,
  settlement,
  webhookEndpoints,
});
