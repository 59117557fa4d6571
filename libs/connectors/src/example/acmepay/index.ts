import { defineConnectors } from '@payorch/connector-kit';
import { definitions } from './definition';
import { authorize } from './flows/authorize';
import { sync } from './flows/sync';

export const connectors = defineConnectors(definitions, { flows: { authorize, sync }, webhooks: null });
