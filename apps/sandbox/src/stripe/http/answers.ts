import type { Answer } from '../../http/answers';
import type { FaultResponses } from '../../http/call-pipeline';
import type { Refusal } from '../errors';
import { apiFailure, rateLimited } from '../errors';
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
  withWrongAmount: ({ status, body }) => ({ status, body: withAmountsRaised(body as Body) }),
};
