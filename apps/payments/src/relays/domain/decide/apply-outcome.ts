import type { connectorRelayOutcome, DataOf, Outcome, ProcessorError, Unanswered } from '@payorch/contracts';
import { equals, moveState } from '@payorch/kernel';
import type { Amounts, OutcomeRules } from '@payorch/operations';
import { afterUnansweredSync, applyOutcome, caseOf, stillUnknownAfterMs, syncDelayMs } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { Relay } from '../relay';
import { isOpen, requestedMoney, withIncident } from '../relay';
import type { RelayEvent } from '../relay.machine';
import { relayMachine, relayOperations } from '../relay.machine';

type Event = DataOf<typeof connectorRelayOutcome>;

interface Reported {
  readonly event: Event;
  readonly context: DecideContext;
}

/** Applies an outcome to its relay, from the call, a sync or a webhook, in any order and any number of times. */
export function applyRelayOutcome(relay: Relay | undefined, event: Event, context: DecideContext): Decision {
  if (!relay || relay.operation !== event.operationId) return unchanged();
  if (event.unanswered) return applyUnanswered(relay, event.unanswered, context);
  return applyOutcome({ ...rules, definition: relayOperations[relay.requested.type] }, relay, { event, context });
}

function amountsOf({ requested }: Relay): Amounts {
  switch (requested.type) {
    case 'refund':
    case 'unreferenced_refund':
      return { refund: requested.money };
    case 'capture':
      return { authorized: requested.money };
    case 'incremental_authorization':
      return { incremented: requested.money };
    case 'void':
      return {};
  }
}

const rules: Omit<OutcomeRules<typeof relayMachine, Relay, Reported, Decision>, 'definition'> = {
  caseOf: (relay, { event }) => caseOf(event, amountsOf(relay)),
  moved: (relay, on, reported) => moved(relay, on, reported),
  verified: (relay) => decided({ ...relay, syncCount: relay.syncCount + 1 }, [{ kind: 'sync' }]),
  late: (relay, _reported, verdict) => {
    const replied = withoutReplies(relay);
    if (verdict === 'late_success') return decided(withIncident(replied, 'late_success'), repliesOf(relay));
    if (verdict === 'contradiction') return decided(withIncident(replied, 'contradicted'), repliesOf(relay));
    return relay.pendingReplies.length === 0 ? unchanged() : decided(replied, repliesOf(relay));
  },
};

const withoutReplies = (relay: Relay): Relay => ({ ...relay, pendingReplies: [] });
const repliesOf = ({ pendingReplies }: Relay): Effect[] =>
  pendingReplies.length > 0 ? [{ kind: 'reply', pendingReplies }] : [];

function moved(relay: Relay, on: RelayEvent, { event, context }: Reported): Decision {
  const { outcome } = event;
  const state = moveState(relayMachine, relay.state, on);
  const after: Relay = {
    ...withoutReplies(relay),
    state,
    syncCount: state === relay.state ? relay.syncCount : 0,
    connectorReference: ('reference' in outcome ? outcome.reference : null) ?? relay.connectorReference,
    error: errorAfter(relay, on, outcome),
  };
  const seen = on === 'mismatched' ? withIncident(after, 'amounts_differ') : after;
  return decided(seen, [...syncsAfter(relay, seen, event, context), ...repliesOf(relay)]);
}

/** The job that started a sync has planned the next one already; any other outcome restarts the schedule. */
function syncsAfter(before: Relay, after: Relay, { source }: Event, { rules }: DecideContext): Effect[] {
  if (!isOpen(after)) return isOpen(before) ? [{ kind: 'cancel_sync' }] : [];
  if (source === 'sync' && before.state === after.state) return [];
  return [{ kind: 'sync_later', delayMs: syncDelayMs(rules, after.syncCount) }];
}

/** The sync brought no outcome: callers get the relay as it is, and the worker says when the next sync is due. */
function applyUnanswered(relay: Relay, unanswered: Unanswered, { now, rules }: DecideContext): Decision {
  const replied = withoutReplies(relay);
  if (!isOpen(relay)) return relay.pendingReplies.length === 0 ? unchanged() : decided(replied, repliesOf(relay));
  const { syncCount, delayMs } = afterUnansweredSync(relay.syncCount, unanswered, rules);
  const isOld = now.getTime() - relay.createdAt.getTime() > stillUnknownAfterMs(rules);
  const after = { ...replied, syncCount };
  return decided(isOld ? withIncident(after, 'still_unknown') : after, [
    { kind: 'sync_later', delayMs },
    ...repliesOf(relay),
  ]);
}

const neverThere: ProcessorError = {
  code: 'No error code',
  message: 'The processor knows of no such operation',
  reason: null,
};

/** A relay shows the error with which it failed, or why a person must look at it. */
function errorAfter(relay: Relay, on: RelayEvent, outcome: Outcome): ProcessorError | null {
  switch (on) {
    case 'succeeded':
      return null;
    case 'left_open':
      return relay.error;
    case 'failed':
      return 'error' in outcome ? outcome.error : neverThere;
    case 'mismatched':
      return mismatchOf(relay, outcome);
  }
}

function mismatchOf(relay: Relay, outcome: Outcome): ProcessorError {
  const requested = requestedMoney(relay);
  const isCurrency = requested && 'money' in outcome && outcome.money?.currency !== requested.currency;
  const isAmount = requested && 'money' in outcome && outcome.money && !equals(outcome.money, requested);
  const field = isCurrency ? 'currency' : isAmount ? 'amount' : 'operation';
  return { code: 'IE', message: `Integrity Check Failed! as data mismatched for fields ${field}`, reason: null };
}
