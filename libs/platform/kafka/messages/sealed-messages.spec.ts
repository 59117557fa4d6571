import {
  type MessageDefinition,
  outgoing,
  paymentCapture,
  paymentGet,
  topics,
  type TopicSpec,
} from '@payorch/contracts';
import { testDataKeys, testSeals } from '@payorch/harness';
import type { MerchantId, MinorUnits, PaymentId } from '@payorch/kernel';
import { MerchantSeals } from '@payorch/platform/sealing';
import { aContext } from '../kafka.fixture';
import { bodyPlace, decode, encode, type RawRecord, Unreadable } from './codec';
import { deadLetterOf, deadLetterOfMessage } from './dead-letter';
import type { EncodedMessage, Incoming } from './envelope';
import { messageRegistry } from './registry';

const marked = 'Ada Lovelace';
const seals = testSeals();
const capture = outgoing(paymentCapture, {
  merchantId: 'acme_1' as MerchantId,
  paymentId: 'pay_1' as PaymentId,
  amountToCapture: 6540n as MinorUnits,
  details: { statement_descriptor_suffix: marked },
});
const context = aContext({ messageId: 'msg_1' });
const registry = messageRegistry([paymentCapture, paymentGet] as unknown as MessageDefinition[]);

const received = ({ topic, key, value, headers }: EncodedMessage, more: Record<string, string> = {}): RawRecord => ({
  topic,
  partition: 0,
  offset: '0',
  timestamp: '0',
  key: key === null ? null : Buffer.from(key),
  value,
  headers: Object.fromEntries(Object.entries({ ...headers, ...more }).map(([name, text]) => [name, Buffer.from(text)])),
});
const encoded = encode({ ...capture, context }, seals);
const read = (record: RawRecord, by: typeof seals | undefined = seals): Incoming | Unreadable =>
  decode(registry, record, by);
const causeOf = (record: RawRecord, by: typeof seals | undefined = seals): string =>
  (read(record, by) as Unreadable).cause;

/** What a reader of the topic sees. */
const shownBy = ({ key, value, headers }: EncodedMessage): string =>
  [key, value.toString(), ...Object.values(headers)].join(' ');

const isSealed = (topic: TopicSpec): boolean => topic.isSealed === true;
const sealed = Object.values<TopicSpec>(topics).filter(isSealed);

describe('the topics', () => {
  it('with personal data are sealed', () => {
    expect(sealed.map(({ name }) => name)).toEqual([
      ...[
        'payments.commands',
        'payments.queries',
        'payouts.commands',
        'payouts.queries',
        'connector.queries',
        'connector.token_queries',
        'connector.webhooks.<lane>',
      ],
      'connector.results.payments',
      ...['webhooks.requests', 'gateway.replies.<slot>'],
    ]);
  });

  it('that are public are never sealed: subscribers have no keys', () => {
    expect(sealed.filter(({ visibility }) => visibility === 'public')).toEqual([]);
  });

  it('that are sealed are written and read by services with keys', () => {
    const withKeys = ['connector-worker', 'gateway', 'payments', 'payouts', 'refunds', 'webhooks'];
    const apps = sealed.flatMap(({ writers, readers }) => [...writers, ...readers]);
    // Routing has no keys: it writes open replies only.
    expect(apps.filter((app) => !withKeys.includes(app))).toEqual(['routing']);
    expect(topics.gatewayReplies.writers).toContain('routing');
  });

  it('that have open replies are read by routing, or have the messages of operators', () => {
    const open = Object.values<TopicSpec>(topics).filter(({ hasOpenReplies }) => hasOpenReplies);
    expect(open.map(({ name, readers }) => [name, readers])).toEqual([
      ['routing.commands', ['routing']],
      ['routing.queries', ['routing']],
      ['payments.ops', ['payments']],
      ['refunds.ops', ['refunds']],
      ['payouts.ops', ['payouts']],
      ['connector.ops', ['connector-worker']],
      ['webhooks.ops', ['webhooks']],
    ]);
  });
});

