import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../../credentials';
import { headersOnce } from '../../requests/headers';
import { readCall } from '../../responses/answers';
import { disputeOf } from '../../responses/dispute-status';
import { dispute } from '../../responses/dispute-wire';

/** Closes a dispute: it is lost, irreversibly (docs.stripe.com/api/disputes/close). */
export const acceptDispute: Flow<'acceptDispute', Credentials> = {
  buildRequest: ({ id, reference }, account) =>
    postForm(urlOf(account.baseUrl, 'v1', 'disputes', reference, 'close'), {}, headersOnce(account, id)),
  parseResponse: (_, reply) => readCall(reply, dispute, disputeOf),
};
