import type {
  connectorAuthenticationSync,
  connectorDisputeSync,
  connectorMandateSync,
  connectorRefundSync,
  connectorRelaySync,
  connectorSync,
  DataOf,
  Outcome,
} from '@payorch/contracts';
import { hasAmount } from '@payorch/operations';
import type { HttpReply } from '@payorch/connector-kit';
import type { Logger } from '@payorch/platform/telemetry';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { SyncPace } from '../admission/sync-pace';
import { absenceCountsAfter } from '../domain/decide/absence-counts';
import type { SyncOutcome } from '../domain/decide/sync-outcome';
import { syncOutcome } from '../domain/decide/sync-outcome';
import type { Operation, OperationFacts } from '../domain/operation';
import { notSent, unknownBecause } from '../domain/outcomes';
import type { Report } from './outcome-message';
import type { DeferredOperationRepository } from '../persistence/deferred-operation.repository';
import type { OperationRepository } from '../persistence/operation.repository';
import { factsOfAuthentication } from './commands/authentication-call';
import { idsOf } from './commands/call-command';
import type { OperationLog } from './operation-log';
import type { ProcessorCall } from '../calls/processor-call';
import { factsOfPayout, type PayoutSyncCommand } from './commands/payout-call';
import { factsOfRelay } from './commands/relay-call';
import { guardedSyncCall, syncCallOf, syncRequestOf } from '../calls/sync-request';
import type { UsedCvcs } from './commands/used-cvcs';
import { rawOf, withRaw } from './raw-answer';

export type SyncCommand = DataOf<typeof connectorSync>;
export type RefundSyncCommand = DataOf<typeof connectorRefundSync>;
export type MandateSyncCommand = DataOf<typeof connectorMandateSync>;
export type DisputeSyncCommand = DataOf<typeof connectorDisputeSync>;
export type RelaySyncCommand = DataOf<typeof connectorRelaySync>;
export type AuthenticationSyncCommand = DataOf<typeof connectorAuthenticationSync>;
type Command =
  | SyncCommand
  | RefundSyncCommand
  | MandateSyncCommand
  | DisputeSyncCommand
  | RelaySyncCommand
  | AuthenticationSyncCommand
  | PayoutSyncCommand;

export interface OperationSyncOptions {
  readonly log: OperationLog;
  readonly rows: Pick<OperationRepository, 'read' | 'countAbsence'>;
  readonly deferred: Pick<DeferredOperationRepository, 'has'>;
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
  readonly processor: ProcessorCall;
  readonly usedCvcs: Pick<UsedCvcs, 'deleteAfter'>;
  readonly pace: Pick<SyncPace, 'postpone'>;
  readonly logger: Pick<Logger, 'error'>;
  /** After a sync without an answer, the next sync waits at least this long. */
  readonly syncAgainMs: number;
  /** "Not found" counts only this long after the call began: twice the longest call. */
  readonly absenceCountsAfterMs: number;
}

function factsOf(command: Command): OperationFacts {
  if ('relayId' in command) return factsOfRelay(command);
  if ('authenticationId' in command) return factsOfAuthentication(command);
  if ('payoutId' in command) return factsOfPayout(command);
  const { reference } = command;
  const unused = { fallbacks: null, decision: null, cvcReference: null, accountPin: null };
  const owner = { relayId: null, authenticationId: null };
  const about = { ...idsOf(command), reference, ...unused, ...owner };
  if ('mandateId' in command) {
    return { ...about, flow: 'revoke_mandate', refund: null, mandateId: command.mandateId, money: null };
  }
  if ('disputeId' in command) {
    const { flow, disputeId } = command;
    return { ...about, flow, refund: null, disputeId, money: null };
  }
  const { money } = command;
  if ('refundId' in command) {
    const { refundId, paymentReference } = command;
    return { ...about, flow: 'refund', refund: { refundId, paymentReference }, money };
  }
  return { ...about, flow: command.flow, refund: null, money: hasAmount(command.flow) ? money : null };
}

