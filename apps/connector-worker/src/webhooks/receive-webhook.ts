import type { connectorWebhookReceived, DataOf, Outcome, WebhookVerdict } from '@payorch/contracts';
import { isPayoutFact } from '@payorch/connector-kit';
import type { Connector, RawWebhook, WebhookEvent, WebhookFact } from '@payorch/connector-kit';
import type { Clock } from '@payorch/kernel';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { Operation } from '../domain/operation';
import { type DisputeCharges, type MatchedDisputes, saidOf } from '../disputes/dispute-charges';
import type { MandateReport, Report } from '../operations/outcome-message';
import type { OperationLog } from '../operations/operation-log';
import { syncRequestOf } from '../calls/sync-request';
import type { UsedCvcs } from '../operations/commands/used-cvcs';
import type { OperationRepository, SavedEvent } from '../persistence/operation.repository';

export type WebhookCommand = DataOf<typeof connectorWebhookReceived>;
type Verdict = WebhookVerdict['verdict'];

/** The result of a webhook. `eventId` must be saved once the reports are published. */
export interface ReceivedWebhook {
  readonly verdict: Verdict;
  readonly reports: readonly Report[];
  readonly eventId: string | null;
  /** What the processor says of payment methods that it saved. */
  readonly mandates: readonly MandateReport[];
  /** What the processor says of disputes of our charges. What has no charge yet is stored. */
  readonly disputes: MatchedDisputes;
  /** The event was handled before: nothing is reported again. */
  readonly known?: SavedEvent;
}

export interface WebhookReceiverOptions {
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account' | 'idsOf'>;
  readonly log: OperationLog;
  readonly rows: Pick<OperationRepository, 'about' | 'knownEvent'>;
  readonly usedCvcs: Pick<UsedCvcs, 'deleteAfter'>;
  readonly charges: Pick<DisputeCharges, 'match'>;
  readonly clock: Clock;
}

const noDisputes: MatchedDisputes = { reports: [], waited: [] };

const nothing = (verdict: Verdict): ReceivedWebhook => ({
  verdict,
  reports: [],
  mandates: [],
  disputes: noDisputes,
  eventId: null,
});

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const rawOf = ({ headers, query, bodyBase64 }: WebhookCommand): RawWebhook => ({
  headers: lowerCase(headers),
  query,
  body: Buffer.from(bodyBase64, 'base64'),
});

/** Handles processors' webhooks. A body is not parsed before its signature is verified. */
export class WebhookReceiver {
  constructor(private readonly options: WebhookReceiverOptions) {}

  async receive(command: WebhookCommand, accountVersion: number | undefined): Promise<ReceivedWebhook> {
    const { accounts, clock } = this.options;
    await accounts.caughtUp(command.merchantId, accountVersion);
    const account = accounts.account(command.merchantId, command.account);
    if (!account) return nothing('refused');
    const { connector, webhookSecrets: secrets } = account;
    if (!connector.webhooks || connector.guarantees.webhookVerification === 'none') return nothing('unverified');
    const raw = rawOf(command);
    // By the time of arrival: a webhook that waited in the queue is not stale for that.
    const now = earlier(new Date(command.receivedAt), clock.now());
    if (!connector.webhooks.verifyWebhook({ ...raw, secrets, now })) return nothing('refused');
    return this.read(connector, command, raw.body);
  }

  private async read({ webhooks }: Connector, command: WebhookCommand, body: Buffer): Promise<ReceivedWebhook> {
    const reading = webhooks?.parseWebhook(body) ?? { kind: 'unreadable' };
    if (reading.kind !== 'event') return nothing(reading.kind === 'irrelevant' ? 'verified' : 'unreadable');
    const { event } = reading;
    const { merchantId, account } = command;
    const known = await this.options.rows.knownEvent(merchantId, account.merchantConnectorId, event.eventId);
    if (known) return { ...nothing('verified'), known };
    const mandates = mandateReports(event, command);
    const { reports: found, waited } = await this.options.charges.match(disputesOf(event, command));
    const reports = await this.apply(event, command);
    const disputes = { reports: found, waited };
    return { verdict: 'verified', reports, mandates, disputes, eventId: event.eventId };
  }

  private async apply({ eventId, facts }: WebhookEvent, command: WebhookCommand): Promise<Report[]> {
    const { merchantConnectorId } = command.account;
    const received = (await Promise.all(facts.map((fact) => this.outcomesOf(fact, command)))).flat();
    // A report's id has the event's and the operation's id: if two facts name one operation, the first fact counts.
    const first = new Map([...received].reverse().map((one) => [one.row.operationId, one]));
    return Promise.all(
      [...first.values()].map(async ({ row, outcome }) => {
        const operation = await this.options.log.storeOutcome(row, outcome);
        this.options.usedCvcs.deleteAfter({ operation, outcome });
        const messageId = `webhook:${merchantConnectorId}:${eventId}:${row.operationId}`;
        return { operation, outcome, source: 'webhook' as const, messageId };
      }),
    );
  }

  private async outcomesOf(
    fact: WebhookFact,
    { merchantId, account }: WebhookCommand,
  ): Promise<readonly ReceivedOutcome[]> {
    const operations = await this.options.rows.about(
      merchantId,
      this.options.accounts.idsOf(merchantId, account),
      fact,
    );
    return operations.flatMap((row) => {
      const outcome = outcomeOfFact(row, fact);
      return outcome && outcome.kind !== 'unknown' && outcome.kind !== 'absent' ? [{ row, outcome }] : [];
    });
  }
}

/** The message ids follow from the event, so a repeated publication has the same ids. */
const mandateReports = ({ eventId, mandates = [] }: WebhookEvent, { merchantId, account }: WebhookCommand) =>
  mandates.map(({ reference, status }) => ({
    data: { merchantId, account, mandateReference: reference, status },
    messageId: `webhook:${account.merchantConnectorId}:${eventId}:mandate:${reference}`,
  }));

const disputesOf = ({ eventId, disputes = [] }: WebhookEvent, { merchantId, account }: WebhookCommand) =>
  saidOf(
    disputes,
    { merchantId, account, source: 'webhook' },
    ({ dispute }) => `webhook:${account.merchantConnectorId}:${eventId}:dispute:${dispute.reference}`,
  );

/** The outcome for one row. */
interface ReceivedOutcome {
  readonly row: Operation;
  readonly outcome: Outcome;
}

/** The outcome of an operation by a fact; undefined if the fact has another flow. */
function outcomeOfFact(row: Operation, fact: WebhookFact): Outcome | undefined {
  const request = syncRequestOf(row);
  if (isPayoutFact(fact))
    return request?.flow === 'payoutSync' && row.flow === fact.flow ? fact.outcomeOf(request.operation) : undefined;
  if (fact.flow === 'refund') return request?.flow === 'refundSync' ? fact.outcomeOf(request.operation) : undefined;
  return request?.flow === 'sync' && row.flow === fact.flow ? fact.outcomeOf(request.operation) : undefined;
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
