import type { DataOf, PayoutStepCommand, WebhookVerdict } from '@payorch/contracts';
import {
  connectorAuthenticationStep,
  connectorAuthenticationSync,
  connectorDisputeRead,
  connectorDisputesFetch,
  connectorDisputeSync,
  connectorMandateSync,
  connectorPayoutSync,
  connectorOperationsNamed,
  connectorRecordsFetch,
  connectorRedact,
  connectorRefundSync,
  connectorRelay,
  connectorRelaySync,
  connectorSync,
  connectorWebhookReceived,
} from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { BodySeals, EncodedMessage, Incoming, KeyedDelivery, MessageProducer } from '@payorch/platform/kafka';
import { encode, encodeReply, handlerDecorator, MessageController } from '@payorch/platform/kafka';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import type { OperationTurn } from '../admission/operation-turns';
import { answerQuery } from './answer-query';
import { callOfAuthentication } from '../operations/commands/authentication-call';
import { type CallCommand, callMessages, callOf } from '../operations/commands/call-command';
import { lineOfReport } from '../operations/operation-lines';
import { callOfPayout, payoutMessages } from '../operations/commands/payout-call';
import { callOfRelay } from '../operations/commands/relay-call';
import type { OperationRunner } from '../operations/run-operation';
import type { OperationSync } from '../operations/sync-operation';
import type { OperationRepository } from '../persistence/operation.repository';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { DisputeCharges } from '../disputes/dispute-charges';
import type { DisputeReader } from '../disputes/dispute-reader';
import type { DisputesFetcher } from '../disputes/fetch-disputes';
import type { RecordsFetcher } from '../records/fetch-records';
import { findNamed } from '../webhooks/find-named';
import type { WebhookReceiver } from '../webhooks/receive-webhook';
import { findingOf } from '../webhooks/webhook-finding';
import type { Report } from '../operations/outcome-message';
import { disputeMessage, type DisputeReport, mandateMessage, outcomeMessage } from '../operations/outcome-message';

export abstract class ConnectorHandlersOptions {
  abstract readonly runner: Pick<OperationRunner, 'run' | 'forbid' | 'refuse'>;
  abstract readonly sync: Pick<OperationSync, 'run' | 'postpone'>;
  abstract readonly webhooks: Pick<WebhookReceiver, 'receive'>;
  abstract readonly rows: Pick<OperationRepository, 'saveEvent' | 'about' | 'redact'>;
  abstract readonly disputes: Pick<DisputeReader, 'read' | 'postpone'>;
  abstract readonly fetcher: Pick<DisputesFetcher, 'run'>;
  abstract readonly records: Pick<RecordsFetcher, 'run'>;
  abstract readonly charges: Pick<DisputeCharges, 'remove'>;
  abstract readonly accounts: Pick<OpenedAccounts, 'idsOf'>;
  abstract readonly producer: Pick<MessageProducer, 'send'>;
  abstract readonly seals: BodySeals;
  abstract readonly clock: Clock;
  abstract readonly logger: Pick<Logger, 'operation'>;
}

/** The message that caused the published messages. */
type Caused = Pick<Incoming, 'context'>;
type SyncCommand = Parameters<OperationSync['run']>[0];
type Delivery = KeyedDelivery<OperationTurn>;

const OnCommand = handlerDecorator<Delivery, Promise<void>>();

/** All messages that this service handles for a connector. A message is done when its outcome is with the broker. */
@MessageController()
export class ConnectorHandlers {
  constructor(private readonly options: ConnectorHandlersOptions) {}

  @OnCommand(...callMessages)
  operation(data: CallCommand['data'], delivery: Delivery): Promise<void> {
    return this.call(callOf(delivery.incoming.message, data), delivery);
  }

  @OnCommand(connectorRelay)
  relay(data: DataOf<typeof connectorRelay>, delivery: Delivery): Promise<void> {
    return this.call(callOfRelay(data), delivery);
  }

  @OnCommand(connectorAuthenticationStep)
  authenticateAlone(data: DataOf<typeof connectorAuthenticationStep>, delivery: Delivery): Promise<void> {
    return this.call(callOfAuthentication(data), delivery);
  }

  @OnCommand(...payoutMessages)
  payout(data: PayoutStepCommand, delivery: Delivery): Promise<void> {
    return this.call(callOfPayout(delivery.incoming.message, data), delivery);
  }

  @OnCommand(
    connectorSync,
    connectorRefundSync,
    connectorMandateSync,
    connectorDisputeSync,
    connectorRelaySync,
    connectorAuthenticationSync,
    connectorPayoutSync,
  )
  async sync(command: SyncCommand, { incoming, turn }: Delivery): Promise<void> {
    const { sync } = this.options;
    const began = performance.now();
    const { accountVersion, correlationId } = incoming.context;
    const report =
      turn?.kind === 'postpone'
        ? await sync.postpone(command, turn.syncInMs)
        : await sync.run(command, accountVersion, correlationId);
    await this.report(incoming, [report], { began });
  }

