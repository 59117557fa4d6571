import {
  type MessageDefinition,
  nameOf,
  outgoing,
  paymentCapture,
  paymentCaptured,
  paymentGet,
  publicMessages,
  publicTopics,
  refundCreated,
  schemaPath,
} from '@payorch/contracts';
import { openedText, testSeals } from '@payorch/harness';
import type { MerchantId, MinorUnits, PaymentId } from '@payorch/kernel';
import { decode, encode, encodeForTopics, headerText, type RawRecord, Unreadable } from './codec';
import type { EncodedMessage, Incoming, MessageContext } from './envelope';
import { type CloudEvent, Kafka } from 'cloudevents';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { messageRegistry } from './registry';

const capture = outgoing(paymentCapture, {
  merchantId: 'merchant_1' as MerchantId,
  paymentId: 'pay_1' as PaymentId,
  amountToCapture: 9_007_199_254_740_991n as MinorUnits,
  details: { note: 'größer' },
});
const context: MessageContext = {
  messageId: 'msg_1',
  correlationId: 'cor_1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  occurredAt: new Date('2026-11-21T05:00:00.123Z'),
  replyTo: { topic: 'gateway.replies.3', correlationId: 'rep_1' },
  deadline: new Date('2026-11-21T05:00:35.123Z'),
  accountVersion: 12,
  checkOf: 'msg_0',
  onlyProfile: 'pro_1',
};
const seals = testSeals();
const registry = messageRegistry([paymentCapture as MessageDefinition, paymentGet as MessageDefinition]);

/** A produced message in the form in which the client library delivers it. */
const received = ({ topic, key, value, headers }: EncodedMessage, overrides: Partial<RawRecord> = {}): RawRecord => ({
  topic,
  partition: 2,
  offset: '41',
  timestamp: '1795237200000',
  key: key === null ? null : Buffer.from(key),
  value,
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])),
  ...overrides,
});
const textOf = (encoded: EncodedMessage): string => openedText(seals, encoded);
/** A message as it was before bodies were sealed. */
const unsealed = (text: string): RawRecord => {
  const { headers, ...record } = received(encode({ ...capture, context }, seals));
  return { ...record, value: Buffer.from(text), headers: { ...headers, sealmerchant: undefined, datakey: undefined } };
};
const readable = (record: RawRecord): Incoming => {
  const read = decode(registry, record, seals);
  if (read instanceof Unreadable) throw new Error(read.cause);
  return read;
};
const causeOf = (record: RawRecord): string => (decode(registry, record, seals) as Unreadable).cause;
const without = (name: string): RawRecord => {
  const record = received(encode({ ...capture, context }, seals));
  return { ...record, headers: { ...record.headers, [name]: undefined } };
};

