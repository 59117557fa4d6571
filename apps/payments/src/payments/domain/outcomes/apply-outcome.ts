import type { Machine, StateOf } from '@payorch/kernel';
import { attemptRules } from './attempt.rules';
import { afterOutcome } from '../attempts/claim';
import { authenticationRules } from './authentication.rules';
import { isAuthenticating } from '../authentications/authentications';
import { withPartialAuthorization } from '../attempts/partial-authorization';
import { multipleCaptureRules, oneOfSeveral } from '../captures/capture.rules';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged } from '../decision';
import { extensionRules } from '../extensions/extension.rules';
import { type FollowUp, followUpIn, type FollowUps } from '../follow-ups';
import { orderRules } from '../orders/order.rules';
import type { Payment } from '../payment';
import { postCaptureVoidRules } from '../post-capture-voids/post-capture-void.rules';
import type { Event } from '../outcome-event';
import type { PaymentRules, Reported } from '../outcome-rules';
import { applyByRules } from './apply-by-rules';
import { unansweredSync } from './unanswered-sync';

type Apply = (reported: Reported) => Decision;

/** An operation with a state of its own, which moves by its own table. */
const toFollowUp =
  <K extends keyof FollowUps, M extends Machine>(
    kind: K,
    rules: PaymentRules<M, FollowUp<K> & { readonly state: StateOf<M> }>,
  ): Apply =>
  (reported) => {
    const known = followUpIn(reported.payment, kind, reported.event.operationId);
    return known ? applyByRules(rules, known as FollowUp<K> & { readonly state: StateOf<M> }, reported) : unchanged();
  };

/** An operation whose outcomes move the attempt. A claim ends with the outcome that proves it right or wrong. */
const toAttempt: Apply = (reported) => {
  const { payment, attempt, event } = reported;
  const capture = event.flow === 'capture' ? oneOfSeveral(payment, event) : undefined;
  const decision = capture
    ? applyByRules(multipleCaptureRules, capture, reported)
    : applyByRules(attemptRules, attempt, reported);
  if (decision.kind === 'refused') return decision;
  const moved = decision.kind === 'decided' ? decision.payment : payment;
  const after = afterOutcome(payment, moved, event);
  return after === moved ? decision : decided(after, decision.effects);
};

/** Only the authentication under way. */
const toAuthentication: Apply = (reported) => {
  const { attempt, event } = reported;
  const { authentication } = attempt;
  const isCurrent = isAuthenticating(attempt) && authentication?.operation === event.operationId;
  return isCurrent ? applyByRules(authenticationRules, authentication, reported) : unchanged();
};

/** What the outcomes of each operation move. */
const outcomes: { readonly [Flow in Event['flow']]: Apply } = {
  authorize: toAttempt,
  capture: toAttempt,
  void: toAttempt,
  increment: toAttempt,
  extend: toFollowUp('extensions', extensionRules),
  create_order: toFollowUp('orders', orderRules),
  post_capture_void: toFollowUp('postCaptureVoids', postCaptureVoidRules),
  pre_authenticate: toAuthentication,
  authenticate: toAuthentication,
};

/** The syncs of an order follow requests, not a schedule; those of an authentication end with it. */
const unscheduled: readonly Event['flow'][] = ['create_order', 'pre_authenticate', 'authenticate'];

/** Applies an outcome to the operation that it is about, by the rules of that operation. */
export function applyOutcome(payment: Payment | undefined, event: Event, context: DecideContext): Decision {
  const attempt = payment?.attempts.find(({ id }) => id === event.attemptId);
  if (!payment || !attempt) return unchanged();
  if (event.unanswered && !unscheduled.includes(event.flow))
    return unansweredSync(payment, attempt, event.unanswered, context);
  return outcomes[event.flow]({ payment, attempt, event: withPartialAuthorization(payment, event), context });
}
