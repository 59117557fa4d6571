import type { connectorRefundSync, connectorSync, DataOf, Outcome } from '@payorch/contracts';
import type { HttpReply } from '@payorch/connector-kit';
import type { CvcVault } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { SyncPace } from '../admission/sync-pace';
import { absenceCountsAfter } from '../domain/decide/absence-counts';
import type { SyncAnswer } from '../domain/decide/answer-sync';
import { answerSync } from '../domain/decide/answer-sync';
import type { Operation, OperationFacts } from '../domain/operation';
import { isSumless } from '../domain/operation';
import { notSent, unknownBecause } from '../domain/outcomes';
import type { Report } from '../messages/outcome-message';
import type { OperationAsideRepository } from '../persistence/operation-aside.repository';
import type { OperationRepository } from '../persistence/operation.repository';
import { aboutOf } from './call-command';
import { forgetCvc } from './forget-cvc';
import type { OperationLog } from './operation-log';
import type { ProcessorCall } from './processor-call';
import { guardedInquiry, inquiryOf, questionOf } from './question';
import { wholeOf, withWhole } from './whole-answer';

export type SyncCommand = DataOf<typeof connectorSync>;
export type RefundSyncCommand = DataOf<typeof connectorRefundSync>;
type Command = SyncCommand | RefundSyncCommand;

export interface OperationSyncOptions {
  readonly log: OperationLog;
  readonly rows: Pick<OperationRepository, 'load' | 'countAbsence'>;
  readonly aside: Pick<OperationAsideRepository, 'has'>;
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
  readonly processor: ProcessorCall;
  readonly vault: Pick<CvcVault, 'forget'>;
  readonly pace: Pick<SyncPace, 'putOff'>;
  readonly logger: Pick<Logger, 'error'>;
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
  /** The processor's answer, where that was asked for. */
  readonly whole?: string | undefined;
}

/** Asks processors what became of an operation. It moves nothing; it may only shut what was never begun. */
export class OperationSync {
  constructor(private readonly options: OperationSyncOptions) {}

  /** `requestId`: of the request that set it off, for log lines. */
  async run(command: Command, accountVersion: number | undefined, requestId?: string): Promise<Report> {
    await this.options.accounts.caughtUp(command.merchantId, accountVersion);
    const row = await this.rowOf(command);
    if (!row) return this.notBegun(command);
    const { outcome: heard, isNews, isUnanswered, whole } = await this.answer(row, command, requestId);
    const { operation, outcome: known } = isNews ? await this.store(row, heard) : { operation: row, outcome: heard };
    if (isNews) forgetCvc(this.options.vault, { operation, outcome: known });
    const outcome = whole === undefined ? known : withWhole(known, whole);
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
    if (!row) return this.notBegun(command);
    const { outcome } = answerSync(row, { outcome: unknownBecause('NOT_ASKED', row.reference), sightings: 0 });
    const report = reportOf(row, outcome, command);
    return outcome.kind === 'unknown' ? { ...report, unanswered: { asked: false, syncInMs } } : report;
  }

  /** Undefined: it was set aside and is still to begin. What nobody has is shut. */
  private async rowOf(command: Command): Promise<Operation | undefined> {
    const { log, rows, aside } = this.options;
    const { merchantId, operationId } = command;
    const row = await rows.load(merchantId, operationId);
    if (row) return row;
    return (await aside.has(merchantId, operationId)) ? undefined : log.forbid(factsOf(command));
  }

  /** Nothing was sent, and nothing is shut: there is nothing to ask the processor yet. */
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
    const syncInMs = pace.putOff(command.account.merchantConnectorId, syncAgainMs);
    const outcome = unknownBecause('NOT_ASKED', command.reference);
    return { ...reportOf(operation, outcome, command), unanswered: { asked: false, syncInMs } };
  }

  private async answer(
    row: Operation,
    command: Command,
    requestId?: string,
  ): Promise<SyncAnswer & Pick<Asked, 'isUnanswered' | 'whole'>> {
    const askedAt = performance.now();
    const { outcome, absenceCountsAfterMs, isUnanswered = false, whole } = await this.ask(row, command, requestId);
    if (outcome.kind !== 'absent' || absenceCountsAfterMs === undefined || row.state === 'never')
      return { ...answerSync(row, { outcome, sightings: 0 }), isUnanswered, whole };
    // By when it was asked: a slow answer tells how things stood before it came.
    const notBeforeMs = absenceCountsAfterMs + (performance.now() - askedAt);
    const sightings = await this.options.rows.countAbsence(row.merchantId, row.operationId, notBeforeMs);
    return answerSync(row, { outcome, sightings });
  }

  private unreadable(error: unknown, row: Operation, requestId: string | undefined): void {
    const facts = { error, ...logFactsOf(row), ...(requestId !== undefined && { request_id: requestId }) };
    this.options.logger.error(facts, 'a connector failed to read the answer to a sync');
  }

  private async ask(row: Operation, command: Command, requestId?: string): Promise<Asked> {
    const silence = (outcome: Outcome): Asked => ({ outcome, absenceCountsAfterMs: undefined });
    const account = this.options.accounts.account(row.merchantId, row.account);
    if (!account) return silence(unknownBecause('NO_ACCOUNT', row.reference));
    const reference = row.reference ?? command.reference;
    const question = questionOf({ ...row, reference });
    const found = inquiryOf(account.bound, question);
    const inquiry = found && guardedInquiry(found, (error) => this.unreadable(error, row, requestId));
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
      ...('wantsWhole' in command && command.wantsWhole && { whole: wholeOf(called.reply) }),
      isUnanswered: saysNothing(called.reply),
      absenceCountsAfterMs: absenceCountsAfter(account.connector.guarantees, counting),
    };
  }
}

const logFactsOf = ({ operationId, flow, merchantId, paymentId, refund }: Operation) => ({
  ...{ operationId, flow, merchant_id: merchantId, payment_id: paymentId },
  ...(refund && { refund_id: refund.refundId }),
});

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
