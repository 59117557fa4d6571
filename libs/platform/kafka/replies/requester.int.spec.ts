import { testSeals } from '@payorch/harness';
import { randomUUID } from 'node:crypto';
import { type MessageDefinition, outgoing, refuse } from '@payorch/contracts';
import { BatchTransport } from '../transports/batch-transport';
import type { EncodedMessage, Incoming } from '../messages/envelope';
import { handleNotes, KafkaFixture, type Noted, noteOn } from '../kafka.fixture';
import { MessageProducer } from '../produce/producer';
import { encodeReply } from './reply-codec';
import { type RequestOptions, Requester } from './requester';
import { newTraceparent } from '@payorch/platform/tracing';

const requestOptions: RequestOptions = {
  deadlineMs: 10_000,
  correlationId: 'correlation',
  traceparent: newTraceparent(),
};

const seals = testSeals();

describe('Requester', () => {
  let fixture: KafkaFixture;
  let producer: MessageProducer;
  let topic: string;
  let replyTopic: string;
  let arrived: Incoming[];

  const request = (requester: Requester, id: string, options: Partial<RequestOptions> = {}) =>
    requester.request(outgoing(noteOn(topic) as MessageDefinition<Noted>, { id, n: 1 }), {
      ...requestOptions,
      ...options,
    });

  const openRequester = async (maxWaiting = 100): Promise<Requester> => {
    const times = { heartbeatMs: 300, maxWaitMs: 100 };
    const loadKeys = async (): Promise<void> => undefined;
    const requester = new Requester({
      ...fixture,
      kafka: fixture.kafka,
      producer,
      replyTopic,
      maxWaiting,
      times,
      seals,
      loadKeys,
    });
    await requester.start();
    fixture.onClose(() => requester.close());
    return requester;
  };

  /** Answers with the id; refuses `no`, and never answers `mute`. */
  const answer = ({ context, data }: Incoming): EncodedMessage[] => {
    const { id } = data as Noted;
    if (!context.replyTo || id === 'mute') return [];
    const reply = id === 'no' ? refuse('payment_not_found') : ({ kind: 'response', body: Buffer.from(id) } as const);
    return [encodeReply(context.replyTo, { context, data: { merchantId: 'acme_1' } }, reply, seals)];
  };

  beforeEach(async () => {
    fixture = new KafkaFixture();
    producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    [topic, replyTopic] = [await fixture.topic(2), await fixture.topic(1)];
    arrived = [];
    const transport = new BatchTransport({
      kafka: fixture.kafka,
      log: fixture.log,
      producer,
      groupId: `spec.${randomUUID()}`,
      topics: [topic],
      times: { heartbeatMs: 300, maxWaitMs: 100 },
      onBatch: async (batch) => {
        arrived.push(...batch);
        await producer.send(batch.flatMap(answer));
      },
    });
    handleNotes(transport, topic, () => Promise.resolve());
    await transport.start();
    fixture.onClose(() => transport.close());
  });
  afterEach(() => fixture.close());

  it('each caller receives its own reply, from the first request on', async () => {
    const requester = await openRequester();
    expect(await request(requester, 'first')).toEqual({ kind: 'response', body: Buffer.from('first') });
    const ids = Array.from({ length: 50 }, (_, n) => `id-${n}`);
    const replies = await Promise.all(ids.map((id) => request(requester, id)));
    expect(replies.map((reply) => reply.kind === 'response' && reply.body.toString())).toEqual(ids);
    expect(requester.waiting).toBe(0);
  });

  it('a request carries the metadata that the owner needs, and returns a refusal as a value', async () => {
    const requester = await openRequester();
    const before = Date.now();
    expect(await request(requester, 'no', { accountVersion: 7, messageId: 'msg-1' })).toEqual(
      refuse('payment_not_found'),
    );
    const { context } = arrived[0]!;
    expect(context).toMatchObject({ messageId: 'msg-1', correlationId: 'correlation', accountVersion: 7 });
    expect(context.traceparent.slice(0, 36)).toBe(requestOptions.traceparent.slice(0, 36));
    expect(context.traceparent).not.toBe(requestOptions.traceparent);
    expect(context.deadline!.getTime()).toBeGreaterThanOrEqual(before + requestOptions.deadlineMs);
  });

  it('a request past its deadline ends without a reply, while a longer timeout still waits', async () => {
    const requester = await openRequester();
    const shortRequest = request(requester, 'mute', { deadlineMs: 200 });
    const other = request(requester, 'mute', { deadlineMs: 60_000 });
    expect(await shortRequest).toEqual({ kind: 'no_reply' });
    expect(requester.waiting).toBe(1);
    await requester.close();
    expect(await other).toEqual({ kind: 'no_reply' });
  });

  it('a request beyond the limit of pending replies is refused at once', async () => {
    const requester = await openRequester(1);
    const waiting = request(requester, 'mute', { deadlineMs: 2_000 });
    expect(await request(requester, 'one too many')).toEqual(refuse('overloaded'));
    // There is always room for checking a command that was already sent.
    const check = request(requester, 'no', { checkOf: 'msg-1', deadlineMs: 60_000 });
    expect(await check).toEqual(refuse('payment_not_found'));
    expect(await waiting).toEqual({ kind: 'no_reply' });
    expect(arrived.map(({ data }) => (data as Noted).id)).toEqual(['mute', 'no']);
  });
});
