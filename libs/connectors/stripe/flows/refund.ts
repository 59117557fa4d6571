import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { wireAmount } from '../amounts';
import { readCall } from '../responses/answers';
import type { Credentials } from '../credentials';
import { headersOnce } from '../requests/headers';
import { metadataOf } from '../requests/metadata';
import { revertedFields } from '../requests/split';
import { refundOf } from '../responses/refund-status';
import { refund as wireRefund } from '../responses/wire';

/** The reasons that Stripe knows; any other reason is sent in the metadata. */
const reasons: ReadonlySet<string> = new Set(['duplicate', 'fraudulent', 'requested_by_customer']);

export const refund: Flow<'refund', Credentials> = {
  buildRequest(operation, account) {
    const { id, refundId, reference, money, reason, metadata } = operation;
    const isKnown = reason !== null && reasons.has(reason);
    const notes = isKnown || reason === null ? metadata : { ...metadata, reason };
    return postForm(
      urlOf(account.baseUrl, 'v1', 'refunds'),
      {
        payment_intent: reference,
        amount: wireAmount(money),
        reason: isKnown ? reason : undefined,
        ...revertedFields(operation),
        metadata: metadataOf(notes, { order_id: refundId, operation_id: id }),
      },
      headersOnce(account, id),
    );
  },
  parseResponse: (operation, reply) => readCall(reply, wireRefund, (made) => refundOf(made, operation)),
};
