import type { DataOf, paymentCheck, paymentReturn, paymentSync } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import { nextQuestion, questionAbout } from '../asking';
import type { Attempt } from '../attempt';
import { isIn } from '../attempt';
import { isAsked } from '../attempt.machine';
import { routeOf, waitingFor } from '../begin';
import { checkCaller } from '../caller';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged, waitersOf } from '../decision';
import { questionAboutExtension } from '../extensions';
import type { Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { questionAboutVoid } from '../post-capture-void';
import { showingWhole, wholeOf } from '../whole-answer';
import { askRefunds } from './ask-refunds';

/** `force_sync`: asks where the processor, or the owner of refunds, may know more than we do, else answers at once. */
export function syncPayment(
  payment: Payment | undefined,
  command: DataOf<typeof paymentSync>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  return (
    checkCaller(payment, command.caller, context.now) ??
    ask(payment, context, command.caller.kind === 'merchant' ? command : {}) ??
    askRefunds(payment, command, context)
  );
}

/** Nobody answered a command in time: this one, which came behind it, tells what became of it. */
export function lookAtPayment(
  payment: Payment | undefined,
  { caller }: DataOf<typeof paymentCheck>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  return checkCaller(payment, caller, context.now) ?? answerNow(context);
}

/**
 * The customer is back: what the browser brought along proves nothing, so the processor is asked. Whoever comes back again
 * soon waits for the next question, so that any number of returns costs one question in that time.
 */
export function customerReturned(
  payment: Payment | undefined,
  _command: DataOf<typeof paymentReturn>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  const { lastLookupAt } = payment;
  const nextAt = lastLookupAt === null ? 0 : lastLookupAt.getTime() + context.rules.returnLookupEveryMs;
  const delayMs = nextAt - context.now.getTime();
  if (delayMs <= 0 || !questionAbout(payment, attempt)) return askNow(payment, context, { lastLookupAt: context.now });
  return decided({ ...payment, waiters: waitingFor(payment, context) }, [
    { kind: 'ask_later', attemptId: attempt.id, delayMs },
  ]);
}

/** Answers once the processor has spoken; at once where there is nothing to ask it. */
export const askNow = (
  payment: Payment,
  context: DecideContext,
  noted: Partial<Pick<Payment, 'lastLookupAt'>> = {},
): Decision => ask({ ...payment, ...noted }, context) ?? answerNow(context);

const answerNow = (context: DecideContext): Decision => unchanged([{ kind: 'answer', waiters: waitersOf(context) }]);

/** Undefined where nobody's word is waited for. */
function ask(
  payment: Payment,
  context: DecideContext,
  asked: Parameters<typeof wholeOf>[0] = {},
): Decision | undefined {
  const attempt = activeAttempt(payment);
  const question = questionAbout(payment, attempt);
  if (!question) return undefined;
  const asking = withAttempt(showingWhole(payment, asked), { ...attempt, asked: attempt.asked + 1 });
  return decided({ ...asking, waiters: waitingFor(payment, context) }, [{ ...question, ...wholeOf(asked) }]);
}

/** Routing has not told us of an account yet: it is asked the same again, and the worker that has the operation answers. */
function questionFor(payment: Payment, attempt: Attempt, context: DecideContext): Effect | undefined {
  if (isIn(attempt, 'authorizing')) return questionAbout(payment, attempt) ?? routeOf(payment, attempt, context);
  if (isAsked(attempt.state)) return questionAbout(payment, attempt);
  return questionAboutExtension(payment, attempt) ?? questionAboutVoid(payment, attempt);
}

/** A job came due: asks, and plans the next question before the answer is there, so that a lost answer costs nothing. */
export function askAgain(
  payment: Payment | undefined,
  { attemptId }: { attemptId: AttemptId },
  context: DecideContext,
): Decision {
  const attempt = payment?.attempts.find(({ id }) => id === attemptId);
  if (!payment || !attempt) return unchanged();
  const question = questionFor(payment, attempt, context);
  if (!question) return unchanged();
  const asking = { ...attempt, asked: attempt.asked + 1 };
  const effects: Effect[] = [question, nextQuestion(asking, context)];
  if (asking.asked === context.rules.askQuietly) {
    effects.push({ kind: 'incident', attemptId, incident: 'still_unknown' });
  }
  return decided({ ...withAttempt(payment, asking), lastLookupAt: context.now }, effects);
}
