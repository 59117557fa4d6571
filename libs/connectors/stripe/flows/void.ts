import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { readCall } from '../responses/answers';
import type { Credentials } from '../credentials';
import { headersOnce } from '../requests/headers';
import { notConfirmed, voided } from '../responses/status';
import { anyIntent } from '../responses/wire';

/** The reasons that Stripe knows; any other reason is not sent. */
const reasons: ReadonlySet<string | null> = new Set(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']);

const isSetup = (reference: string): boolean => reference.startsWith('seti_');

export const voidPayment: Flow<'void', Credentials> = {
  buildRequest: ({ id, reference, reason }, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', isSetup(reference) ? 'setup_intents' : 'payment_intents', reference, 'cancel'),
      { cancellation_reason: reasons.has(reason) ? reason : undefined },
      headersOnce(account, id),
    ),
  parseResponse: (_, reply) =>
    readCall(reply, anyIntent, (intent) => (intent.status === 'canceled' ? voided(intent) : notConfirmed(intent))),
};
