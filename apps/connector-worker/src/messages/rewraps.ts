import type { DataOf } from '@payorch/contracts';
import {
  cardsRewrapped,
  connectorRewrap,
  credentialsRewrapped,
  destinationsRewrapped,
  outgoing,
} from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { KeyedDelivery, MessageProducer } from '@payorch/platform/kafka';
import { encode, MessageController, OnMessage } from '@payorch/platform/kafka';
import type { Rewrapper } from '../sealed/rewrapper';

const answers = { gateway: credentialsRewrapped, payments: cardsRewrapped, payouts: destinationsRewrapped } as const;

export abstract class RewrapsOptions {
  abstract readonly rewrapper: Pick<Rewrapper, 'rewrap'>;
  abstract readonly producer: Pick<MessageProducer, 'send'>;
  abstract readonly clock: Clock;
}

/** Publishes re-sealed values to the owner of the old seals. */
@MessageController()
export class Rewraps {
  constructor(private readonly options: RewrapsOptions) {}

  @OnMessage(connectorRewrap)
  async rewrap({ owner, seals }: DataOf<typeof connectorRewrap>, { incoming }: KeyedDelivery): Promise<void> {
    const { rewrapper, producer, clock } = this.options;
    const answer = outgoing(answers[owner], { seals: rewrapper.rewrap(owner, seals) });
    const { messageId, correlationId, traceparent } = incoming.context;
    const about = { messageId: `${messageId}:rewrapped`, correlationId, traceparent, occurredAt: clock.now() };
    await producer.send([encode({ ...answer, context: about })]);
  }
}
