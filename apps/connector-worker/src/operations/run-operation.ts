import type { Outcome } from '@payorch/contracts';
import { failPoint } from '@payorch/platform/config';
import type { CvcVault } from '@payorch/platform/sealing';
import type { OpenedAccount, OpenedAccounts } from '../accounts/opened-accounts';
import { afterResend } from '../domain/decide/after-resend';
import { answerAgain } from '../domain/decide/answer-again';
import { resendWithinMs } from '../domain/decide/resend-within';
import type { Operation } from '../domain/operation';
import { tellsOfMoney } from '../domain/operation';
import type { NotSentReason } from '../domain/outcomes';
import { claimLost, isStale, notSent } from '../domain/outcomes';
import type { Report } from '../messages/outcome-message';
import type { CallCommand } from './call-command';
import { factsOf } from './call-command';
import type { CallPreparer, Preparation } from './call-preparer';
import { forgetCvc } from './forget-cvc';
import { mayWriteWithin } from './lease';
import type { OperationLog } from './operation-log';
import { bring } from './preliminaries';
import type { PreparedCall } from './prepared-call';
import type { ProcessorCall } from './processor-call';

export interface OperationRunnerOptions {
  readonly log: OperationLog;
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
  readonly preparer: CallPreparer;
  readonly processor: ProcessorCall;
  readonly vault: Pick<CvcVault, 'forget'>;
  /** A claim older than this sends nothing any more: whoever asked meanwhile may have been told that nothing was sent. */
  readonly leaseMs: number;
}

/** A claim of an operation, and since when this process holds it. */
interface Claim {
  /** As it was known right before the claim. */
  readonly account: OpenedAccount | undefined;
  readonly operation: Operation;
  /** What was prepared while the claim was taken. */
  readonly prepared?: Promise<Preparation> | undefined;
  readonly mayWrite: () => boolean;
  readonly takenAt: number;
  /** Another claim may have sent it before. */
  readonly isResend: boolean;
  readonly isRenewed: boolean;
}

/** `isOfTheCall`: said of the operation's own call, not of what goes before it. */
interface Heard {
  readonly outcome: Outcome;
  readonly isOfTheCall: boolean;
}