describe('encode', () => {
  it('encode puts only the payload into the body, amounts as integers, and all metadata into headers', () => {
    const encoded = encode({ ...capture, context }, seals);
    expect(encoded.topic).toBe('payments.commands');
    expect(encoded.key).toBe('merchant_1/pay_1');
    expect(textOf(encoded)).toBe(
      '{"merchantId":"merchant_1","paymentId":"pay_1","amountToCapture":9007199254740991,"details":{"note":"größer"}}',
    );
    expect(encoded.headers).toEqual({
      sealmerchant: 'merchant_1',
      datakey: expect.stringMatching(/^1 v1\.master_1\./),
      ce_specversion: '1.0',
      ce_id: 'msg_1',
      ce_type: 'payment.capture',
      ce_source: 'payments',
      ce_time: '2026-11-21T05:00:00.123Z',
      ce_dataschema: '1',
      'content-type': 'application/octet-stream',
      traceparent: context.traceparent,
      correlationid: 'cor_1',
      replytopic: 'gateway.replies.3',
      replycorrelationid: 'rep_1',
      deadline: '2026-11-21T05:00:35.123Z',
      onlyprofile: 'pro_1',
      accountversion: '12',
      checkof: 'msg_0',
    });
  });

  it('encode omits absent metadata', () => {
    const { messageId, correlationId, traceparent, occurredAt } = context;
    const plain = { messageId, correlationId, traceparent, occurredAt };
    const { headers } = encode({ ...capture, context: plain }, seals);
    for (const name of ['replytopic', 'replycorrelationid', 'deadline', 'accountversion', 'checkof']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  it('encode refuses data that does not match its schema', () => {
    const wrong = { ...(capture.data as object), paymentId: '' };
    expect(() => encode({ message: capture.message, data: wrong, context })).toThrow();
  });
});

describe('decode', () => {
  it('decode returns what was encoded', () => {
    expect(readable(received(encode({ ...capture, context }, seals)))).toEqual({
      message: paymentCapture,
      data: capture.data,
      key: 'merchant_1/pay_1',
      context: { ...context, sealedBy: { merchantId: 'merchant_1', dataKey: expect.any(String) } },
      origin: { topic: 'payments.commands', partition: 2, offset: '41' },
    });
  });

  it('decode reads a message without a key', () => {
    const query = {
      merchantId: 'm',
      paymentId: 'p',
      caller: { kind: 'merchant' },
      expandAttempts: false,
      expandCaptures: false,
    };
    const message = paymentGet as MessageDefinition;
    expect(readable(received(encode({ message, data: query, context }, seals))).key).toBeNull();
  });

  it('decode uses a fallback for a missing or malformed header that is not essential', () => {
    expect(readable(without('correlationid')).context.correlationId).toBe('msg_1');
    expect(readable(without('ce_time')).context.occurredAt).toEqual(new Date(1_795_237_200_000));
    expect(readable(without('traceparent')).context.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    for (const name of ['replytopic', 'replycorrelationid'])
      expect(readable(without(name)).context.replyTo).toBeUndefined();
    const odd = received(encode({ ...capture, context }, seals));
    const headers = { ...odd.headers, deadline: 'soon', accountversion: 'many' };
    expect(readable({ ...odd, headers }).context).not.toHaveProperty('deadline');
    expect(readable({ ...odd, headers }).context).not.toHaveProperty('accountVersion');
  });

  it('decode reports why a record is not a message', () => {
    const record = received(encode({ ...capture, context }, seals));
    expect(causeOf(without('ce_type'))).toBe('no ce_type header');
    expect(causeOf(without('ce_id'))).toBe('no ce_id header');
    expect(causeOf(without('ce_dataschema'))).toBe('undeclared message payment.capture.vNaN');
    expect(causeOf({ ...record, headers: { ...record.headers, ce_dataschema: '2' } })).toBe(
      'undeclared message payment.capture.v2',
    );
    expect(causeOf({ ...record, value: null })).toBe('no body');
    expect(causeOf({ ...record, value: Buffer.from('d1.1.c2hvcnQ') })).toContain('the seal does not open: malformed');
    expect(causeOf(unsealed('{"merchantId":'))).toContain('payment.capture.v1 is not readable');
    const text = textOf(encode({ ...capture, context }, seals));
    expect(causeOf(unsealed(text.replace('9007199254740991', '-1')))).toContain('amountToCapture');
  });
});

describe('a message on a sealed topic', () => {
  it('a sealed message does not show its data, and opens as itself only', () => {
    const encoded = encode({ ...capture, context }, seals);
    expect(encoded.value.toString()).not.toContain('größer');
    const record = received(encoded);
    for (const other of [{ ce_id: 'msg_2' }, { sealmerchant: 'merchant_2' }])
      expect(causeOf({ ...record, headers: { ...record.headers, ...other } })).toContain('the seal does not open');
  });

  it('a message that is older than the seals is read', () =>
    expect(readable(unsealed(textOf(encode({ ...capture, context }, seals)))).data).toEqual(capture.data));

  it('nothing is encoded, and nothing sealed is read, without keys', () => {
    expect(() => encode({ ...capture, context })).toThrow('sealed topic');
    const read = decode(registry, received(encode({ ...capture, context }, seals)));
    expect(read).toBeInstanceOf(Unreadable);
  });
});

describe('headerText', () => {
  it('headerText returns the last of several values, and undefined for a missing header', () => {
    expect(headerText({ a: [Buffer.from('1'), Buffer.from('2')] }, 'a')).toBe('2');
    expect(headerText({ a: [] }, 'a')).toBeUndefined();
    expect(headerText(undefined, 'a')).toBeUndefined();
  });
});

const publicUrl = 'https://pay.example.com';
const goldenOf = (message: MessageDefinition) =>
  JSON.parse(
    readFileSync(path.join(__dirname, `../../../contracts/src/golden/${nameOf(message)}.json`), 'utf8'),
  ) as Record<string, unknown>;
const publicOf = (message: MessageDefinition): readonly EncodedMessage[] =>
  encodeForTopics(
    { ...outgoing(message, z.decode(message.schema, goldenOf(message) as never)), context },
    undefined,
    publicUrl,
  );

describe('a CloudEvent', () => {
  it.each(publicMessages.map((message) => [nameOf(message), message] as const))(
    '%s is one for the package of others, on each of its topics',
    (_name, message) => {
      const all = publicOf(message);
      expect(all.map(({ topic }) => publicTopics.includes(topic))).toEqual(all.map(() => true));
      for (const { key, value, headers } of all) {
        const record = { headers, key, value: value.toString(), body: value.toString() };
        expect(Kafka.isEvent(record)).toBe(true);
        const event = Kafka.toEvent<object>(record) as CloudEvent<object>;
        expect(event.validate()).toBe(true);
        expect(event).toMatchObject({
          specversion: '1.0',
          id: 'msg_1',
          type: message.type,
          source: message.topic.split('.')[0],
          time: '2026-11-21T05:00:00.123Z',
          datacontenttype: 'application/json',
          data: goldenOf(message),
          dataschema: `https://pay.example.com${schemaPath(message)}`,
          correlationid: 'cor_1',
          traceparent: context.traceparent,
        });
        expect(Object.keys(headers).filter((name) => !name.startsWith('ce_'))).toEqual(['content-type']);
      }
    },
  );

  it('a refund’s event is the same on its own topic and on the topic of payments, where its payment is the key', () => {
    const [own, second] = publicOf(refundCreated as MessageDefinition);
    expect([own!.topic, own!.key]).toEqual(['refunds.lifecycle', 'acme_1/ref_7hQKZ5v1mXcB2nR8tY0L']);
    expect(second).toEqual({ ...own, topic: 'payments.lifecycle', key: 'acme_1/pay_A1' });
    expect(publicOf(paymentCaptured as MessageDefinition)).toHaveLength(1);
  });

  it('decode reads it, and one as it was before it had a schema', () => {
    const known = messageRegistry([paymentCaptured as MessageDefinition]);
    const record = received(publicOf(paymentCaptured as MessageDefinition)[0]!);
    const { ce_correlationid: correlationid, ce_traceparent: traceparent, ...headers } = record.headers!;
    const before = { ...record, headers: { ...headers, ce_dataschema: '1', correlationid, traceparent } };
    const { replyTo: _, deadline: __, accountVersion: ___, checkOf: ____, onlyProfile: _____, ...attributes } = context;
    for (const one of [record, before])
      expect(decode(known, one)).toMatchObject({
        message: paymentCaptured,
        context: attributes,
        data: z.decode(paymentCaptured.schema, goldenOf(paymentCaptured as MessageDefinition) as never),
      });
    const other = { ...record, headers: { ...record.headers, ce_dataschema: 'https://pay.example.com/2.json' } };
    expect((decode(known, other) as Unreadable).cause).toBe('undeclared message payment.captured.v2');
  });

  it('nothing is encoded without the address of its schema', () =>
    expect(() =>
      encodeForTopics({
        ...outgoing(
          refundCreated,
          z.decode(refundCreated.schema, goldenOf(refundCreated as MessageDefinition) as never),
        ),
        context,
      }),
    ).toThrow('public topic'));
});

describe('a message on a public topic', () => {
  const looksLikeCard = '4242424242424242';
  const sample = goldenOf(refundCreated as MessageDefinition);
  const data: object = z.decode(refundCreated.schema, {
    ...sample,
    paymentId: looksLikeCard,
    refundId: looksLikeCard,
  } as never);

  it('a public message shows only the last digits of an id that looks like a card number', () => {
    const { key, value } = encode({ ...outgoing(refundCreated, data as never), context }, undefined, publicUrl);
    expect(`${key} ${value.toString()}`).not.toContain(looksLikeCard);
    expect(key).toContain('***4242');
    expect(JSON.parse(value.toString())).toEqual({ ...sample, paymentId: '***4242', refundId: '***4242' });
  });

  it('an internal message carries the whole id', () => {
    const command = outgoing(paymentCapture, { ...(capture.data as object), paymentId: looksLikeCard } as never);
    expect(encode({ ...command, context }, seals).key).toContain(looksLikeCard);
  });
});