describe('a message on a sealed topic', () => {
  it('shows its key and metadata only', () => {
    expect(encoded).toMatchObject({ topic: 'payments.commands', key: 'acme_1/pay_1' });
    expect(encoded.value.toString()).toMatch(/^d1\.1\.[\w-]+$/);
    expect(shownBy(encoded)).not.toContain(marked);
    expect(encoded.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      ce_type: 'payment.capture',
      ce_id: 'msg_1',
      sealmerchant: 'acme_1',
      datakey: expect.stringMatching(/^1 v1\./) as string,
    });
  });

  it('is read by a service with the master keys, and names the key of its reply', () => {
    const { headers } = encoded;
    const sealedBy = { merchantId: 'acme_1', dataKey: headers['datakey'] };
    expect(read(received(encoded))).toMatchObject({ data: capture.data, context: { ...context, sealedBy } });
    const withoutSettings = new MerchantSeals({ dataKeysOf: () => undefined }, testDataKeys());
    expect(read(received(encoded), withoutSettings)).toMatchObject({ data: capture.data });
  });

  it('is not encoded without keys or without a merchant', () => {
    const refused = 'payment.capture goes to a sealed topic, and there is no key for it';
    expect(() => encode({ ...capture, context })).toThrow(refused);
    const { merchantId: _, ...data } = capture.data as { merchantId: string };
    expect(() => encode({ ...capture, data, context }, seals)).toThrow();
  });

  it('is not encoded while the keys of its merchant are unknown', () => {
    const unknown = new MerchantSeals({ dataKeysOf: () => undefined }, testDataKeys());
    expect(() => encode({ ...capture, context }, unknown)).toThrow('no data key of acme_1 is known');
  });

  const foreign = encode(
    { ...outgoing(paymentCapture, { ...(capture.data as object), merchantId: 'acme_2' } as never), context },
    seals,
  );
  it.each<[string, Record<string, string>]>([
    ['another merchant', { sealmerchant: 'acme_2' }],
    ['another id', { ce_id: 'msg_2' }],
    ['a key of another merchant', { datakey: foreign.headers['datakey']! }],
    ['a merchant with its key, who did not seal it', { sealmerchant: 'acme_2', datakey: foreign.headers['datakey']! }],
    ['a key of another version', { datakey: encoded.headers['datakey']!.replace('1 ', '2 ') }],
    ['a malformed key', { datakey: '1' }],
    ['an empty key', { datakey: '' }],
    ['another type', { ce_type: 'payment.get' }],
  ])('whose header names %s is unreadable', (_, headers) => {
    expect(causeOf(received(encoded, headers))).toMatch(/^payment\.(capture|get)\.v1 is not readable: /);
  });

  it('whose body is changed, swapped or without its headers is unreadable', () => {
    const bodies = [
      foreign.value,
      Buffer.alloc(0),
      encoded.value.subarray(1),
      Buffer.concat([encoded.value, encoded.value]),
    ];
    for (const value of bodies) expect(causeOf({ ...received(encoded), value })).toContain('is not readable');
    for (const name of ['sealmerchant', 'datakey']) {
      const record = received(encoded);
      expect(causeOf({ ...record, headers: { ...record.headers, [name]: undefined } })).toContain('is not readable');
    }
  });

  it('is unreadable without keys, and with another master key', () => {
    const other = testDataKeys('master_2', 8);
    expect(causeOf(received(encoded), new MerchantSeals({ dataKeysOf: () => undefined }, other))).toContain(
      'unknown_key',
    );
    expect((decode(registry, received(encoded)) as Unreadable).cause).toContain('unknown_key');
  });

  it('is sealed for its type and id: a seal of another one does not open as it', () => {
    const other = seals.sealBody('{}', bodyPlace('acme_1', 'payment.cancel', 'msg_1'));
    const record = received(encoded, { datakey: other.dataKey });
    expect(causeOf({ ...record, value: Buffer.from(other.sealed) })).toContain('tampered');
  });
});

describe('a message of before the seals', () => {
  const { sealmerchant: _merchant, datakey: _key, ...headers } = encoded.headers;
  const body = {
    merchantId: 'acme_1',
    paymentId: 'pay_1',
    amountToCapture: 6540,
    details: { statement_descriptor_suffix: marked },
  };
  const older = received({ ...encoded, value: Buffer.from(JSON.stringify(body)), headers });

  it.each([
    ['with keys', seals],
    ['without keys', undefined],
  ])('is read %s', (_, by) => {
    const message = decode(registry, older, by) as Incoming;
    expect(message).toMatchObject({ data: capture.data, context });
    expect(message.context).not.toHaveProperty('sealedBy');
  });
});

describe('a message on another topic', () => {
  it('is not sealed, even by a service with keys', () => {
    const topic = topics.refundsCommands.name;
    expect(isSealed(topics.refundsCommands)).toBe(false);
    const query = { ...paymentGet, topic, topicOf: () => topic } as unknown as MessageDefinition;
    const data = {
      merchantId: 'm',
      paymentId: 'p',
      caller: { kind: 'merchant' },
      expandAttempts: false,
      expandCaptures: false,
    };
    const plain = encode({ message: query, data, context }, seals);
    expect(JSON.parse(plain.value.toString())).toMatchObject({ merchantId: 'm' });
    expect(plain.headers).not.toHaveProperty('datakey');
  });
});

describe('a message on a sealed topic with nothing personal', () => {
  const query = { merchantId: 'acme_1', paymentId: 'pay_1', expandAttempts: false, expandCaptures: false };
  const encodedFor = (caller: object) =>
    encode({ ...outgoing(paymentGet, { ...query, caller } as never), context }, seals);

  it('is not sealed: a query by the merchant', () => {
    const plain = encodedFor({ kind: 'merchant' });
    expect(plain.headers).not.toHaveProperty('datakey');
    expect(read(received(plain))).toMatchObject({ data: query });
  });

  it('is none if an id looks like a card number', () => {
    const number = '4242424242424242';
    const data = { ...query, paymentId: number, caller: { kind: 'merchant' } } as never;
    const sealedQuery = encode({ ...outgoing(paymentGet, data), context }, seals);
    expect(shownBy(sealedQuery)).not.toContain(number);
    expect(read(received(sealedQuery))).toMatchObject({ data: { paymentId: number } });
  });

  it('is none if it carries a secret: a query by a client', () => {
    const sealedQuery = encodedFor({ kind: 'client', clientSecret: marked });
    expect(shownBy(sealedQuery)).not.toContain(marked);
    expect(read(received(sealedQuery))).toMatchObject({ data: query });
  });
});

describe('the dead letter of a sealed message', () => {
  it('stays sealed, whether the message was opened or not', () => {
    const unopened = deadLetterOf(received(encoded), 'cause');
    const opened = deadLetterOfMessage(read(received(encoded)) as Incoming, new Error('cause'), seals);
    for (const letter of [unopened, opened]) {
      expect(letter.topic).toBe('dead_letters');
      expect(letter.value.toString()).toMatch(/^d1\.1\.[\w-]+$/);
      expect(shownBy(letter)).not.toContain(marked);
      expect(read({ ...received(letter), topic: 'payments.commands' })).toMatchObject({ data: capture.data });
    }
  });
});
