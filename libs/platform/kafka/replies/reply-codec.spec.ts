import { refuse, topics } from '@payorch/contracts';
import { testSeals } from '@payorch/harness';
import { Unreadable } from '../messages/codec';
import { aContext } from '../kafka.fixture';
import { decodeReply, encodeReply } from './reply-codec';

const replyTo = { topic: 'gateway.replies.0', correlationId: 'rep_1' };
const context = aContext();
const answered = { context, data: { merchantId: 'acme_1' } };
const seals = testSeals();

const response = { kind: 'response', body: Buffer.from('{"a":1}') } as const;

describe('replies', () => {
  it('a reply carries the bytes of an answer unchanged', () => {
    const body = Buffer.from([0, 255, 10, 13]);
    const encoded = encodeReply(replyTo, answered, { kind: 'response', body }, seals);
    expect(encoded).toMatchObject({ topic: 'gateway.replies.0', key: null });
    expect(encoded.value.includes(body)).toBe(false);
    expect(encoded.headers).toEqual({
      sealmerchant: 'acme_1',
      datakey: expect.stringMatching(/^1 v1\./),
      outcome: 'response',
      correlationid: context.correlationId,
      replycorrelationid: 'rep_1',
      traceparent: context.traceparent,
    });
    expect(decodeReply(encoded, seals)).toEqual({ correlationId: 'rep_1', reply: { kind: 'response', body } });
  });

  it('a reply is sealed with the key of its request', () => {
    const dataKey = encodeReply(replyTo, answered, response, seals).headers['datakey']!;
    const sealedBy = { merchantId: 'acme_1', dataKey };
    const encoded = encodeReply(replyTo, { context: aContext({ sealedBy }), data: {} }, response, seals);
    expect(encoded.headers).toMatchObject({ sealmerchant: 'acme_1', datakey: dataKey });
    expect(decodeReply(encoded, seals)).toMatchObject({ reply: response });
  });

  it('a reply opens for its own request and merchant only, and not without keys', () => {
    const { headers, value } = encodeReply(replyTo, answered, response, seals);
    for (const other of [{ replycorrelationid: 'rep_2' }, { sealmerchant: 'acme_2' }])
      expect(decodeReply({ headers: { ...headers, ...other }, value }, seals)).toBeInstanceOf(Unreadable);
    expect(decodeReply({ headers, value })).toBeInstanceOf(Unreadable);
  });

  it('a reply to a topic with open replies is not sealed, with and without keys; any other needs keys', () => {
    const asked = { ...answered, message: { topic: topics.routingQueries.name } };
    for (const own of [seals, undefined]) {
      const encoded = encodeReply(replyTo, asked, response, own);
      expect(encoded.headers).not.toHaveProperty('datakey');
      expect(decodeReply(encoded)).toEqual({ correlationId: 'rep_1', reply: response });
    }
    const elsewhere = { ...answered, message: { topic: topics.refundsQueries.name } };
    expect(() => encodeReply(replyTo, elsewhere, response, undefined)).toThrow('cannot be sealed without keys');
    expect(() => encodeReply(replyTo, answered, response, undefined)).toThrow('cannot be sealed without keys');
  });

  it('a reply carries a refusal by its code', () => {
    const refusal = refuse('profile_not_found', { id: 'pro_1' });
    expect(decodeReply(encodeReply(replyTo, answered, refusal, seals))).toEqual({
      correlationId: 'rep_1',
      reply: refusal,
    });
  });

  it('a reply carries what else is wrong, without the refusals that only a newer service knows', () => {
    const others = [refuse('missing_param', { field: 'amount' })];
    const refusal = { ...refuse('invalid_value', { field: 'currency' }), others };
    const encoded = encodeReply(replyTo, answered, refusal, seals);
    expect(decodeReply(encoded)).toMatchObject({ reply: refusal });
    const newer = encoded.value.toString().replace('missing_param', 'of_tomorrow');
    expect(decodeReply({ ...encoded, value: Buffer.from(newer) })).toMatchObject({
      reply: refuse('invalid_value', { field: 'currency' }),
    });
  });

  it('a reply is unreadable without an id, with an unknown outcome or with an unknown refusal', () => {
    const { headers, value } = encodeReply(replyTo, answered, refuse('internal'), seals);
    const refusedAs = (text: string) => decodeReply({ headers, value: Buffer.from(text) });
    for (const read of [
      decodeReply({ headers: { outcome: 'response' }, value }),
      decodeReply({ headers: { ...headers, outcome: 'perhaps' }, value }),
      decodeReply({ headers, value: null }),
      refusedAs('{"code":"of_tomorrow","details":{}}'),
      refusedAs('{"code":'),
    ]) {
      expect(read).toBeInstanceOf(Unreadable);
    }
  });
});
