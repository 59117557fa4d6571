import type { connectorBeginCheck, DataOf } from '@payorch/contracts';
import { failPoint } from '@payorch/platform/config';
import type { ConnectorLanes } from '@payorch/platform/kafka';
import { repeatedOutcome } from '../domain/decide/repeated-outcome';
import { beginVerdict } from '../domain/decide/begin-verdict';
import type { Operation, OperationFacts } from '../domain/operation';
import { notSent } from '../domain/outcomes';
import type { Report } from './outcome-message';
import type { OperationRepository } from '../persistence/operation.repository';
import type { Presence } from '../presence/presence';
import { idsOf, withoutMetadata } from './commands/call-command';
import type { OperationLog } from './operation-log';

export type BeginCheckCommand = DataOf<typeof connectorBeginCheck>;

/** The outcome of the operation if there is one, else its state. */
export type BeginAnswer =
  | { readonly kind: 'outcome'; readonly report: Report }
  | { readonly kind: 'begun'; readonly account: Operation['account'] }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'no_other_account' };

export interface BeginCheckerOptions {
  readonly log: Pick<OperationLog, 'forbid'>;
  readonly rows: Pick<OperationRepository, 'load'>;
  readonly presence: Pick<Presence, 'lanes'>;
  readonly lanes: Pick<ConnectorLanes, 'laneOf'>;
}

const workersAway = notSent('WORKERS_AWAY', 'another_account');

/**
 * Checks whether an authorization has begun, whatever its connector. The checker may forbid one that has not begun: only the
 * row on disk allows another account to begin (docs/adr/0070-sent-again-under-its-key.md).
 */
export class BeginChecker {
  constructor(private readonly options: BeginCheckerOptions) {}

  async run(command: BeginCheckCommand): Promise<BeginAnswer> {
    const { log, rows, presence, lanes } = this.options;
    const row = await rows.load(command.merchantId, command.operationId);
    if (row) return answerOf(row);
    const hasWorker = await presence.lanes();
    const verdict = beginVerdict(command, (account) => hasWorker(lanes.laneOf(account)));
    if (verdict.kind !== 'forbid') return verdict;
    const forbidden = await log.forbid({ ...factsOf(command), fallbacks: verdict.instead }, workersAway);
    failPoint('forbidden-before-report');
    return answerOf(forbidden);
  }
}

const factsOf = (command: BeginCheckCommand): OperationFacts => ({
  ...idsOf(command),
  flow: 'authorize',
  refund: null,
  money: command.money,
  reference: null,
  fallbacks: command.fallbacks,
  decision: withoutMetadata(command.decision),
  cvcReference: null,
  accountPin: null,
  relayId: null,
  authenticationId: null,
});

/** Repeats a stored outcome: `payments` may not have received it. */
function answerOf(operation: Operation): BeginAnswer {
  if (operation.state === 'sent') return { kind: 'begun', account: operation.account };
  const { outcome, as } = repeatedOutcome(operation);
  const report = { operation, outcome, source: 'call', messageId: `${operation.operationId}:${as}` } as const;
  return { kind: 'outcome', report: operation.state === 'never' ? report : { ...report, isRepeated: true } };
}
