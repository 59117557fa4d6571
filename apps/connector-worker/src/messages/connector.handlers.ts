import type { MessageDefinition, WebhookVerdict } from '@payorch/contracts';
import {
  connectorAuthorize,
  connectorCapture,
  connectorExtend,
  connectorIncrement,
  connectorOperationsNamed,
  connectorPostCaptureVoid,
  connectorRefund,
  connectorRefundSync,
  connectorSync,
  connectorVoid,
  connectorWebhookReceived,
  nameOf,
} from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import { InvariantError } from '@payorch/kernel';
import type { EncodedMessage, Incoming, MessageProducer } from '@payorch/platform/kafka';
import { encode, encodeReply } from '@payorch/platform/kafka';
import type { OperationTurn } from '../admission/operation-turns';
import type { OperationRunner } from '../operations/run-operation';
import type { OperationSync } from '../operations/sync-operation';
import type { OperationRepository } from '../persistence/operation.repository';
import { findNamed } from '../webhooks/find-named';
import type { ReceivedWebhook, WebhookReceiver } from '../webhooks/receive-webhook';
import type { Report } from './outcome-message';
import { outcomeMessage } from './outcome-message';

export interface ConnectorHandlersOptions {
  readonly runner: Pick<OperationRunner, 'run' | 'forbid' | 'refuse'>;
  readonly sync: Pick<OperationSync, 'run' | 'postpone'>;
  readonly webhooks: Pick<WebhookReceiver, 'receive'>;
  readonly rows: Pick<OperationRepository, 'saveEvent' | 'about'>;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly clock: Clock;
  /** Stores a follow-up until its account has room; durable when the promise resolves. */
  readonly defer: (incoming: Incoming) => Promise<void>;
}

/** The message that caused the published messages. */
type Caused = Pick<Incoming, 'context'>;
type Handle = (incoming: Incoming, turn?: OperationTurn) => Promise<void>;
type Command = Parameters<OperationRunner['run']>[0];
type SyncCommand = Parameters<OperationSync['run']>[0];

/** The commands that authorize or move money. */
const callFlows: ReadonlyMap<string, Command['flow']> = new Map([
  [nameOf(connectorAuthorize), 'authorize'],
  [nameOf(connectorCapture), 'capture'],
  [nameOf(connectorVoid), 'void'],
  [nameOf(connectorPostCaptureVoid), 'post_capture_void'],
  [nameOf(connectorIncrement), 'increment'],
  [nameOf(connectorExtend), 'extend'],
  [nameOf(connectorRefund), 'refund'],
]);

interface Handler {
  readonly message: MessageDefinition;
  readonly handle: Handle;
}

const on = <Data>(
  message: MessageDefinition<Data>,
  handle: (incoming: Incoming<Data>, turn?: OperationTurn) => Promise<void>,
): Handler => ({
  message: message as MessageDefinition,
  handle: handle as Handle,
});

/** All messages that this service handles. A message is done when its outcome is with the broker. */
export class ConnectorHandlers {
  private readonly handlers: readonly Handler[] = [
    on(connectorAuthorize, (incoming, turn) => this.call('authorize', incoming, turn)),
    on(connectorCapture, (incoming, turn) => this.call('capture', incoming, turn)),
    on(connectorVoid, (incoming, turn) => this.call('void', incoming, turn)),
    on(connectorPostCaptureVoid, (incoming, turn) => this.call('post_capture_void', incoming, turn)),
    on(connectorIncrement, (incoming, turn) => this.call('increment', incoming, turn)),
    on(connectorExtend, (incoming, turn) => this.call('extend', incoming, turn)),
    on(connectorRefund, (incoming, turn) => this.call('refund', incoming, turn)),
    on(connectorSync, (incoming, turn) => this.runSync(incoming, turn)),
    on(connectorRefundSync, (incoming, turn) => this.runSync(incoming, turn)),
    on(connectorWebhookReceived, async (incoming) => {
      const received = await this.options.webhooks.receive(incoming.data, incoming.context.accountVersion);
      await this.report(incoming, received.reports, verdictReply(incoming, received));
      // Saved only now: an event whose outcomes were not published must count when it is redelivered.
      const { merchantId, account } = incoming.data;
      if (received.eventId !== null)
        await this.options.rows.saveEvent(merchantId, account.merchantConnectorId, received.eventId);
    }),
    on(connectorOperationsNamed, async (incoming) => {
      const found = await findNamed(this.options.rows, incoming.data);
      await this.report(incoming, [], replyTo(incoming, found));
    }),
  ];
  private readonly byName = new Map(this.handlers.map(({ message, handle }) => [nameOf(message), handle]));

  constructor(private readonly options: ConnectorHandlersOptions) {}

  get messages(): readonly MessageDefinition[] {
    return this.handlers.map(({ message }) => message);
  }

  readonly handle: Handle = (incoming, turn) => {
    if (turn?.kind === 'defer') return this.options.defer(incoming);
    const handle = this.byName.get(nameOf(incoming.message));
    if (!handle) throw new InvariantError(`${nameOf(incoming.message)} has no handler`);
    return handle(incoming, turn);
  };

  /** A message after its deadline. A sync or a webhook is still handled; a call is no longer begun. */
  readonly expired: Handle = async (incoming) => {
    const flow = callFlows.get(nameOf(incoming.message));
    if (!flow) return this.handle(incoming);
    await this.report(incoming, [await this.options.runner.forbid({ flow, data: incoming.data } as Command)]);
  };

  private async call<Flow extends Command['flow']>(
    flow: Flow,
    incoming: Caused & { readonly data: Extract<Command, { flow: Flow }>['data'] },
    turn?: OperationTurn,
  ): Promise<void> {
    const { runner } = this.options;
    const command = { flow, data: incoming.data, requestId: incoming.context.correlationId } as Command;
    const report =
      turn?.kind === 'refuse'
        ? await runner.refuse(command, turn.reason)
        : await runner.run(command, incoming.context.accountVersion);
    await this.report(incoming, [report]);
  }

  private async runSync(incoming: Caused & { readonly data: SyncCommand }, turn?: OperationTurn): Promise<void> {
    const { sync } = this.options;
    const report =
      turn?.kind === 'postpone'
        ? await sync.postpone(incoming.data, turn.syncInMs)
        : await sync.run(incoming.data, incoming.context.accountVersion, incoming.context.correlationId);
    await this.report(incoming, [report]);
  }

  private async report({ context }: Caused, reports: readonly Report[], replies: readonly EncodedMessage[] = []) {
    const now = this.options.clock.now();
    const outcomes = reports.map((report) => encode(outcomeMessage(report, context, now)));
    await this.options.producer.send([...outcomes, ...replies]);
  }
}

function replyTo({ context }: Caused, answer: object): EncodedMessage[] {
  if (!context.replyTo) return [];
  const body = Buffer.from(JSON.stringify(answer));
  return [encodeReply(context.replyTo, context, { kind: 'answer', body })];
}

const verdictReply = (caused: Caused, { verdict }: ReceivedWebhook): EncodedMessage[] =>
  replyTo(caused, { verdict } satisfies WebhookVerdict);
