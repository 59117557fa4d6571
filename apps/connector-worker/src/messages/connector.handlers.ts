import type { MessageDefinition, WebhookVerdict } from '@payorch/contracts';
import {
  connectorAuthorize,
  connectorCapture,
  connectorExtend,
  connectorIncrement,
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
import type { OperationRunner } from '../operations/run-operation';
import type { OperationSync } from '../operations/sync-operation';
import type { OperationRepository } from '../persistence/operation.repository';
import type { Received, WebhookReceiver } from '../webhooks/receive-webhook';
import type { Report } from './outcome-message';
import { outcomeMessage } from './outcome-message';

export interface ConnectorHandlersOptions {
  readonly runner: Pick<OperationRunner, 'run' | 'shut'>;
  readonly sync: Pick<OperationSync, 'run'>;
  readonly webhooks: Pick<WebhookReceiver, 'receive'>;
  readonly rows: Pick<OperationRepository, 'keepEvent'>;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly clock: Clock;
}

/** Whatever message caused what is sent now. */
type Caused = Pick<Incoming, 'context'>;
type Handle = (incoming: Incoming) => Promise<void>;
type Command = Parameters<OperationRunner['run']>[0];
type Question = Parameters<OperationSync['run']>[0];

/** The commands that move or hold money. */
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

const on = <Data>(message: MessageDefinition<Data>, handle: (incoming: Incoming<Data>) => Promise<void>): Handler => ({
  message: message as MessageDefinition,
  handle: handle as Handle,
});

/** Every message that this service takes, on one screen. A message is done when its outcome is with the broker. */
export class ConnectorHandlers {
  private readonly handlers: readonly Handler[] = [
    on(connectorAuthorize, (incoming) => this.call('authorize', incoming)),
    on(connectorCapture, (incoming) => this.call('capture', incoming)),
    on(connectorVoid, (incoming) => this.call('void', incoming)),
    on(connectorPostCaptureVoid, (incoming) => this.call('post_capture_void', incoming)),
    on(connectorIncrement, (incoming) => this.call('increment', incoming)),
    on(connectorExtend, (incoming) => this.call('extend', incoming)),
    on(connectorRefund, (incoming) => this.call('refund', incoming)),
    on(connectorSync, (incoming) => this.ask(incoming)),
    on(connectorRefundSync, (incoming) => this.ask(incoming)),
    on(connectorWebhookReceived, async (incoming) => {
      const received = await this.options.webhooks.receive(incoming.data, incoming.context.accountVersion);
      await this.report(incoming, received.reports, verdictReply(incoming, received));
      // Kept only now: an event whose reports did not get out must count when it comes again.
      const { merchantId, account } = incoming.data;
      if (received.eventId !== null)
        await this.options.rows.keepEvent(merchantId, account.merchantConnectorId, received.eventId);
    }),
  ];
  private readonly byName = new Map(this.handlers.map(({ message, handle }) => [nameOf(message), handle]));

  constructor(private readonly options: ConnectorHandlersOptions) {}

  get messages(): readonly MessageDefinition[] {
    return this.handlers.map(({ message }) => message);
  }

  readonly handle: Handle = (incoming) => {
    const handle = this.byName.get(nameOf(incoming.message));
    if (!handle) throw new InvariantError(`${nameOf(incoming.message)} has no handler`);
    return handle(incoming);
  };

  /** What came after its deadline. A question or a webhook is worth an answer all the same; a call is not begun any more. */
  readonly expired: Handle = async (incoming) => {
    const flow = callFlows.get(nameOf(incoming.message));
    if (!flow) return this.handle(incoming);
    await this.report(incoming, [await this.options.runner.shut({ flow, data: incoming.data } as Command)]);
  };

  private async call<Flow extends Command['flow']>(
    flow: Flow,
    incoming: Caused & { readonly data: Extract<Command, { flow: Flow }>['data'] },
  ): Promise<void> {
    const command = { flow, data: incoming.data } as Command;
    await this.report(incoming, [await this.options.runner.run(command, incoming.context.accountVersion)]);
  }

  private async ask(incoming: Caused & { readonly data: Question }): Promise<void> {
    await this.report(incoming, [await this.options.sync.run(incoming.data, incoming.context.accountVersion)]);
  }

  private async report({ context }: Caused, reports: readonly Report[], replies: readonly EncodedMessage[] = []) {
    const now = this.options.clock.now();
    const outcomes = reports.map((report) => encode(outcomeMessage(report, context, now)));
    await this.options.producer.send([...outcomes, ...replies]);
  }
}

function verdictReply({ context }: Caused, { verdict }: Received): EncodedMessage[] {
  if (!context.replyTo) return [];
  const body = Buffer.from(JSON.stringify({ verdict } satisfies WebhookVerdict));
  return [encodeReply(context.replyTo, context, { kind: 'answer', body })];
}
