import { defineConnectors } from '@payorch/connector-kit';
import { definitions } from './definition';
import { authenticate } from './flows/authenticate';
import { authenticationSync } from './flows/authentication-sync';
import { preAuthenticate } from './flows/pre-authenticate';

export const connectors = defineConnectors(definitions, {
  flows: { preAuthenticate, authenticate, authenticationSync },
  webhooks: null,
});
