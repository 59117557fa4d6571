import type { Answer } from '../../http/answers';
import type { Voice } from '../../http/course';
import type { Refusal } from '../errors';
import { apiFailure, rateLimited } from '../errors';
import { errorView } from '../views/error.view';
import { Expansion } from '../views/expansion';
import { intentView, setupView } from '../views/intent.view';
import type { Showing } from '../views/showing';

const aboutView = (about: string | undefined, showing: Showing) => {
  if (about === undefined) return {};
  return about.startsWith('seti_')
    ? { setup_intent: setupView(showing.objects.get('setup_intent', about), showing, Expansion.none) }
    : { payment_intent: intentView(showing.objects.get('payment_intent', about), showing, Expansion.none) };
};

/** An error, with the object that it is about as it now is. */
export const answerRefusal = ({ http, error, about }: Refusal, showing: Showing): Answer => ({
  status: http,
  body: { error: { ...errorView(error, showing), ...aboutView(about, showing) } },
});

/** An error that is about nothing. */
export const plainRefusal = ({ http, error }: Refusal): Answer => ({ status: http, body: { error } });

type Body = Readonly<Record<string, unknown>>;

const sums = ['amount', 'amount_capturable', 'amount_received', 'amount_captured'];

/** Every sum that is not zero, one too high; also in the charge that is shown with its intent. */
function raised(body: Body): Body {
  const changed = sums.flatMap((name) => {
    const sum = body[name];
    return typeof sum === 'number' && sum > 0 ? [[name, sum + 1] as const] : [];
  });
  const charge = body['latest_charge'];
  const whole = typeof charge === 'object' && charge !== null ? { latest_charge: raised(charge as Body) } : {};
  return { ...body, ...Object.fromEntries(changed), ...whole };
}

/** How Stripe says what every processor says alike. */
export const stripeVoice: Voice = {
  failed: plainRefusal(apiFailure),
  tooMany: plainRefusal(rateLimited),
  withWrongAmount: ({ status, body }) => ({ status, body: raised(body as Body) }),
};
