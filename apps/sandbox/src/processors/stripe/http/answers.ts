import type { Answer } from '../../../kit/calls/answer';
import type { FaultResponses } from '../../../kit/calls/call-pipeline';
import type { ErrorFormat } from '../../../kit/calls/error.filter';
import type { Refusal } from '../errors';
import { apiFailure, invalidRequest, rateLimited, unrecognizedUrl } from '../errors';
import { errorView } from '../views/error.view';
import { Expansion } from '../views/expansion';
import { intentView, setupView } from '../views/intent.view';
import type { ViewContext } from '../views/view-context';

const aboutView = (about: string | undefined, viewContext: ViewContext) => {
  if (about === undefined) return {};
  return about.startsWith('seti_')
    ? { setup_intent: setupView(viewContext.objects.get('setup_intent', about), viewContext, Expansion.none) }
    : { payment_intent: intentView(viewContext.objects.get('payment_intent', about), viewContext, Expansion.none) };
};

/** An error response with the current state of its object. */
export const answerRefusal = ({ http, error, about }: Refusal, viewContext: ViewContext): Answer => ({
  status: http,
  body: { error: { ...errorView(error, viewContext), ...aboutView(about, viewContext) } },
});

/** An error response without an object. */
export const plainRefusal = ({ http, error }: Refusal): Answer => ({ status: http, body: { error } });

type Body = Readonly<Record<string, unknown>>;

const amountFields = ['amount', 'amount_capturable', 'amount_received', 'amount_captured'];

/** Raises every non-zero amount by one minor unit, also in the expanded charge. */
function withAmountsRaised(body: Body): Body {
  const changed = amountFields.flatMap((name) => {
    const sum = body[name];
    return typeof sum === 'number' && sum > 0 ? [[name, sum + 1] as const] : [];
  });
  const charge = body['latest_charge'];
  const whole =
    typeof charge === 'object' && charge !== null ? { latest_charge: withAmountsRaised(charge as Body) } : {};
  return { ...body, ...Object.fromEntries(changed), ...whole };
}

/** Stripe's fault responses. */
export const stripeFaultResponses: FaultResponses = {
  failed: plainRefusal(apiFailure),
  tooMany: plainRefusal(rateLimited),
  notStored: plainRefusal(apiFailure),
  withWrongAmount: ({ status, body }) => ({ status, body: withAmountsRaised(body as Body) }),
};

/** The errors of requests that reach no decision. */
export const stripeErrors: ErrorFormat = {
  below: '/v1/',
  answer({ status, method, path, message }) {
    if (status === 404) return plainRefusal(unrecognizedUrl(method, path));
    return plainRefusal(status >= 500 ? apiFailure : invalidRequest(message, {}, status));
  },
};