/** `readAt`: when the row was read; undefined for one that this sync wrote. */
interface KnownOperation {
  readonly operation: Operation;
  readonly readAt: Date | undefined;
}

interface LookupResult {
  readonly outcome: Outcome;
  /** Milliseconds after the call from which "not found" counts; undefined: never. */
  readonly absenceCountsAfterMs: number | undefined;
  /** Whether the processor was called and did not answer. */
  readonly isUnanswered?: boolean;
  /** The processor's raw answer, if it was requested. */
  readonly raw?: string | undefined;
}

/** Syncs operations with processors. A sync moves no money; it forbids an operation that was never begun. */
export class OperationSync {
  constructor(private readonly options: OperationSyncOptions) {}

  /** `requestId`: the request that caused the sync, for log lines. */
  async run(command: Command, accountVersion: number | undefined, requestId?: string): Promise<Report> {
    await this.options.accounts.caughtUp(command.merchantId, accountVersion);
    const known = await this.rowOf(command);
    if (!known) return this.notBegun(command);
    const { operation: row } = known;
    const { outcome: received, isNew, isUnanswered, raw } = await this.lookup(known, command, requestId);
    const { operation, outcome: final } = isNew
      ? await this.store(row, received)
      : { operation: row, outcome: received };
    if (isNew) this.options.usedCvcs.deleteAfter({ operation, outcome: final });
    const outcome = raw === undefined ? final : withRaw(final, raw);
    const { pace, syncAgainMs } = this.options;
    if (!isUnanswered || outcome.kind !== 'unknown') return reportOf(operation, outcome, command);
    const syncInMs = pace.postpone(row.account.merchantConnectorId, syncAgainMs);
    return { ...reportOf(operation, outcome, command), unanswered: { called: true, syncInMs } };
  }

  private async store(row: Operation, outcome: Outcome): Promise<{ operation: Operation; outcome: Outcome }> {
    const { log } = this.options;
    if (outcome.kind !== 'absent') return { operation: await log.storeOutcome(row, outcome), outcome };
    const { isMine, operation } = await log.storeAbsence(row);
    // Sent again or answered since the row was read: this "not found" does not apply.
    if (!isMine) return { operation, outcome: operation.outcome ?? unknownBecause('NOT_FOUND_YET', row.reference) };
    return { operation, outcome };
  }

  /** The account takes no sync now: the processor is not called. A final stored outcome answers the sync. */
  async postpone(command: Command, syncInMs: number): Promise<Report> {
    const known = await this.rowOf(command);
    if (!known) return this.notBegun(command);
    const { operation: row } = known;
    const { outcome } = syncOutcome(row, { outcome: unknownBecause('NOT_CALLED', row.reference), notFoundCount: 0 });
    const report = reportOf(row, outcome, command);
    return outcome.kind === 'unknown' ? { ...report, unanswered: { called: false, syncInMs } } : report;
  }

  /** Undefined for a deferred operation. An operation that is neither stored nor deferred is forbidden. */
  private async rowOf(command: Command): Promise<KnownOperation | undefined> {
    const { log, rows, deferred } = this.options;
    const { merchantId, operationId } = command;
    const known = await rows.read(merchantId, operationId);
    if (known) return known;
    if (await deferred.has(merchantId, operationId)) return undefined;
    return { operation: await log.forbid(factsOf(command)), readAt: undefined };
  }

  /** The operation is deferred: nothing was sent yet, so the processor is not called. */
  private notBegun(command: Command): Report {
    const { pace, syncAgainMs } = this.options;
    const operation = {
      ...factsOf(command),
      state: 'sent',
      leaseToken: null,
      sentAt: null,
      found: null,
      outcome: null,
    } as const;
    const syncInMs = pace.postpone(command.account.merchantConnectorId, syncAgainMs);
    const outcome = unknownBecause('NOT_CALLED', operation.reference);
    return { ...reportOf(operation, outcome, command), unanswered: { called: false, syncInMs } };
  }

