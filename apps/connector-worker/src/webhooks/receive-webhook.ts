import type { connectorWebhookReceived, DataOf, Outcome, WebhookVerdict } from '@payorch/contracts';
import type { Connector, RawWebhook, WebhookEvent, WebhookFact } from '@payorch/connector-kit';
import type { Clock } from '@payorch/kernel';
import type { CvcVault } from '@payorch/platform/sealing';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { Operation } from '../domain/operation';
import type { Report } from '../messages/outcome-message';
import { forgetCvc } from '../operations/forget-cvc';
import type { OperationLog } from '../operations/operation-log';
import { questionOf } from '../operations/question';
import type { OperationRepository } from '../persistence/operation.repository';

export type WebhookCommand = DataOf<typeof connectorWebhookReceived>;
type Verdict = WebhookVerdict['verdict'];

/** What a webhook came to. `eventId` is to be kept once the reports are out. */
export interface Received {
  readonly verdict: Verdict;
  readonly reports: readonly Report[];
  readonly eventId: string | null;
}

export interface WebhookReceiverOptions {
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
  readonly log: OperationLog;
  readonly rows: Pick<OperationRepository, 'about' | 'isKnownEvent'>;
  readonly vault: Pick<CvcVault, 'forget'>;
  readonly clock: Clock;
}

const nothing = (verdict: Verdict): Received => ({ verdict, reports: [], eventId: null });

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const rawOf = ({ headers, query, bodyBase64 }: WebhookCommand): RawWebhook => ({
  headers: lowerCase(headers),
  query,
  body: Buffer.from(bodyBase64, 'base64'),
});

/** Takes in processors' webhooks. Nothing of a body is believed, or even read, before its signature is. */
export class WebhookReceiver {
  constructor(private readonly options: WebhookReceiverOptions) {}

  async receive(command: WebhookCommand, accountVersion: number | undefined): Promise<Received> {
    const { accounts, clock } = this.options;
    await accounts.caughtUp(command.merchantId, accountVersion);
    const account = accounts.account(command.merchantId, command.account);
    if (!account) return nothing('refused');
    const { connector, webhookSecrets: secrets } = account;
    if (!connector.webhooks || connector.guarantees.webhookVerification === 'none') return nothing('unverified');
    const raw = rawOf(command);
    // By the time of arrival: a webhook that waited for us is not stale for that.
    const now = earlier(new Date(command.receivedAt), clock.now());
    if (!connector.webhooks.verifyWebhook({ ...raw, secrets, now })) return nothing('refused');
    return this.read(connector, command, raw.body);
  }

  private async read({ webhooks }: Connector, command: WebhookCommand, body: Buffer): Promise<Received> {
    const reading = webhooks?.parseWebhook(body) ?? { kind: 'unreadable' };
    if (reading.kind !== 'event') return nothing(reading.kind === 'irrelevant' ? 'verified' : 'unreadable');
    const { event } = reading;
    const { merchantId, account } = command;
    const isKnown = await this.options.rows.isKnownEvent(merchantId, account.merchantConnectorId, event.eventId);
    if (isKnown) return nothing('verified');
    return { verdict: 'verified', reports: await this.apply(event, command), eventId: event.eventId };
  }

  private async apply({ eventId, facts }: WebhookEvent, command: WebhookCommand): Promise<Report[]> {
    const { merchantConnectorId } = command.account;
    const news = (await Promise.all(facts.map((fact) => this.newsOf(fact, command)))).flat();
    // A report's id is the event's and the operation's: of an operation that two facts speak of, the first one counts.
    const first = new Map([...news].reverse().map((one) => [one.row.operationId, one]));
    return Promise.all(
      [...first.values()].map(async ({ row, outcome }) => {
        const operation = await this.options.log.storeNews(row, outcome);
        forgetCvc(this.options.vault, { operation, outcome });
        const messageId = `webhook:${merchantConnectorId}:${eventId}:${row.operationId}`;
        return { operation, outcome, source: 'webhook' as const, messageId };
      }),
    );
  }

  private async newsOf(fact: WebhookFact, { merchantId, account }: WebhookCommand): Promise<readonly News[]> {
    const operations = await this.options.rows.about(merchantId, account.merchantConnectorId, fact);
    return operations.flatMap((row) => {
      const outcome = heardOf(row, fact);
      return outcome && outcome.kind !== 'unknown' && outcome.kind !== 'absent' ? [{ row, outcome }] : [];
    });
  }
}

/** What one row hears. */
interface News {
  readonly row: Operation;
  readonly outcome: Outcome;
}

/** What a fact says of an operation; undefined where it is about another kind. */
function heardOf(row: Operation, fact: WebhookFact): Outcome | undefined {
  const question = questionOf(row);
  if (fact.flow === 'refund') return question.flow === 'refundSync' ? fact.outcomeOf(question.operation) : undefined;
  return question.flow === 'sync' && row.flow === fact.flow ? fact.outcomeOf(question.operation) : undefined;
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
