import type { AuthorizeOperation, Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { wireAmount, wireCurrency } from '../amounts';
import { readCall } from '../responses/answers';
import { confirmationOf } from '../requests/confirmation';
import type { Credentials } from '../credentials';
import { headersOnce } from '../requests/headers';
import { metadataOf } from '../requests/metadata';
import { orderFields } from '../requests/order';
import { splitFields } from '../requests/split';
import { methodOf } from '../requests/methods';
import { shippingDetails } from '../requests/methods/billing';
import { authorizePreliminaries } from './preliminaries';
import { authorizedBy } from '../responses/status';
import { paymentIntent } from '../responses/wire';

const longestDescriptor = 22;

/** For cards Stripe takes only a suffix of the statement descriptor; for other methods the whole descriptor. */
function descriptorOf({ statementDescriptor, statementDescriptorSuffix }: AuthorizeOperation, type: string) {
  return type === 'card'
    ? { statement_descriptor_suffix: (statementDescriptorSuffix ?? statementDescriptor)?.slice(0, longestDescriptor) }
    : { statement_descriptor: statementDescriptor?.slice(0, longestDescriptor) };
}

/** Stripe knows charges on a schedule and others (docs.stripe.com/api/payment_intents/create, `off_session`). */
const scheduleOf = {
  recurring: 'recurring',
  installment: 'recurring',
  unscheduled: 'one_off',
  resubmission: true,
} as const;

function offSession({ mandate, mitCategory }: AuthorizeOperation) {
  if (mandate.kind !== 'use' || !mandate.offSession) return undefined;
  return mitCategory === undefined ? true : scheduleOf[mitCategory];
}

/** Each of several captures adds an entry to the metadata, and Stripe limits their number. */
const roomForCaptures = ({ multiple }: AuthorizeOperation): number => (multiple ? 30 : 0);

/** Authorizes or charges in one call that creates and confirms the payment. */
export const authorize: Flow<'authorize', Credentials> = {
  before: authorizePreliminaries,
  buildRequest(operation, account, found) {
    const { id, attemptId, money, mandate } = operation;
    return postForm(
      urlOf(account.baseUrl, 'v1', 'payment_intents'),
      {
        amount: wireAmount(money),
        currency: wireCurrency(money),
        ...confirmationOf(operation, found),
        capture_method: operation.capture,
        setup_future_usage: mandate.kind === 'store' ? mandate.usage : undefined,
        off_session: offSession(operation),
        description: operation.description,
        ...descriptorOf(operation, methodOf(operation).type),
        ...orderFields(operation),
        ...splitFields(operation),
        shipping: shippingDetails(operation),
        metadata: metadataOf(operation.metadata, { order_id: attemptId, operation_id: id }, roomForCaptures(operation)),
        expand: ['latest_charge'],
      },
      headersOnce(account, id),
    );
  },
  parseResponse: (operation, reply) => readCall(reply, paymentIntent, (payment) => authorizedBy(payment, operation)),
};
