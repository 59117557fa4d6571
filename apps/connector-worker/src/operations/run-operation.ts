import type { Outcome } from '@payorch/contracts';
import { failPoint } from '@payorch/platform/config';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import { answerAgain } from '../domain/decide/answer-again';
import { keepsCvc } from '../domain/decide/keep-cvc';
import type { Operation } from '../domain/operation';
import type { NotSentReason } from '../domain/outcomes';
import { notSent } from '../domain/outcomes';
import type { Report } from '../messages/outcome-message';
import type { CallCommand } from './call-command';
import { factsOf } from './call-command';
import type { CallPreparer } from './call-preparer';
import type { OperationLog } from './operation-log';
import { bring } from './preliminaries';
import type { PreparedCall } from './prepared-call';
import type { ProcessorCall } from './processor-call';

export interface OperationRunnerOptions {
  readonly log: OperationLog;
  readonly accounts: Pick<OpenedAccounts, 'caughtUp'>;
  readonly preparer: CallPreparer;
  readonly processor: ProcessorCall;
  /** A claim older than this sends nothing any more: whoever asked meanwhile may have been told that nothing was sent. */
  readonly leaseMs: number;
}

/** Runs the operations that move money: each is sent once, or never. */
export class OperationRunner {
  constructor(private readonly options: OperationRunnerOptions) {}

  async run(command: CallCommand, accountVersion: number | undefined): Promise<Report> {
    const { log, accounts } = this.options;
    await accounts.caughtUp(command.data.merchantId, accountVersion);
    const takenAt = performance.now();
    const { mine, operation } = await log.claim(factsOf(command));
    return mine ? this.call(command, operation, takenAt) : this.reportAgain(operation);
  }

  /** The command came too late to be begun: it is shut, unless somebody has begun it. */
  async shut(command: CallCommand): Promise<Report> {
    return this.reportAgain(await this.options.log.forbid(factsOf(command)));
  }

  /**
   * Its account takes nothing now: it ends before it began, so that another account may follow. The row that says so is on
   * disk before anybody is told.
   */
  async refuse(command: CallCommand, reason: NotSentReason): Promise<Report> {
    const operation = await this.options.log.forbid(factsOf(command));
    if (operation.state !== 'never') return this.reportAgain(operation);
    const outcome = notSent(reason, 'another_account');
    return { operation, outcome, source: 'call', messageId: `${operation.operationId}:call` };
  }

  /** Somebody took it before us: this process before a fault, or another one. Never again blind. */
  private async reportAgain(operation: Operation): Promise<Report> {
    const { outcome, as } = answerAgain(operation);
    const { operationId, state } = operation;
    if (state === 'sent') await this.options.log.storeNews(operation, outcome);
    return { operation, outcome, source: 'call', messageId: `${operationId}:${as}` };
  }

  private async call(command: CallCommand, operation: Operation, takenAt: number): Promise<Report> {
    const preparation = await this.options.preparer.prepare(command);
    const heard =
      preparation.kind === 'ready' ? await this.send(preparation.call, operation, takenAt) : preparation.outcome;
    failPoint('response-before-store');
    const stored = await this.options.log.storeResult(operation, heard);
    const outcome = stored.outcome ?? heard;
    if (preparation.kind === 'ready' && keepsCvc(outcome, operation.fallbacks ?? []))
      await preparation.call.putBackCvc();
    failPoint('stored-before-result');
    return { operation: stored, outcome, source: 'call', messageId: `${operation.operationId}:call` };
  }

  private async send(call: PreparedCall, { account, flow }: Operation, takenAt: number): Promise<Outcome> {
    const { processor, leaseMs } = this.options;
    const by = { account: account.merchantConnectorId, connector: account.connector, flow };
    // Half of the lease for what goes before, the other half for the call to begin.
    const brought = await bring(call.before, { processor, by, until: takenAt + leaseMs / 2 });
    if (brought.kind === 'ended') return brought.outcome;
    const { found } = brought;
    const request = call.request(found);
    if (!request) return notSent('REQUEST_NOT_BUILT');
    failPoint('sent-before-write');
    const mayWrite = (): boolean => performance.now() - takenAt <= leaseMs;
    const called = await processor.send(request, { ...by, mayWrite });
    return called.kind === 'reply' ? call.read(called.reply, found) : called.outcome;
  }
}
