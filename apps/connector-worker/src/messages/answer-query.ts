import type { Clock } from '@payorch/kernel';
import type { BodySeals, KeyedDelivery, MessageProducer } from '@payorch/platform/kafka';
import { encodeReply } from '@payorch/platform/kafka';

export interface AnsweringParts {
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly seals: BodySeals;
  readonly clock: Clock;
}

/**
 * Sends the result of `run` to the caller of a query. Makes no call without a reply address or past the deadline: no gateway would
 * use the answer.
 */
export async function answerQuery(
  { incoming }: KeyedDelivery,
  { producer, seals, clock }: AnsweringParts,
  run: (leftMs: number) => Promise<object>,
): Promise<void> {
  const { replyTo, deadline } = incoming.context;
  const leftMs = deadline === undefined ? 0 : deadline.getTime() - clock.now().getTime();
  if (!replyTo || leftMs <= 0) return;
  const body = Buffer.from(JSON.stringify(await run(leftMs)));
  await producer.send([encodeReply(replyTo, incoming, { kind: 'response', body }, seals)]);
}
