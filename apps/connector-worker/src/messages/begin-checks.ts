import { connectorBeginCheck, connectorBeginChecked, outgoing, topics } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type {
  BodySeals,
  Broker,
  Envelope,
  KeyedDelivery,
  MessageContext,
  MessageProducer,
} from '@payorch/platform/kafka';
import { encode, KeyedTransport, MessageController, OnMessage } from '@payorch/platform/kafka';
import type { Logger } from '@payorch/platform/telemetry';
import { idsOf } from '../operations/commands/call-command';
import type { BeginAnswer, BeginCheckCommand, BeginChecker } from '../operations/check-begun';
import { lineOfReport } from '../operations/operation-lines';
import { isRetryable } from '../lanes/retryable-faults';
import { outcomeMessage } from '../operations/outcome-message';

export abstract class BeginChecksOptions {
  abstract readonly checker: Pick<BeginChecker, 'run'>;
  abstract readonly seals: BodySeals;
  abstract readonly producer: Pick<MessageProducer, 'send'>;
  abstract readonly clock: Clock;
  abstract readonly logger: Pick<Logger, 'operation'>;
}

/** Answers to `payments` whether an operation has begun, or publishes its outcome. */
@MessageController()
export class BeginChecks {
  constructor(private readonly options: BeginChecksOptions) {}

  @OnMessage(connectorBeginCheck)
  async check(command: BeginCheckCommand, { incoming }: KeyedDelivery): Promise<void> {
    const { checker, producer, seals, logger } = this.options;
    const answer = await checker.run(command);
    await producer.send([encode(this.messageOf(answer, command, incoming.context), seals)]);
    const line = answer.kind === 'outcome' && lineOfReport(answer.report, incoming.context.correlationId);
    if (line) logger.operation(line);
  }

  private messageOf(answer: BeginAnswer, data: BeginCheckCommand, context: MessageContext): Envelope {
    const now = this.options.clock.now();
    if (answer.kind === 'outcome') return outcomeMessage(answer.report, context, now);
    const account = answer.kind === 'begun' ? answer.account : data.account;
    const { correlationId, traceparent } = context;
    const { round, operationId } = data;
    return {
      ...outgoing(connectorBeginChecked, { ...idsOf(data), account, verdict: answer.kind, round }),
      context: { messageId: `${operationId}:begin:${round}`, correlationId, traceparent, occurredAt: now },
    };
  }
}

/** One consumer group for all workers, whatever their connectors: any present worker can answer. */
export class BeginChecksTransport extends KeyedTransport {
  /** `stop`: a worker that drains begins no more operations, so that its presence ends when its shutdown begins. */
  constructor(
    broker: Broker,
    private readonly stop: () => Promise<void>,
  ) {
    super({
      ...broker,
      groupId: 'connector-worker.begin_checks',
      topics: [topics.connectorBeginChecks.name],
      isTransient: isRetryable,
    });
  }

  override async close(): Promise<void> {
    await this.stop();
    await super.close();
  }
}
