import type { connectorRewrap as command, DataOf, MessageDefinition } from '@payorch/contracts';
import { cardsRewrapped, connectorRewrap, credentialsRewrapped, outgoing, topics } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { Incoming, MessageProducer } from '@payorch/platform/kafka';
import { assertHandledOnce, encode, KeyedTransport, messageRegistry } from '@payorch/platform/kafka';
import { groupTimes } from '@payorch/platform/service';
import type { Rewrapper } from '../sealed/rewrapper';
import type { ConnectorTransportOptions } from './connector-transport';
import { isRetryable } from './connector-transport';

const handled = [connectorRewrap as MessageDefinition];
const answers = { gateway: credentialsRewrapped, payments: cardsRewrapped } as const;

export interface RewrapsOptions {
  readonly rewrapper: Pick<Rewrapper, 'rewrap'>;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly clock: Clock;
}

/** Publishes re-sealed values to the owner of the old seals. */
export const rewrapsHandler =
  ({ rewrapper, producer, clock }: RewrapsOptions) =>
  async ({ data, context }: Incoming): Promise<void> => {
    const { owner, seals } = data as DataOf<typeof command>;
    const answer = outgoing(answers[owner], { seals: rewrapper.rewrap(owner, seals) });
    const { messageId, correlationId, traceparent } = context;
    const about = { messageId: `${messageId}:rewrapped`, correlationId, traceparent, occurredAt: clock.now() };
    await producer.send([encode({ ...answer, context: about })]);
  };

export interface RewrapsTransportOptions extends Pick<
  ConnectorTransportOptions,
  'config' | 'kafka' | 'producer' | 'logger'
> {
  readonly handle: (incoming: Incoming) => Promise<void>;
}

/** One consumer group for all workers: each worker has every key. One message at a time, since payments come first. */
export function rewrapsTransport({ handle, config, kafka, producer, logger }: RewrapsTransportOptions): KeyedTransport {
  const subscribed = [topics.connectorRewraps.name];
  assertHandledOnce(subscribed, handled);
  return new KeyedTransport({
    ...{ kafka, log: logger, producer, groupId: 'connector-worker.rewraps', topics: subscribed, cap: 1 },
    ...{ registry: messageRegistry(handled), handler: handle, onExpired: handle },
    ...{ isTransient: isRetryable, times: groupTimes(config) },
  });
}
