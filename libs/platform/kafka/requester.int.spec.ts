import { randomUUID } from 'node:crypto';
import { type MessageDefinition, outgoing, refuse } from '@payorch/contracts';
import { BatchTransport } from './batch-transport';
import type { EncodedMessage, Incoming } from './envelope';
import { KafkaFixture, type Noted, noteOn } from './kafka.fixture';
import { MessageProducer } from './producer';
import { messageRegistry } from './registry';
import { encodeReply } from './reply-codec';
import { type RequestOptions, Requester } from './requester';
import { newTraceparent } from './trace-context';

const patience: RequestOptions = { deadlineMs: 10_000, correlationId: 'correlation', traceparent: newTraceparent() };

describe('Requester', () => {
  let fixture: KafkaFixture;
  let producer: MessageProducer;
  let topic: string;
  let replyTopic: string;
  let arrived: Incoming[];

  const ask = (requester: Requester, id: string, options: Partial<RequestOptions> = {}) =>
    requester.request(outgoing(noteOn(topic) as MessageDefinition<Noted>, { id, n: 1 }), { ...patience, ...options });

  const openRequester = async (maxWaiting = 100): Promise<Requester> => {
    const times = { heartbeatMs: 300, maxWaitMs: 100 };
    const requester = new Requester({ ...fixture, kafka: fixture.kafka, producer, replyTopic, maxWaiting, times });
    await requester.start();
    fixture.onClose(() => requester.close());
    return requester;
  };

  /** Answers what it was asked; refuses `no`, and says nothing to `mute`. */
  const answer = ({ context, data }: Incoming): EncodedMessage[] => {
    const { id } = data as Noted;
    if (!context.replyTo || id === 'mute') return [];
    const reply = id === 'no' ? refuse('payment_not_found') : ({ kind: 'answer', body: Buffer.from(id) } as const);
    return [encodeReply(context.replyTo, context, reply)];
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
      registry: messageRegistry([noteOn(topic) as MessageDefinition]),
      times: { heartbeatMs: 300, maxWaitMs: 100 },
      onBatch: async (batch) => {
        arrived.push(...batch);
        await producer.send(batch.flatMap(answer));
      },
    });
    await transport.start();
    fixture.onClose(() => transport.close());
  });
  afterEach(() => fixture.close());

  it('gives each asker its own answer, from the first question on', async () => {
    const requester = await openRequester();
    expect(await ask(requester, 'first')).toEqual({ kind: 'answer', body: Buffer.from('first') });
    const ids = Array.from({ length: 50 }, (_, n) => `id-${n}`);
    const replies = await Promise.all(ids.map((id) => ask(requester, id)));
    expect(replies.map((reply) => reply.kind === 'answer' && reply.body.toString())).toEqual(ids);
    expect(requester.waiting).toBe(0);
  });

  it('sends along what the owner needs to know, and gives back a refusal as a value', async () => {
    const requester = await openRequester();
    const before = Date.now();
    expect(await ask(requester, 'no', { accountVersion: 7, messageId: 'msg-1' })).toEqual(refuse('payment_not_found'));
    const { context } = arrived[0]!;
    expect(context).toMatchObject({ messageId: 'msg-1', correlationId: 'correlation', accountVersion: 7 });
    expect(context.traceparent.slice(0, 36)).toBe(patience.traceparent.slice(0, 36));
    expect(context.traceparent).not.toBe(patience.traceparent);
    expect(context.deadline!.getTime()).toBeGreaterThanOrEqual(before + patience.deadlineMs);
  });

  it('is silent past the deadline, while longer patience is still rewarded', async () => {
    const requester = await openRequester();
    const impatient = ask(requester, 'mute', { deadlineMs: 200 });
    const other = ask(requester, 'mute', { deadlineMs: 60_000 });
    expect(await impatient).toEqual({ kind: 'no_reply' });
    expect(requester.waiting).toBe(1);
    await requester.close();
    expect(await other).toEqual({ kind: 'no_reply' });
  });

  it('refuses at once what it could not wait for', async () => {
    const requester = await openRequester(1);
    const waiting = ask(requester, 'mute', { deadlineMs: 2_000 });
    expect(await ask(requester, 'one too many')).toEqual(refuse('overloaded'));
    // Of what was sent before there is always room to ask what became of it.
    const behind = ask(requester, 'no', { behind: 'msg-1', deadlineMs: 60_000 });
    expect(await behind).toEqual(refuse('payment_not_found'));
    expect(await waiting).toEqual({ kind: 'no_reply' });
    expect(arrived.map(({ data }) => (data as Noted).id)).toEqual(['mute', 'no']);
  });
});
