import { applyOutcome as applyByRules } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged } from '../decision';
import { afterOutcome } from '../claim';
import { isAuthenticating } from '../operations/authentications';
import { extensionIn } from '../operations/extensions';
import { orderIn } from '../operations/orders';
import { withPartialAuthorization } from '../operations/partial-authorization';
import type { Payment } from '../payment';
import { voidIn } from '../operations/post-capture-void';
import { authenticationRules } from '../outcomes/authentication-outcome';
import { attemptRules } from '../outcomes/attempt-outcome';
import { extensionRules } from '../outcomes/extension-outcome';
import { orderRules } from '../outcomes/order-outcome';
import type { Event } from '../outcomes/outcome-rules';
import { multipleCaptureRules, oneOfSeveral } from '../outcomes/multiple-capture-outcome';
import { postCaptureVoidRules } from '../outcomes/post-capture-void-outcome';
import { unansweredSync } from './unanswered-sync';

const unscheduled: readonly Event['flow'][] = ['create_order', 'pre_authenticate', 'authenticate'];

/** Applies an outcome to the operation that it is about, by the rules of that operation. */
export function applyOutcome(payment: Payment | undefined, event: Event, context: DecideContext): Decision {
  const attempt = payment?.attempts.find(({ id }) => id === event.attemptId);
  if (!payment || !attempt) return unchanged();
  // The syncs of an order follow requests, not a schedule; those of an authentication end with it.
  if (event.unanswered && !unscheduled.includes(event.flow))
    return unansweredSync(payment, attempt, event.unanswered, context);
  const reported = { payment, attempt, event: withPartialAuthorization(payment, event), context };
  switch (event.flow) {
    case 'extend': {
      const extension = extensionIn(payment, event.operationId);
      return extension ? applyByRules(extensionRules, extension, reported) : unchanged();
    }
    case 'create_order': {
      const order = orderIn(payment, event.operationId);
      return order ? applyByRules(orderRules, order, reported) : unchanged();
    }
    case 'pre_authenticate':
    case 'authenticate': {
      const { authentication } = attempt;
      const isCurrent = isAuthenticating(attempt) && authentication?.operation === event.operationId;
      return isCurrent ? applyByRules(authenticationRules, authentication, reported) : unchanged();
    }
    case 'post_capture_void': {
      const known = voidIn(payment, event.operationId);
      return known ? applyByRules(postCaptureVoidRules, known, reported) : unchanged();
    }
    default: {
      const capture = event.flow === 'capture' ? oneOfSeveral(payment, event) : undefined;
      return withoutEndedClaim(
        capture ? applyByRules(multipleCaptureRules, capture, reported) : applyByRules(attemptRules, attempt, reported),
        payment,
        event,
      );
    }
  }
}

/** A claim ends with the outcome that proves it right or wrong. */
function withoutEndedClaim(decision: Decision, before: Payment, event: Event): Decision {
  if (decision.kind === 'refused') return decision;
  const payment = decision.kind === 'decided' ? decision.payment : before;
  const after = afterOutcome(before, payment, event);
  return after === payment ? decision : decided(after, decision.effects);
}
