import type { connectorRefundSync, connectorSync, DataOf, Outcome } from '@payorch/contracts';
import type { HttpReply } from '@payorch/connector-kit';
import type { CvcVault } from '@payorch/platform/sealing';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { SyncPace } from '../admission/sync-pace';
import { absenceCountsAfter } from '../domain/decide/absence-counts';
import type { SyncAnswer } from '../domain/decide/answer-sync';
import { answerSync } from '../domain/decide/answer-sync';
import type { Operation, OperationFacts } from '../domain/operation';
import { isSumless } from '../domain/operation';
import { notSent, unknownBecause } from '../domain/outcomes';
import type { Report } from '../messages/outcome-message';
import type { OperationRepository } from '../persistence/operation.repository';
import { aboutOf } from './call-command';
import { forgetCvc } from './forget-cvc';
import type { OperationLog } from './operation-log';
import type { ProcessorCall } from './processor-call';
import { inquiryOf, questionOf } from './question';

export type SyncCommand = DataOf<typeof connectorSync>;
export type RefundSyncCommand = DataOf<typeof connectorRefundSync>;
type Command = SyncCommand | RefundSyncCommand;

export interface OperationSyncOptions {
  readonly log: OperationLog;
  readonly rows: Pick<OperationRepository, 'load' | 'countAbsence'>;
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
  readonly processor: ProcessorCall;
  readonly vault: Pick<CvcVault, 'forget'>;
  readonly pace: Pick<SyncPace, 'putOff'>;
  /** After a sync that the processor did not answer, the next one waits at least this long. */
  readonly syncAgainMs: number;
  /** "Not found" counts only this long after the call began: twice the longest call. */
  readonly absenceCountsAfterMs: number;
}

function factsOf(command: Command): OperationFacts {
  const { money, reference } = command;
  const about = { ...aboutOf(command), reference, fallbacks: null, cvcReference: null, accountPin: null };
  if ('refundId' in command) {
    const { refundId, paymentReference } = command;
    return { ...about, flow: 'refund', refund: { refundId, paymentReference }, money };
  }
  return { ...about, flow: command.flow, refund: null, money: isSumless(command.flow) ? null : money };
}

interface Asked {
  readonly outcome: Outcome;
  /** How long after the call "not found" counts; undefined: never. */
  readonly absenceCountsAfterMs: number | undefined;
  /** The processor was called and gave no answer; else it spoke, or there is nothing to ask it. */
  readonly isUnanswered?: boolean;
}

/** Asks processors what became of an operation. It moves nothing; it may only shut what was never begun. */
export class OperationSync {
  constructor(private readonly options: OperationSyncOptions) {}

  async run(command: Command, accountVersion: number | undefined): Promise<Report> {
    await this.options.accounts.caughtUp(command.merchantId, accountVersion);
    const row = await this.rowOf(command);
    const { outcome: heard, isNews, isUnanswered } = await this.answer(row, command);
    const { operation, outcome } = isNews ? await this.store(row, heard) : { operation: row, outcome: heard };
    if (isNews) forgetCvc(this.options.vault, { operation, outcome });
    const { pace, syncAgainMs } = this.options;
    if (!isUnanswered || outcome.kind !== 'unknown') return reportOf(operation, outcome, command);
    const syncInMs = pace.putOff(row.account.merchantConnectorId, syncAgainMs);
    return { ...reportOf(operation, outcome, command), unanswered: { asked: true, syncInMs } };
  }

  private async store(row: Operation, outcome: Outcome): Promise<{ operation: Operation; outcome: Outcome }> {
    const { log } = this.options;
    if (outcome.kind !== 'absent') return { operation: await log.storeNews(row, outcome), outcome };
    const { isMine, operation } = await log.storeAbsence(row);
    // Sent again, or answered, since it was read: then this "not found" tells nothing of it.
    if (!isMine) return { operation, outcome: operation.outcome ?? unknownBecause('NOT_FOUND_YET', row.reference) };
    return { operation, outcome };
  }

  /** The account takes no sync now: the processor is not asked, and what is stored is the answer where that stands for good. */
  async putOff(command: Command, syncInMs: number): Promise<Report> {
    const row = await this.rowOf(command);
    const { outcome } = answerSync(row, { outcome: unknownBecause('NOT_ASKED', row.reference), sightings: 0 });
    const report = reportOf(row, outcome, command);
    return outcome.kind === 'unknown' ? { ...report, unanswered: { asked: false, syncInMs } } : report;
  }

  private async rowOf(command: Command): Promise<Operation> {
    const { log, rows } = this.options;
    return (await rows.load(command.merchantId, command.operationId)) ?? log.forbid(factsOf(command));
  }

  private async answer(row: Operation, command: Command): Promise<SyncAnswer & Pick<Asked, 'isUnanswered'>> {
    const askedAt = performance.now();
    const { outcome, absenceCountsAfterMs, isUnanswered = false } = await this.ask(row, command);
    if (outcome.kind !== 'absent' || absenceCountsAfterMs === undefined || row.state === 'never')
      return { ...answerSync(row, { outcome, sightings: 0 }), isUnanswered };
    // By when it was asked: a slow answer tells how things stood before it came.
    const notBeforeMs = absenceCountsAfterMs + (performance.now() - askedAt);
    const sightings = await this.options.rows.countAbsence(row.merchantId, row.operationId, notBeforeMs);
    return answerSync(row, { outcome, sightings });
  }

  private async ask(row: Operation, command: Command): Promise<Asked> {
    const silence = (outcome: Outcome): Asked => ({ outcome, absenceCountsAfterMs: undefined });
    const account = this.options.accounts.account(row.merchantId, row.account);
    if (!account) return silence(unknownBecause('NO_ACCOUNT', row.reference));
    const reference = row.reference ?? command.reference;
    const question = questionOf({ ...row, reference });
    const inquiry = inquiryOf(account.bound, question);
    // Without a lookup our own row is the only witness; it knows at least what was never begun.
    if (!inquiry)
      return silence(row.state === 'never' ? notSent('NEVER_SENT') : unknownBecause('NO_LOOKUP', row.reference));
    const called = await this.options.processor.send(inquiry.request, {
      account: row.account.merchantConnectorId,
      connector: row.account.connector,
      flow: question.flow,
    });
    if (called.kind === 'failed') return unansweredSync(called.outcome, row.reference);
    const { absenceCountsAfterMs } = this.options;
    const counting = { absenceCountsAfterMs, namesTheirs: question.flow === 'refundSync' || reference !== null };
    return {
      outcome: inquiry.read(called.reply),
      isUnanswered: saysNothing(called.reply),
      absenceCountsAfterMs: absenceCountsAfter(account.connector.guarantees, counting),
    };
  }
}

/** A question that did not get there says nothing of the operation: no failure to ask may fail a payment. */
const unansweredSync = (outcome: Outcome, reference: string | null): Asked => ({
  outcome: outcome.kind === 'not_sent' ? { kind: 'unknown', reference, error: outcome.error } : outcome,
  absenceCountsAfterMs: undefined,
  isUnanswered: true,
});

/** A fault of theirs, or too many questions: no answer to this one. */
const saysNothing = ({ status }: HttpReply): boolean => status >= 500 || status === 429;

const reportOf = (operation: Operation, outcome: Outcome, { operationId, round }: Command): Report => ({
  operation,
  outcome,
  source: 'sync',
  messageId: `${operationId}:sync:${round}`,
});
