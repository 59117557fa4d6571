import { z } from 'zod';
import { authenticateFields, preAuthenticateFields } from './authentication-steps';
import { atProcessor, toConnector } from './connector-command';
import type { SealedOperation } from './connector.commands';
import { defineMessage } from './define-message';
import { jsonObject } from './parts';

/** Asks the 3DS server which versions of the protocol the card's issuer supports. */
export const connectorPreAuthenticate = defineMessage({
  ...toConnector,
  type: 'connector.pre_authenticate',
  data: z.object({
    ...atProcessor,
    ...preAuthenticateFields,
  }),
});

/** What the 3DS server learns of the customer. In messages it is sealed. */
export const authenticationDetails = z.object({
  cardHolderName: z.string().nullable(),
  email: z.string().nullable(),
  billing: jsonObject.nullable(),
  browserInfo: jsonObject.nullable(),
});
export type AuthenticationDetails = z.infer<typeof authenticationDetails>;

/** Where the details of an authentication belong: they open for no other one. */
export const authenticationPlace = ({
  merchantId: ofMerchant,
  operationId: id,
}: Pick<SealedOperation, 'merchantId' | 'operationId'>) => ({
  merchantId: ofMerchant,
  objectId: id,
  column: 'authenticate.details',
});

/** Authenticates the customer of a payment. */
export const connectorAuthenticate = defineMessage({
  ...toConnector,
  type: 'connector.authenticate',
  data: z.object({
    ...atProcessor,
    ...authenticateFields,
  }),
});