  @OnCommand(connectorWebhookReceived)
  async webhookReceived(command: DataOf<typeof connectorWebhookReceived>, { incoming }: Delivery): Promise<void> {
    const received = await this.options.webhooks.receive(command, incoming.context.accountVersion);
    const { seals, clock } = this.options;
    const now = clock.now();
    const mandates = received.mandates.map((one) => encode(mandateMessage(one, incoming.context, now), seals));
    const finding = findingOf(received, command);
    const verdict = { verdict: received.verdict, ...(finding && { finding }) } satisfies WebhookVerdict;
    const disputes = this.encodeDisputes(incoming, received.disputes.reports);
    const others = [...mandates, ...disputes, ...this.replyTo(incoming, verdict)];
    await this.report(incoming, received.reports, { others });
    await this.options.charges.remove(received.disputes.waited);
    // Saved only now: an event whose outcomes were not published must count when it is redelivered.
    const { merchantId, account, webhookId } = command;
    const { eventId } = received;
    if (eventId === null) return;
    const event = { eventId, webhookId, changed: finding?.changed ?? [] };
    await this.options.rows.saveEvent(merchantId, account.merchantConnectorId, event);
  }

  @OnCommand(connectorOperationsNamed)
  async operationsNamed(query: DataOf<typeof connectorOperationsNamed>, { incoming }: Delivery): Promise<void> {
    const found = await findNamed(this.options.rows, this.options.accounts, query);
    await this.report(incoming, [], { others: this.replyTo(incoming, found) });
  }

  @OnCommand(connectorDisputeRead)
  async readDispute(command: DataOf<typeof connectorDisputeRead>, { incoming, turn }: Delivery): Promise<void> {
    const { disputes } = this.options;
    const isPostponed = turn?.kind === 'postpone';
    const { accountVersion } = incoming.context;
    const report = isPostponed ? disputes.postpone(command) : await disputes.read(command, accountVersion);
    await this.report(incoming, [], { others: this.encodeDisputes(incoming, [report]) });
  }

  /** No gateway would use the answer past the deadline: then the processor is not called. */
  @OnCommand(connectorDisputesFetch)
  async fetchDisputes(query: DataOf<typeof connectorDisputesFetch>, { incoming }: Delivery): Promise<void> {
    const { fetcher, charges, clock } = this.options;
    const { deadline, messageId, accountVersion, replyTo } = incoming.context;
    const leftMs = deadline === undefined ? 0 : deadline.getTime() - clock.now().getTime();
    if (!replyTo || leftMs <= 0) return;
    const { reply, reports, waited } = await fetcher.run(query, { messageId, accountVersion, leftMs });
    const others = [...this.encodeDisputes(incoming, reports), ...this.replyTo(incoming, reply)];
    await this.report(incoming, [], { others });
    await charges.remove(waited);
  }

  @OnCommand(connectorRecordsFetch)
  fetchRecords(query: DataOf<typeof connectorRecordsFetch>, delivery: Delivery): Promise<void> {
    const { accountVersion } = delivery.incoming.context;
    return answerQuery(delivery, this.options, (leftMs) => this.options.records.run(query, leftMs, accountVersion));
  }

  @OnCommand(connectorRedact)
  redact({ merchantId, paymentId }: DataOf<typeof connectorRedact>): Promise<void> {
    return this.options.rows.redact(merchantId, paymentId);
  }

  /** A call whose deadline has passed is no longer begun. */
  private async call(command: CallCommand, { incoming, turn, isExpired }: Delivery): Promise<void> {
    const { runner } = this.options;
    const began = performance.now();
    if (isExpired) return this.report(incoming, [await runner.forbid(command)]);
    const caused = { ...command, requestId: incoming.context.correlationId };
    const report =
      turn?.kind === 'refuse'
        ? await runner.refuse(caused, turn.reason)
        : await runner.run(caused, incoming.context.accountVersion);
    await this.report(incoming, [report], { began });
  }

  /** Publishes the reports with `others`, then logs them. `began`, of `performance.now()`: the start of a call. */
  private async report(
    { context }: Caused,
    reports: readonly Report[],
    { others = [], began }: { readonly others?: readonly EncodedMessage[]; readonly began?: number } = {},
  ): Promise<void> {
    const now = this.options.clock.now();
    const outcomes = reports.map((report) => encode(outcomeMessage(report, context, now), this.options.seals));
    await this.options.producer.send([...outcomes, ...others]);
    const ms = began === undefined ? undefined : performance.now() - began;
    for (const report of reports) {
      const { operation, source, outcome } = report;
      const { account, flow } = operation;
      metrics.countOperation({ connector: account.connector, flow, source, outcome: outcome.kind });
      const line = lineOfReport(report, context.correlationId, ms);
      if (line) this.options.logger.operation(line);
    }
  }

  private encodeDisputes({ context }: Caused, reports: readonly DisputeReport[]): EncodedMessage[] {
    const now = this.options.clock.now();
    return reports.map((report) => encode(disputeMessage(report, context, now), this.options.seals));
  }

  private replyTo(incoming: Incoming, answer: object): EncodedMessage[] {
    const { replyTo } = incoming.context;
    if (!replyTo) return [];
    const body = Buffer.from(JSON.stringify(answer));
    return [encodeReply(replyTo, incoming, { kind: 'response', body }, this.options.seals)];
  }
}
