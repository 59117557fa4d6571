import { accountsSchemas } from './accounts';
import { authenticationSchemas } from './authentication';
import { banksSchemas } from './banks';
import { cardsSchemas } from './cards';
import { clientSdkSchemas } from './client-sdk';
import { connectorsSchemas } from './connectors';
import { customersSchemas } from './customers';
import { linksSchemas } from './links';
import { listsSchemas } from './lists';
import { localSchemas } from './local';
import { operatorSchemas } from './operator';
import { paymentsSchemas } from './payments';
import { refundsSchemas } from './refunds';
import { routingSchemas } from './routing';
import { walletsSchemas } from './wallets';
import type { SchemaWords } from './schema-words';

/** The words of every schema. */
export const schemaWords: SchemaWords = {
  ...banksSchemas,
  ...walletsSchemas,
  ...localSchemas,
  ...paymentsSchemas,
  ...cardsSchemas,
  ...accountsSchemas,
  ...connectorsSchemas,
  ...routingSchemas,
  ...authenticationSchemas,
  ...customersSchemas,
  ...clientSdkSchemas,
  ...listsSchemas,
  ...linksSchemas,
  ...refundsSchemas,
  ...operatorSchemas,
};
