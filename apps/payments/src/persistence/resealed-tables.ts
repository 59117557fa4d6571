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
import { intentBody, intentBodyResealed } from '../payments/persistence/payment/intent-body';
import { attemptBody } from '../payments/persistence/payment/attempt.mapper';

/**
 * The tables with personal data. A row keeps its version and its times, since nothing happened to it. A batch that loaded
 * the row before writes all of it again, under the key that it knows.
 */
export const resealedTables: readonly ResealedTable[] = [
  { name: 'customers', id: 'customer_id', columns: [sealedJson(customerColumn)] },
  {
    name: 'payment_methods',
    id: 'payment_method_id',
    columns: [
      ...[sealedJson(methodColumn), sealedJson(detailsColumn), sealedJson(collectLinkColumn)],
      sealedWholeText(secretColumn),
    ],
  },
  { name: 'mandates', id: 'mandate_id', columns: [sealedJson(acceptanceColumn)] },
  { name: 'intents', id: 'payment_id', columns: [sealedJson(intentBody, intentBodyResealed)] },
  { name: 'attempts', id: 'attempt_id', columns: [sealedJson(attemptBody)] },
  { name: 'authentications', id: 'authentication_id', columns: [sealedJson(authenticationBody)] },
];
