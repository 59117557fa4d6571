import { defineConnectors } from '@payorch/connector-kit';
import { definitions } from './definition';
import { payoutFulfill } from './flows/payout-fulfill';
import { payoutSync } from './flows/payout-sync';
import { webhooks } from './webhooks';

export const connectors = defineConnectors(definitions, { flows: { payoutFulfill, payoutSync }, webhooks });
