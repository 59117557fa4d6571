import { connectorBeginCheck, connectorBeginChecked, outgoing, topics } from '@payorch/contracts';
import type { MessageDefinition } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { Envelope, Incoming, KeyedTransportOptions, MessageProducer } from '@payorch/platform/kafka';
import { assertHandledOnce, encode, KeyedTransport, messageRegistry } from '@payorch/platform/kafka';
import { groupTimes } from '@payorch/platform/service';
import { idsOf } from '../operations/call-command';
import type { BeginCheckCommand, BeginChecker } from '../operations/check-begun';
import type { Presence } from '../presence';
import type { ConnectorTransportOptions } from './connector-transport';
import { isRetryable } from './connector-transport';
import { outcomeMessage } from './outcome-message';

const handled = [connectorBeginCheck as MessageDefinition];

export interface BeginChecksOptions {
  readonly checker: Pick<BeginChecker, 'run'>;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly clock: Clock;
}

/** Answers to `payments` whether an operation has begun, or publishes its outcome. */
export class BeginChecks {
  constructor(private readonly options: BeginChecksOptions) {}

  readonly handle = async (incoming: Incoming): Promise<void> => {
    await this.options.producer.send([encode(await this.answer(incoming as Incoming<BeginCheckCommand>))]);
  };

  private async answer({ data, context }: Incoming<BeginCheckCommand>): Promise<Envelope> {
    const now = this.options.clock.now();
    const answer = await this.options.checker.run(data);
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

/** A worker that drains begins no more operations: its presence ends when its shutdown begins. */
class BeginChecksTransport extends KeyedTransport {
  constructor(
    options: KeyedTransportOptions,
    private readonly presence: Pick<Presence, 'stop'>,
  ) {
    super(options);
  }

  override async close(): Promise<void> {
    await this.presence.stop();
    await super.close();
  }
}

export interface BeginChecksTransportOptions extends Omit<
  ConnectorTransportOptions,
  'connector' | 'handlers' | 'turns'
> {
  readonly checks: BeginChecks;
  readonly presence: Pick<Presence, 'stop'>;
}

/** One consumer group for all workers, whatever their connectors: any present worker can answer. */
export function beginChecksTransport({
  checks,
  presence,
  config,
  kafka,
  producer,
  logger,
}: BeginChecksTransportOptions): KeyedTransport {
  const subscribed = [topics.connectorBeginChecks.name];
  assertHandledOnce(subscribed, handled);
  const options = {
    ...{ kafka, log: logger, producer, groupId: 'connector-worker.begin_checks', topics: subscribed },
    ...{ registry: messageRegistry(handled), handler: checks.handle, onExpired: checks.handle },
    ...{ isTransient: isRetryable, times: groupTimes(config) },
  };
  return new BeginChecksTransport(options, presence);
}
