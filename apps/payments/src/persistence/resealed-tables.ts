import { type ResealedTable, sealedJson, sealedWholeText } from '@payorch/platform/rewrap';
import { authenticationBody } from '../authentications/persistence/authentication.mapper';
import { customerColumn } from '../customers/persistence/customer.mapper';
import { acceptanceColumn } from '../mandates/persistence/mandate.mapper';
import {
  collectLinkColumn,
  detailsColumn,
  methodColumn,
  secretColumn,
} from '../payment-methods/persistence/payment-method.mapper';
import { intentBody, intentBodyResealed } from '../payments/persistence/intent-body';
import { attemptBody } from '../payments/persistence/attempt.mapper';

const hasKeyByMerchant = true;

/**
 * The tables with personal data. A row keeps its version and its times, since nothing happened to it. A batch that loaded
 * the row before writes all of it again, under the key that it knows.
 */
export const resealedTables: readonly ResealedTable[] = [
  { name: 'customers', id: 'customer_id', hasKeyByMerchant, columns: [sealedJson(customerColumn)] },
  {
    name: 'payment_methods',
    id: 'payment_method_id',
    hasKeyByMerchant,
    columns: [
      ...[sealedJson(methodColumn), sealedJson(detailsColumn), sealedJson(collectLinkColumn)],
      sealedWholeText(secretColumn),
    ],
  },
  { name: 'mandates', id: 'mandate_id', hasKeyByMerchant, columns: [sealedJson(acceptanceColumn)] },
  { name: 'intents', id: 'payment_id', hasKeyByMerchant, columns: [sealedJson(intentBody, intentBodyResealed)] },
  { name: 'attempts', id: 'attempt_id', hasKeyByMerchant, columns: [sealedJson(attemptBody)] },
  { name: 'authentications', id: 'authentication_id', hasKeyByMerchant, columns: [sealedJson(authenticationBody)] },
];