const before = (outcome: Outcome): Heard => ({ outcome, isOfTheCall: false });

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
    const began = this.begin();
    const claiming = log.claim(factsOf(command, account?.pin));
    const prepared = this.prepareAhead(command, account);
    const { mine, operation } = await claiming;
    if (!mine) return this.again(command, operation);
    return this.carryOut(command, { ...began, account, operation, prepared, isResend: false, isRenewed: false });
  }

  /**
   * While the claim is on its way to the disk: the less there is to do between a claim and its call, the fewer payments a
   * killed worker leaves claimed and not sent, which fail.
   */
  private prepareAhead(command: CallCommand, account: OpenedAccount | undefined): Promise<Preparation> {
    const preparing = this.options.preparer.prepare(command, account);
    // Where the claim is not ours, or does not come about, nobody looks at it.
    preparing.catch(() => undefined);
    return preparing;
  }

  /** The command came too late to be begun: it is shut, unless somebody has begun it. */
  async shut(command: CallCommand): Promise<Report> {
    return this.again(command, await this.options.log.forbid(factsOf(command)));
  }

  private accountOf({ data }: CallCommand): OpenedAccount | undefined {
    return this.options.accounts.account(data.merchantId, data.account);
  }

  /** Taken before the row is: a lease never lasts longer than it says. */
  private begin(): Pick<Claim, 'mayWrite' | 'takenAt'> {
    return { takenAt: performance.now(), mayWrite: mayWriteWithin(this.options.leaseMs) };
  }

  /** Somebody took it before us: this process before a fault, or another one. Sent again under its key, or never. */
  private async again(command: CallCommand, row: Operation): Promise<Report> {
    const account = this.accountOf(command);
    const withinMs = resendWithinMs(row, command.data.account, account);
    if (withinMs === undefined) return this.reportAgain(row);
    const began = this.begin();
    const operation = await this.options.log.takeOver(row, withinMs);
    if (!operation) return this.reportAgain(row);
    return this.carryOut(command, { ...began, account, operation, isResend: true, isRenewed: false });
  }

  /**
   * Its account takes nothing now: it ends before it began, so that another account may follow. The row that says so is on
   * disk before anybody is told. What was begun before is unknown by that, and nobody follows.
   */
  async refuse(command: CallCommand, reason: NotSentReason): Promise<Report> {
    return this.reportAgain(await this.options.log.forbid(factsOf(command), notSent(reason, 'another_account')));
  }

  private async reportAgain(operation: Operation): Promise<Report> {
    const { outcome, as } = answerAgain(operation);
    const { operationId, state } = operation;
    if (state === 'sent') await this.options.log.storeNews(operation, outcome);
    else this.forgetCvc(operation, outcome);
    return { operation, outcome, source: 'call', messageId: `${operationId}:${as}` };
  }

  private async carryOut(command: CallCommand, claim: Claim): Promise<Report> {
    failPoint('claimed-before-send');
    const preparation = await (claim.prepared ?? this.prepare(command, claim));
    const heard = preparation.kind === 'ready' ? await this.send(preparation.call, claim) : before(preparation.outcome);
    if (isStale(heard.outcome) && !claim.isRenewed) {
      const began = this.begin();
      const operation = await this.options.log.renew(claim.operation);
      const again = { ...claim, ...began, prepared: undefined, isRenewed: true };
      if (operation) return this.carryOut(command, { ...again, operation });
    }
    return this.conclude(claim, claim.isResend ? afterResend(heard.outcome, heard.isOfTheCall) : heard.outcome);
  }

  private prepare(command: CallCommand, { account, isResend }: Claim): Promise<Preparation> {
    return this.options.preparer.prepare(command, account, { hasBegun: isResend });
  }

  private async send(call: PreparedCall, { operation, takenAt, mayWrite }: Claim): Promise<Heard> {
    const { processor, leaseMs, log } = this.options;
    const { account, flow } = operation;
    const by = { account: account.merchantConnectorId, connector: account.connector, flow };
    const known = operation.found ?? {};
    // Half of the lease for what goes before, the other half for the call to begin.
    const brought = await bring(call.before, { processor, by, known, until: takenAt + leaseMs / 2 });
    if (brought.kind === 'ended') return before(brought.outcome);
    const { found } = brought;
    const request = call.request(found);
    if (!request) return before(notSent('REQUEST_NOT_BUILT'));
    failPoint('found-before-store');
    const isNews = Object.keys(found).length > Object.keys(known).length;
    if (isNews && this.mayBeSentAgain(operation) && !(await log.noteFound(operation, found)))
      return before(claimLost());
    failPoint('sent-before-write');
    const called = await processor.send(request, { ...by, mayWrite });
    return { outcome: called.kind === 'reply' ? call.read(called.reply, found) : called.outcome, isOfTheCall: true };
  }

  private async conclude({ operation }: Claim, heard: Outcome): Promise<Report> {
    failPoint('response-before-store');
    const stored = await this.options.log.storeResult(operation, heard);
    if (!stored.isMine) return this.concludeWithoutClaim(stored.operation, heard);
    this.forgetCvc(stored.operation, stored.operation.outcome ?? heard);
    failPoint('stored-before-result');
    return reportOf(stored.operation, heard);
  }

  /** The claim was taken over while we called. What we heard of money is true all the same; all else is the other's to say. */
  private async concludeWithoutClaim(row: Operation, heard: Outcome): Promise<Report> {
    if (!tellsOfMoney(heard)) return this.reportAgain(row);
    const known = await this.options.log.storeNews(row, heard);
    this.forgetCvc(known, heard);
    return reportOf(known, heard);
  }

  private mayBeSentAgain({ merchantId, account }: Operation): boolean {
    return this.options.accounts.account(merchantId, account)?.connector.guarantees.idempotencyKeys !== undefined;
  }

  private forgetCvc(operation: Operation, outcome: Outcome): void {
    forgetCvc(this.options.vault, { operation, outcome, mayBeSentAgain: this.mayBeSentAgain(operation) });
  }
}

/** An answer counts once; the lack of one is reported under another id, so that no later answer hides behind it. */
function reportOf(operation: Operation, heard: Outcome): Report {
  const { operationId, outcome: stored } = operation;
  const report = { operation, source: 'call' } as const;
  // Money that turns up where the row stands for its absence is never dropped: payments makes an incident of it.
  const isLate = stored !== null && tellsOfMoney(heard) && !tellsOfMoney(stored);
  if (isLate) return { ...report, outcome: heard, messageId: `${operationId}:late` };
  const outcome = stored ?? heard;
  return { ...report, outcome, messageId: `${operationId}:${outcome.kind === 'unknown' ? 'lost' : 'call'}` };
}
