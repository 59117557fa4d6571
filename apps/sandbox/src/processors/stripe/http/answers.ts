import type { Answer } from '../../../kit/calls/answer';
import type { FaultResponses } from '../../../kit/calls/call-pipeline';
import type { ErrorFormat } from '../../../kit/calls/error.filter';
import { withAmountsRaised } from '../../../kit/calls/raised-amounts';
import { Expansion } from '../../../kit/objects/expansion';
import type { Refusal } from '../errors';
import { apiFailure, invalidRequest, rateLimited, unrecognizedUrl } from '../errors';
import type { StripeViewContext } from '../views/view';
import { errorView, viewOf } from '../views/view';

/** An error response with the current state of its object. */
export function answerRefusal({ http, error, about }: Refusal, viewContext: StripeViewContext): Answer {
  const object = about?.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  const intent = about === undefined ? undefined : viewContext.objects.get(object, about);
  const view = intent && { [object]: viewOf(intent, viewContext, Expansion.none) };
  return { status: http, body: { error: { ...errorView(error, viewContext), ...view } } };
}

/** An error response without an object. */
export const plainRefusal = ({ http, error }: Refusal): Answer => ({ status: http, body: { error } });

const amountFields = ['amount', 'amount_capturable', 'amount_received', 'amount_captured'];

/** Stripe's fault responses. */
export const stripeFaultResponses: FaultResponses = {
  failed: plainRefusal(apiFailure),
  tooMany: plainRefusal(rateLimited),
  notStored: plainRefusal(apiFailure),
  withWrongAmount: ({ status, body }) => ({
    status,
    body: withAmountsRaised({ ...body }, amountFields, 'latest_charge'),
  }),
};

/** The errors of requests that reach no decision. */
export const stripeErrors: ErrorFormat = {
  below: '/v1/',
  answer({ status, method, path, message }) {
    if (status === 404) return plainRefusal(unrecognizedUrl(method, path));
    return plainRefusal(status >= 500 ? apiFailure : invalidRequest(message, {}, status));
  },
};
