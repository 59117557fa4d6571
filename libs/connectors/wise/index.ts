import { defineConnectors } from '@payorch/connector-kit';
import { definitions } from './definition';
import { payoutCancel } from './flows/payout-cancel';
import { payoutCreate } from './flows/payout-create';
import { payoutFulfill } from './flows/payout-fulfill';
import { payoutRecipient } from './flows/payout-recipient';
import { payoutSync } from './flows/payout-sync';
import { webhooks } from './webhooks';

export const connectors = defineConnectors(definitions, {
  flows: { payoutRecipient, payoutCreate, payoutFulfill, payoutCancel, payoutSync },
  webhooks,
});
