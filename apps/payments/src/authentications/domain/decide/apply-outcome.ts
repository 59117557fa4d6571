import type { connectorAuthenticationOutcome, DataOf } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import type { OutcomeRules } from '@payorch/operations';
import { applyOutcome, caseOf, decided, syncDelayMs, unchanged } from '@payorch/operations';
import { authenticationMachine, authenticationOperation } from '../authentication.machine';
import { afterOutcome } from '../authentication-progress';
import type { Authentication } from '../authentication';
import type { DecideContext, Decision, Effect } from '../decision';
import { isOpen, type StandaloneAuthentication, withoutCardNumber, withProgress } from '../standalone-authentication';

type Event = DataOf<typeof connectorAuthenticationOutcome>;

interface Reported {
  readonly known: StandaloneAuthentication;
  readonly event: Event;
  readonly context: DecideContext;
}

/** Applies an outcome to the authentication, from the call or a sync, in any order and any number of times. */
export function applyAuthenticationOutcome(
  known: StandaloneAuthentication | undefined,
  event: Event,
  context: DecideContext,
): Decision {
  const { progress } = known ?? {};
  if (!known || !progress || !isOpen(known) || progress.operation !== event.operationId) return unchanged();
  return applyOutcome(rules, progress, { known, event, context });
}

const repliesOf = ({ pendingReplies }: StandaloneAuthentication): Effect[] => [{ kind: 'reply', pendingReplies }];
const withoutReplies = (known: StandaloneAuthentication): StandaloneAuthentication => ({
  ...known,
  pendingReplies: [],
});

/** No sync changes what a table calls late: the callers get the present state. */
const answered = (_progress: Authentication, { known }: Reported): Decision =>
  known.pendingReplies.length === 0 ? unchanged() : decided(withoutReplies(known), repliesOf(known));

const rules: OutcomeRules<typeof authenticationMachine, Authentication, Reported, Decision> = {
  definition: authenticationOperation,
  caseOf: (_progress, { event }) => caseOf(event),
  moved: (progress, on, reported) => {
    const state = moveState(authenticationMachine, progress.state, on);
    return follow(reported, afterOutcome(progress, state, reported.event.outcome));
  },
  verified: answered,
  late: answered,
};

function follow({ known, event, context }: Reported, progress: Authentication): Decision {
  // The time of a step counts from its beginning, however often the server is asked.
  const hasMoved = progress.state !== known.state;
  const moved = hasMoved ? { ...known, stepAt: context.now, syncCount: 0 } : known;
  const after = withProgress(moved, progress);
  const customerTime: Effect = { kind: 'due_later', delayMs: context.rules.customerTimeoutMs };
  switch (progress.state) {
    case 'succeeded':
    case 'failed':
      return decided(withoutReplies(withoutCardNumber(after)), [{ kind: 'cancel_due' }, ...repliesOf(known)]);
    case 'browser_awaited':
    case 'challenged':
      return decided(withoutReplies(after), [...(hasMoved ? [customerTime] : []), ...repliesOf(known)]);
    default: {
      // Without an answer the browser still waits. The job behind a sync has already planned the next one.
      const soon: Effect = { kind: 'due_later', delayMs: syncDelayMs(context.rules, after.syncCount) };
      return decided(after, event.source === 'call' ? [soon] : []);
    }
  }
}
