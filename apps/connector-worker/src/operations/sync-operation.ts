import type { connectorRefundSync, connectorSync, DataOf, Outcome } from '@payorch/contracts';
import type { CvcVault } from '@payorch/platform/sealing';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import { absenceCountsAfter } from '../domain/decide/absence-counts';
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
}

/** Asks processors what became of an operation. It moves nothing; it may only shut what was never begun. */
export class OperationSync {
  constructor(private readonly options: OperationSyncOptions) {}

  async run(command: Command, accountVersion: number | undefined): Promise<Report> {
    const { log, rows, accounts } = this.options;
    const { merchantId, operationId, round } = command;
    await accounts.caughtUp(merchantId, accountVersion);
    const row = (await rows.load(merchantId, operationId)) ?? (await log.forbid(factsOf(command)));
    const { outcome, isNews } = await this.answer(row, command);
    const known = isNews ? await this.store(row, outcome) : { operation: row, outcome };
    if (isNews) forgetCvc(this.options.vault, known);
    return { ...known, source: 'sync', messageId: `${operationId}:sync:${round}` };
  }

  private async store(row: Operation, outcome: Outcome): Promise<{ operation: Operation; outcome: Outcome }> {
    const { log } = this.options;
    if (outcome.kind !== 'absent') return { operation: await log.storeNews(row, outcome), outcome };
    const { isMine, operation } = await log.storeAbsence(row);
    // Sent again, or answered, since it was read: then this "not found" tells nothing of it.
    if (!isMine) return { operation, outcome: operation.outcome ?? unknownBecause('NOT_FOUND_YET', row.reference) };
    return { operation, outcome };
  }

  private async answer(row: Operation, command: Command): Promise<{ outcome: Outcome; isNews: boolean }> {
    const askedAt = performance.now();
    const { outcome, absenceCountsAfterMs } = await this.ask(row, command);
    if (outcome.kind !== 'absent' || absenceCountsAfterMs === undefined || row.state === 'never')
      return answerSync(row, { outcome, sightings: 0 });
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
    if (called.kind === 'failed') return silence(unansweredSync(called.outcome, row.reference));
    const { absenceCountsAfterMs } = this.options;
    const counting = { absenceCountsAfterMs, namesTheirs: question.flow === 'refundSync' || reference !== null };
    return {
      outcome: inquiry.read(called.reply),
      absenceCountsAfterMs: absenceCountsAfter(account.connector.guarantees, counting),
    };
  }
}

/** A question that was never asked says nothing of the operation: no failure to ask may fail a payment. */
const unansweredSync = (outcome: Outcome, reference: string | null): Outcome =>
  outcome.kind === 'not_sent' ? { kind: 'unknown', reference, error: outcome.error } : outcome;
