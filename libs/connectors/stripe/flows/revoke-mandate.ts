import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { readCall, refusalOf } from '../responses/answers';
import type { Credentials } from '../credentials';
import { headersOnce } from '../requests/headers';
import { savedMethod, type WireError } from '../responses/wire';
import { revocationOf } from '../responses/revocation';

/** Stripe has no code for it: the payment method was detached before, by the merchant or by an earlier call. */
const isDetached = ({ message }: WireError): boolean => /is not attached to a customer/.test(message ?? '');

/**
 * Stripe has no call that revokes a mandate. A payment method detached from its customer can never be charged again
 * (docs.stripe.com/api/payment_methods/detach), and its mandates become inactive.
 */
export const revokeMandate: Flow<'revokeMandate', Credentials> = {
  buildRequest: ({ id, reference }, account) =>
    postForm(urlOf(account.baseUrl, 'v1', 'payment_methods', reference, 'detach'), {}, headersOnce(account, id)),
  parseResponse: ({ reference }, reply) =>
    readCall(reply, savedMethod, revocationOf, (error) =>
      isDetached(error) ? { kind: 'revoked', reference } : refusalOf(reply.status, error),
    ),
};
