import type { Outcome } from '@payorch/contracts';
import { failPoint } from '@payorch/platform/config';
import type { Logger } from '@payorch/platform/telemetry';
import type { OpenedAccount, OpenedAccounts } from '../accounts/opened-accounts';
import { afterResend } from '../domain/decide/after-resend';
import { repeatedOutcome } from '../domain/decide/repeated-outcome';
import { resendWithinMs } from '../domain/decide/resend-within';
import type { Operation } from '../domain/operation';
import { isKnownToProcessor } from '../domain/operation';
import type { NotSentReason } from '../domain/outcomes';
import { claimLost, isStale, notSent } from '../domain/outcomes';
import type { Report } from './outcome-message';
import type { CallCommand } from './commands/call-command';
import { factsOf } from './commands/call-command';
import type { CallPreparer, Preparation } from './commands/call-preparer';
import { mayWriteWithin } from './lease';
import { lineOf } from './operation-lines';
import type { OperationLog } from './operation-log';
import { runPreliminaries } from './commands/preliminaries';
import type { PreparedCall } from '../calls/prepared-call';
import type { ProcessorCall } from '../calls/processor-call';
import type { UsedCvcs } from './commands/used-cvcs';

export interface OperationRunnerOptions {
  readonly log: OperationLog;
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
  readonly preparer: CallPreparer;
  readonly processor: ProcessorCall;
  readonly usedCvcs: Pick<UsedCvcs, 'deleteAfter'>;
  /** A claim older than this sends nothing: a sync may have reported since then that nothing was sent. */
  readonly leaseMs: number;
  readonly logger: Pick<Logger, 'operation'>;
}

/** A claim of an operation by this process. */
interface Claim {
  /** The account right before the claim. */
  readonly account: OpenedAccount | undefined;
  readonly operation: Operation;
  /** The call, prepared while the claim was written. */
  readonly prepared?: Promise<Preparation> | undefined;
  readonly mayWrite: () => boolean;
  readonly takenAt: number;
  /** Another claim may have sent the operation before. */
  readonly isResend: boolean;
  readonly isRenewed: boolean;
}

/** `isOfTheCall`: the outcome of the operation's own call, not of a preliminary. */
interface CallOutcome {
  readonly outcome: Outcome;
  readonly isOfTheCall: boolean;
}

const beforeCall = (outcome: Outcome): CallOutcome => ({ outcome, isOfTheCall: false });

/**
 * Runs the operations that move money. Each is sent by one claim; one without an answer is sent again only under an
 * idempotency key that its processor guarantees to honour (docs/adr/0070-sent-again-under-its-key.md).
 */
export class OperationRunner {
  constructor(private readonly options: OperationRunnerOptions) {}

  async run(command: CallCommand, accountVersion: number | undefined): Promise<Report> {
    const { log, accounts } = this.options;
    await accounts.caughtUp(command.data.merchantId, accountVersion);
    const account = this.accountOf(command);
    const lease = this.begin();
    const claiming = log.claim(factsOf(command, account?.pin));
    const prepared = this.prepareAhead(command, account);
    const { mine, operation } = await claiming;
    if (!mine) return this.redelivered(command, operation);
    return this.carryOut(command, { ...lease, account, operation, prepared, isResend: false, isRenewed: false });
  }

  /**
   * Prepares the call while the claim is written to disk. The shorter the time between claim and call, the fewer payments fail
   * because a killed worker had claimed but not sent them.
   */
  private prepareAhead(command: CallCommand, account: OpenedAccount | undefined): Promise<Preparation> {
    const preparing = this.options.preparer.prepare(command, account);
    // Not awaited if the claim fails or belongs to another worker.
    preparing.catch(() => undefined);
    return preparing;
  }

  /** The command came too late: forbids the operation, unless a worker has begun it. */
  async forbid(command: CallCommand): Promise<Report> {
    return this.redelivered(command, await this.options.log.forbid(factsOf(command)));
  }

  private accountOf({ data }: CallCommand): OpenedAccount | undefined {
    return this.options.accounts.account(data.merchantId, data.account);
  }

  /** Starts the lease before the row is written, so that a lease never lasts longer than `leaseMs`. */
  private begin(): Pick<Claim, 'mayWrite' | 'takenAt'> {
    return { takenAt: performance.now(), mayWrite: mayWriteWithin(this.options.leaseMs) };
  }

  /** The operation was claimed before, by this process or another. It is sent again under its idempotency key, or never. */
  private async redelivered(command: CallCommand, row: Operation): Promise<Report> {
    const account = this.accountOf(command);
    const withinMs = resendWithinMs(row, { flow: command.flow, account: command.data.account }, account);
    if (withinMs === undefined) return this.repeatReport(row);
    const lease = this.begin();
    const operation = await this.options.log.takeOver(row, withinMs);
    if (!operation) return this.repeatReport(row);
    return this.carryOut(command, { ...lease, account, operation, isResend: true, isRenewed: false });
  }

