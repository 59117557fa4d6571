import type { connectorMandateOutcome, DataOf, ProcessorError, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import { caseOf, decided, OperationFollower, unchanged } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import { isUsed, type Mandate } from '../mandate';
import type { Revocation } from '../revocation';
import { revocationMachine, revocationOperation } from '../revocation.machine';

type Event = DataOf<typeof connectorMandateOutcome>;

/** The account is gone: no charge through this mandate can reach the processor, so nothing is left to revoke there. */
const isWithoutAccount = ({ outcome }: Event): boolean =>
  outcome.kind === 'not_sent' && outcome.error.code === 'NO_ACCOUNT';

const neverThere: ProcessorError = {
  code: 'No error code',
  message: 'The processor knows of no such revocation',
  reason: null,
};

const errorOf = ({ outcome }: Event): ProcessorError => ('error' in outcome ? outcome.error : neverThere);

const follower = new OperationFollower<typeof revocationMachine, Revocation, Event>({
  definitionOf: () => revocationOperation,
  openStates: ['pending'],
  requestedAt: ({ requestedAt }) => new Date(requestedAt),
  caseOf: (_revocation, event) => (isWithoutAccount(event) ? 'not_supported' : caseOf(event)),
  moved(revocation, on, event) {
    const state = moveState(revocationMachine, revocation.state, on);
    return { ...revocation, state, error: state === 'failed' ? errorOf(event) : null };
  },
});

/** Applies an outcome to the revocation that it is about, from the call or a sync, in any order and any number of times. */
export function applyRevocationOutcome(mandate: Mandate | undefined, event: Event, context: DecideContext): Decision {
  const revocation = mandate?.revocation;
  if (!revocation || revocation.operation !== event.operationId) return unchanged();
  const followed = follower.outcome(revocation, event, context);
  if (!followed) return unchanged();
  const { operation: after, effects } = followed;
  switch (after.state) {
    case 'pending':
      return decided({ ...mandate, revocation: after }, effects);
    case 'succeeded': {
      const forgets: Effect[] = event.outcome.kind === 'revoked' ? [{ kind: 'forget_reference' }] : [];
      return decided({ ...mandate, status: 'revoked', revocation: after }, [...effects, ...forgets]);
    }
    case 'failed': {
      // A payment may have used a single-use mandate up while the revocation was under way.
      const status = isUsed(mandate) && mandate.captured > 0n ? 'revoked' : revocation.formerStatus;
      const refusal = refusalOf(event);
      return decided<Mandate, Effect>(
        { ...mandate, status, revocation: after },
        effects.map((effect) => (effect.kind === 'reply' ? { ...effect, kind: 'refuse', refusal } : effect)),
      );
    }
  }
}

/** A sync of the revocation is due. */
export function syncRevocation(mandate: Mandate | undefined, _job: unknown, { rules }: DecideContext): Decision {
  const followed = mandate?.revocation && follower.syncDue(mandate.revocation, rules);
  return followed ? decided({ ...mandate, revocation: followed.operation }, followed.effects) : unchanged();
}

function refusalOf(event: Event): Refusal {
  const { code, message, reason } = errorOf(event);
  const { connector } = event.account;
  return refuse('connector_refused', { code, message, connector, ...(reason !== null && { reason }) });
}
