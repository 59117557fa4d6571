import { refuse } from '@payorch/contracts';
import { Unreadable } from '../messages/codec';
import { aContext } from '../kafka.fixture';
import { decodeReply, encodeReply } from './reply-codec';

const replyTo = { topic: 'gateway.replies.0', correlationId: 'rep_1' };
const context = aContext();

describe('replies', () => {
  it('a reply carries the bytes of an answer unchanged', () => {
    const body = Buffer.from([0, 255, 10, 13]);
    const encoded = encodeReply(replyTo, context, { kind: 'response', body });
    expect(encoded).toMatchObject({ topic: 'gateway.replies.0', key: null });
    expect(encoded.value).toBe(body);
    expect(encoded.headers).toEqual({
      outcome: 'response',
      correlationid: context.correlationId,
      replycorrelationid: 'rep_1',
      traceparent: context.traceparent,
    });
    expect(decodeReply(encoded)).toEqual({ correlationId: 'rep_1', reply: { kind: 'response', body } });
  });

  it('a reply carries a refusal by its code', () => {
    const refusal = refuse('profile_not_found', { id: 'pro_1' });
    expect(decodeReply(encodeReply(replyTo, context, refusal))).toEqual({ correlationId: 'rep_1', reply: refusal });
  });

  it('a reply is unreadable without an id, with an unknown outcome or with an unknown refusal', () => {
    const { headers, value } = encodeReply(replyTo, context, refuse('internal'));
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