  /**
   * The account takes no operation now: the operation ends as not sent, so that another account may take it. The row is on disk
   * before the outcome is published. An operation that was begun before is reported with its
   * outcome or as unknown, and no other account takes it.
   */
  async refuse(command: CallCommand, reason: NotSentReason): Promise<Report> {
    return this.repeatReport(await this.options.log.forbid(factsOf(command), notSent(reason, 'another_account')));
  }

  private async repeatReport(operation: Operation): Promise<Report> {
    const { outcome, as } = repeatedOutcome(operation);
    const { operationId, state } = operation;
    if (state === 'sent') await this.options.log.storeOutcome(operation, outcome);
    else this.deleteCvc(operation, outcome);
    const isRepeated = state === 'answered' || state === 'unknown';
    return { operation, outcome, source: 'call', messageId: `${operationId}:${as}`, ...(isRepeated && { isRepeated }) };
  }

  private async carryOut(command: CallCommand, claim: Claim): Promise<Report> {
    if (!claim.isRenewed)
      this.options.logger.operation({ event: 'operation.begun', ...lineOf(claim.operation, command.requestId) });
    failPoint('claimed-before-send');
    const preparation = await (claim.prepared ?? this.prepare(command, claim));
    const received =
      preparation.kind === 'ready' ? await this.send(preparation.call, claim) : beforeCall(preparation.outcome);
    if (isStale(received.outcome) && !claim.isRenewed) {
      const lease = this.begin();
      const operation = await this.options.log.renew(claim.operation);
      const again = { ...claim, ...lease, prepared: undefined, isRenewed: true };
      if (operation) return this.carryOut(command, { ...again, operation });
    }
    return this.conclude(
      claim,
      claim.isResend ? afterResend(received.outcome, received.isOfTheCall) : received.outcome,
    );
  }

  private prepare(command: CallCommand, { account, isResend }: Claim): Promise<Preparation> {
    return this.options.preparer.prepare(command, account, { hasBegun: isResend });
  }

  private async send(call: PreparedCall, { operation, takenAt, mayWrite }: Claim): Promise<CallOutcome> {
    const { processor, leaseMs, log } = this.options;
    const { account, flow } = operation;
    const by = { account: account.merchantConnectorId, connector: account.connector, flow };
    const known = operation.found ?? {};
    // The preliminaries have half of the lease; in the other half the call must begin.
    const result = await runPreliminaries(call.before, { processor, by, known, until: takenAt + leaseMs / 2 });
    if (result.kind === 'ended') return beforeCall(result.outcome);
    const { found } = result;
    const request = call.request(found);
    if (!request) return beforeCall(notSent('REQUEST_NOT_BUILT'));
    failPoint('found-before-store');
    const hasNewFindings = Object.keys(found).length > Object.keys(known).length;
    if (hasNewFindings && this.mayBeSentAgain(operation) && !(await log.noteFound(operation, found)))
      return beforeCall(claimLost());
    failPoint('sent-before-write');
    const called = await processor.send(request, { ...by, mayWrite });
    return { outcome: called.kind === 'reply' ? call.read(called.reply, found) : called.outcome, isOfTheCall: true };
  }

  private async conclude({ operation }: Claim, received: Outcome): Promise<Report> {
    failPoint('response-before-store');
    const stored = await this.options.log.storeResult(operation, received);
    if (!stored.isMine) return this.concludeWithoutClaim(stored.operation, received);
    this.deleteCvc(stored.operation, stored.operation.outcome ?? received);
    failPoint('stored-before-result');
    return reportOf(stored.operation, received);
  }

  /** The claim was taken over during the call. An outcome with money is true all the same; the new claim reports the rest. */
  private async concludeWithoutClaim(row: Operation, received: Outcome): Promise<Report> {
    if (!isKnownToProcessor(received)) return this.repeatReport(row);
    const known = await this.options.log.storeOutcome(row, received);
    this.deleteCvc(known, received);
    return reportOf(known, received);
  }

  private mayBeSentAgain({ merchantId, account }: Operation): boolean {
    return this.options.accounts.account(merchantId, account)?.connector.guarantees.idempotencyKeys !== undefined;
  }

  private deleteCvc(operation: Operation, outcome: Outcome): void {
    this.options.usedCvcs.deleteAfter({ operation, outcome, mayBeSentAgain: this.mayBeSentAgain(operation) });
  }
}

/** An answer counts once. A missing answer has another message id, so that it does not hide a later answer. */
function reportOf(operation: Operation, received: Outcome): Report {
  const { operationId, outcome: stored } = operation;
  const report = { operation, source: 'call' } as const;
  // Money that appears after the row recorded its absence is never dropped: `payments` opens an incident.
  const isLate = stored !== null && isKnownToProcessor(received) && !isKnownToProcessor(stored);
  if (isLate) return { ...report, outcome: received, messageId: `${operationId}:late` };
  const outcome = stored ?? received;
  return { ...report, outcome, messageId: `${operationId}:${outcome.kind === 'unknown' ? 'lost' : 'call'}` };
}
