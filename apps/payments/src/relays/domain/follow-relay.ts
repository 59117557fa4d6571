import type { connectorRelayOutcome, DataOf, Outcome, ProcessorError } from '@payorch/contracts';
import { equals, moveState } from '@payorch/kernel';
import type { Amounts, Followed, FollowEffect } from '@payorch/operations';
import { caseOf, decided, OperationFollower, unchanged } from '@payorch/operations';
import type { Decision } from './decision';
import { type Relay, requestedMoney } from './relay';
import type { RelayEvent } from './relay.machine';
import { openRelayStates, relayMachine, relayOperations } from './relay.machine';

export type RelayOutcome = DataOf<typeof connectorRelayOutcome>;

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

/** What outcomes and syncs do to a relay. */
export const relayFollower = new OperationFollower<typeof relayMachine, Relay, RelayOutcome>({
  definitionOf: ({ requested }) => relayOperations[requested.type],
  openStates: openRelayStates,
  requestedAt: ({ createdAt }) => createdAt,
  caseOf: (relay, event) => caseOf(event, amountsOf(relay)),
  moved: (relay, on, { outcome }) => ({
    ...relay,
    state: moveState(relayMachine, relay.state, on),
    connectorReference: ('reference' in outcome ? outcome.reference : null) ?? relay.connectorReference,
    error: errorAfter(relay, on, outcome),
  }),
});

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

/** The decision about what follows; a relay names its incidents, each once. */
export function decideFollowed(followed: Followed<Relay> | undefined): Decision {
  if (!followed) return unchanged();
  const { operation: relay, effects } = followed;
  const incidents = new Set(relay.incidents);
  for (const effect of effects) if (effect.kind === 'incident') incidents.add(effect.incident);
  return decided({ ...relay, incidents: [...incidents] }, effects.filter(isPerformed));
}

type Performed = Exclude<FollowEffect, { readonly kind: 'incident' }>;
const isPerformed = (effect: FollowEffect): effect is Performed => effect.kind !== 'incident';
