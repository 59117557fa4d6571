import type { connectorDisputeRead, DataOf, ProcessorDispute } from '@payorch/contracts';
import type { Logger } from '@payorch/platform/telemetry';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { ProcessorCall } from '../calls/processor-call';
import { guardedSyncCall, syncCallOf } from '../calls/sync-request';
import type { DisputeReport } from '../operations/outcome-message';

export type DisputeReadCommand = DataOf<typeof connectorDisputeRead>;

export interface DisputeReaderOptions {
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
  readonly processor: Pick<ProcessorCall, 'send'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Reads a dispute at its processor. A read changes nothing, and writes no operation. */
export class DisputeReader {
  constructor(private readonly options: DisputeReaderOptions) {}

  async read(command: DisputeReadCommand, accountVersion: number | undefined): Promise<DisputeReport> {
    await this.options.accounts.caughtUp(command.merchantId, accountVersion);
    return this.reportOf(command, await this.disputeOf(command));
  }

  /** The account takes no call now: nothing was read. */
  postpone(command: DisputeReadCommand): DisputeReport {
    return this.reportOf(command, null);
  }

  private async disputeOf(command: DisputeReadCommand): Promise<ProcessorDispute | null> {
    const { accounts, processor, logger } = this.options;
    const { merchantId, account: ref, disputeId, reference, chargeReference, connectedAccount } = command;
    const account = accounts.account(merchantId, ref);
    const operation = { id: disputeId, flow: null, reference, chargeReference, connectedAccount };
    const call = account && syncCallOf(account.bound, { flow: 'disputeSync', operation });
    if (!call) return null;
    const { read, request } = guardedSyncCall(call, (error) =>
      logger.error({ error, merchant_id: merchantId, dispute_id: disputeId }, 'a connector failed to read a dispute'),
    );
    const by = { account: ref.merchantConnectorId, connector: ref.connector, flow: 'disputeSync' };
    const called = await processor.send(request, by);
    const outcome = called.kind === 'reply' ? read(called.reply) : called.outcome;
    // Another dispute than the requested one says nothing about this one.
    return outcome.kind === 'disputed' && outcome.dispute.reference === reference ? outcome.dispute : null;
  }

  private reportOf(
    { merchantId, profileId, disputeId, paymentId, attemptId, account, chargeReference, round }: DisputeReadCommand,
    dispute: ProcessorDispute | null,
  ): DisputeReport {
    const about = { merchantId, profileId, disputeId, paymentId, attemptId, account };
    return { messageId: `${disputeId}:read:${round}`, data: { ...about, chargeReference, source: 'read', dispute } };
  }
}
