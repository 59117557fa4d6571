import type { connectorMandateOutcome, DataOf, ProcessorError } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import type { OutcomeCase } from '@payorch/operations';
import {
  afterScheduledSync,
  afterUnansweredSync,
  applyOutcome,
  caseOf,
  stillUnknownAfterMs,
  syncDelayMs,
} from '@payorch/operations';
import type { OutcomeRules } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import { isUsed, type Mandate } from '../mandate';
import type { Revocation } from '../revocation';
import type { RevocationState } from '../revocation.machine';
import { revocationMachine, revocationOperation } from '../revocation.machine';

type Event = DataOf<typeof connectorMandateOutcome>;

interface Reported {
  readonly mandate: Mandate;
  readonly event: Event;
  readonly context: DecideContext;
}

/** The account is gone: no charge through this mandate can reach the processor, so nothing is left to revoke there. */
const isWithoutAccount = ({ outcome }: Event): boolean =>
  outcome.kind === 'not_sent' && outcome.error.code === 'NO_ACCOUNT';

const rules: OutcomeRules<typeof revocationMachine, Revocation, Reported, Decision> = {
  definition: revocationOperation,
  caseOf: (_revocation, { event }): OutcomeCase => (isWithoutAccount(event) ? 'not_supported' : caseOf(event)),
  moved: (revocation, on, reported) => follow(revocation, moveState(revocationMachine, revocation.state, on), reported),
  verified: () => unchanged(),
  late: () => unchanged(),
};

/** Applies an outcome to the revocation that it is about, from the call or a sync, in any order and any number of times. */
export function applyRevocationOutcome(mandate: Mandate | undefined, event: Event, context: DecideContext): Decision {
  const revocation = mandate?.revocation;
  if (!mandate || !revocation || revocation.operation !== event.operationId) return unchanged();
  if (event.unanswered && revocation.state === 'pending') {
    const { syncCount, delayMs } = afterUnansweredSync(revocation.syncCount, event.unanswered, context.rules);
    const ageMs = context.now.getTime() - Date.parse(revocation.requestedAt);
    const isStillUnknown = ageMs > stillUnknownAfterMs(context.rules);
    return stillOpen(mandate, { ...revocation, syncCount }, { delayMs, isStillUnknown });
  }
  return applyOutcome(rules, revocation, { mandate, event, context });
}

/** A due sync; the next one is planned before its outcome, so that a lost outcome costs nothing. */
export function syncRevocation(mandate: Mandate | undefined, _job: unknown, { rules }: DecideContext): Decision {
  const revocation = mandate?.revocation;
  if (!mandate || revocation?.state !== 'pending') return unchanged();
  const { syncCount, isStillUnknown } = afterScheduledSync(revocation.syncCount, rules);
  return decided({ ...mandate, revocation: { ...revocation, syncCount } }, [
    { kind: 'sync', round: syncCount },
    { kind: 'sync_later', delayMs: syncDelayMs(rules, syncCount) },
    ...incident(isStillUnknown),
  ]);
}

function follow(revocation: Revocation, state: RevocationState, { mandate, event, context }: Reported): Decision {
  if (state === 'pending') {
    return event.source === 'sync'
      ? stillOpen(mandate, revocation)
      : stillOpen(mandate, revocation, { delayMs: syncDelayMs(context.rules, revocation.syncCount) });
  }
  const { pendingReplies } = revocation;
  const error = state === 'failed' ? errorOf(event) : null;
  const ended = { ...revocation, state, error, pendingReplies: [] };
  if (state === 'failed') {
    // A payment may have used a single-use mandate up while the revocation was under way.
    const status = isUsed(mandate) && mandate.captured > 0n ? 'revoked' : revocation.formerStatus;
    return decided({ ...mandate, status, revocation: ended }, [
      { kind: 'cancel_sync' },
      { kind: 'refuse', pendingReplies, refusal: refusalOf(error, event) },
    ]);
  }
  const forgets: Effect[] = event.outcome.kind === 'revoked' ? [{ kind: 'forget_reference' }] : [];
  return decided({ ...mandate, status: 'revoked', revocation: ended }, [
    { kind: 'cancel_sync' },
    ...forgets,
    { kind: 'reply', pendingReplies },
  ]);
}

/** Callers learn that the mandate is `pending`; the outcome is published once it is known. */
function stillOpen(
  mandate: Mandate,
  revocation: Revocation,
  { delayMs, isStillUnknown = false }: { readonly delayMs?: number; readonly isStillUnknown?: boolean } = {},
): Decision {
  const { pendingReplies } = revocation;
  const later: Effect[] = delayMs === undefined ? [] : [{ kind: 'sync_later', delayMs }];
  const answered: Effect[] = pendingReplies.length > 0 ? [{ kind: 'reply', pendingReplies }] : [];
  const effects = [...later, ...incident(isStillUnknown), ...answered];
  return decided({ ...mandate, revocation: { ...revocation, pendingReplies: [] } }, effects);
}

const incident = (isStillUnknown: boolean): Effect[] => (isStillUnknown ? [{ kind: 'incident' }] : []);

const neverThere: ProcessorError = {
  code: 'No error code',
  message: 'The processor knows of no such revocation',
  reason: null,
};

const errorOf = ({ outcome }: Event): ProcessorError => ('error' in outcome ? outcome.error : neverThere);

const refusalOf = (error: ProcessorError | null, { account }: Event) => {
  const { code, message, reason } = error ?? neverThere;
  return refuse('connector_refused', {
    code,
    message,
    connector: account.connector,
    ...(reason !== null && { reason }),
  });
};