  private async lookup(
    { operation: row, readAt }: KnownOperation,
    command: Command,
    requestId?: string,
  ): Promise<SyncOutcome & Pick<LookupResult, 'isUnanswered' | 'raw'>> {
    const {
      outcome,
      absenceCountsAfterMs,
      isUnanswered = false,
      raw,
    } = await this.callProcessor(row, command, requestId);
    const counts = absenceCountsAfterMs !== undefined && readAt !== undefined && row.state !== 'never';
    if (outcome.kind !== 'absent' || !counts)
      return { ...syncOutcome(row, { outcome, notFoundCount: 0 }), isUnanswered, raw };
    // Counted from before the request: a slow answer, and a database that is busy after it, show the state at an earlier time.
    const absence = { readAt, countsAfterMs: absenceCountsAfterMs };
    const notFoundCount = await this.options.rows.countAbsence(row.merchantId, row.operationId, absence);
    return syncOutcome(row, { outcome, notFoundCount });
  }

  private unreadable(error: unknown, row: Operation, requestId: string | undefined): void {
    const facts = { error, ...logFactsOf(row), ...(requestId !== undefined && { request_id: requestId }) };
    this.options.logger.error(facts, 'a connector failed to read the answer to a sync');
  }

  private async callProcessor(row: Operation, command: Command, requestId?: string): Promise<LookupResult> {
    const withoutLookup = (outcome: Outcome): LookupResult => ({ outcome, absenceCountsAfterMs: undefined });
    const account = this.options.accounts.account(row.merchantId, row.account);
    if (!account) return withoutLookup(unknownBecause('NO_ACCOUNT', row.reference));
    const reference = row.reference ?? factsOf(command).reference;
    const request = syncRequestOf({ ...row, reference }, { ...namedIn(command), sentAt: row.sentAt });
    const found = request && syncCallOf(account.bound, request);
    const call = found && guardedSyncCall(found, (error) => this.unreadable(error, row, requestId));
    // Without a lookup only the row is left; it shows at least that an operation was never begun.
    if (!request || !call)
      return withoutLookup(row.state === 'never' ? notSent('NEVER_SENT') : unknownBecause('NO_LOOKUP', row.reference));
    const called = await this.options.processor.send(call.request, {
      account: row.account.merchantConnectorId,
      connector: row.account.connector,
      flow: request.flow,
    });
    if (called.kind === 'failed') return unansweredSync(called.outcome, row.reference);
    const { absenceCountsAfterMs } = this.options;
    const options = {
      absenceCountsAfterMs,
      hasProcessorReference: request.flow === 'refundSync' || reference !== null,
    };
    return {
      outcome: call.read(called.reply),
      ...('allKeysRequired' in command && command.allKeysRequired && { raw: rawOf(called.reply) }),
      isUnanswered: isNoAnswer(called.reply),
      absenceCountsAfterMs: absenceCountsAfter(account.connector.guarantees, options),
    };
  }
}

/** What the row does not have. */
const namedIn = (command: Command) => ({
  ...('connectedAccount' in command && { connectedAccount: command.connectedAccount }),
  ...('chargeReference' in command && { chargeReference: command.chargeReference }),
  ...('recipientReference' in command && { recipientReference: command.recipientReference }),
});

const logFactsOf = ({ operationId, flow, merchantId, paymentId, refund }: Operation) => ({
  operationId,
  flow,
  merchant_id: merchantId,
  payment_id: paymentId,
  ...(refund && { refund_id: refund.refundId }),
});

/** A sync that did not reach the processor says nothing about the operation: a failed sync never fails a payment. */
const unansweredSync = (outcome: Outcome, reference: string | null): LookupResult => ({
  outcome: outcome.kind === 'not_sent' ? { kind: 'unknown', reference, error: outcome.error } : outcome,
  absenceCountsAfterMs: undefined,
  isUnanswered: true,
});

/** A fault of the processor, or too many requests: no answer to the sync. */
const isNoAnswer = ({ status }: HttpReply): boolean => status >= 500 || status === 429;

const reportOf = (operation: Operation, outcome: Outcome, { operationId, round }: Command): Report => ({
  operation,
  outcome,
  source: 'sync',
  messageId: `${operationId}:sync:${round}`,
});
