import { createHmac } from 'node:crypto';
import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { Webhook } from 'standardwebhooks';
import { aRequest } from '../../test/builders';
import { freezeBody } from './event-body';
import { mayBeSent, requestHeaders } from './request-headers';
import { timedSignature } from './signatures';

const key = new Secret('Q1nrOqVbpNpnM1p6ZfSbUz6qyXvRVQ2eRwyDzBTNRBBwq1Q9wyWoPnjRaTfO9nAA');
const body = freezeBody(aRequest());

describe('the body', () => {
  it('has the keys of the interface in order, and the object unchanged', () => {
    const request = aRequest({ merchantId: 'acme_1' as MerchantId });
    expect(freezeBody(request).toString()).toBe(
      `{"merchant_id":"acme_1","event_id":"${request.eventId}","event_type":"payment_succeeded",` +
        `"content":{"type":"payment_details","object":{"payment_id":"pay_1","status":"succeeded","amount":6540}},` +
        `"timestamp":"2026-01-05T10:00:00.000Z","processor_merchant_id":"acme_1"}`,
    );
  });
});

describe('signatures', () => {
  it('match the published test vector', () => {
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const sent = Buffer.from('{"test": 2432232314}');
    expect(timedSignature(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, sent)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('are verified by a Standard Webhooks library with the base64 of the hash key', () => {
    const headers = requestHeaders({ eventId: 'evt_1', body, sentAt: new Date(), key, customHeaders: {} });
    const verifier = new Webhook(`whsec_${Buffer.from(key.reveal()).toString('base64')}`);
    expect(verifier.verify(body.toString(), headers)).toMatchObject({ event_type: 'payment_succeeded' });
    expect(() => verifier.verify(body.toString().replace('6540', '6541'), headers)).toThrow('No matching signature');
  });

  it('cover the exact bytes of the body', () => {
    const headers = requestHeaders({ eventId: 'evt_1', body, sentAt: new Date(), key, customHeaders: {} });
    const expected = createHmac('sha512', key.reveal()).update(body.toString()).digest('hex');
    expect(headers['x-webhook-signature-512']).toBe(expected);
  });

  it('are absent when the profile has no hash key', () => {
    const headers = requestHeaders({ eventId: 'evt_1', body, sentAt: new Date(0), key: null, customHeaders: {} });
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'payorch',
      'webhook-id': 'evt_1',
      'webhook-timestamp': '0',
    });
  });
});

describe("a merchant's own headers", () => {
  it.each(['X-Tenant', 'Authorization', 'Api-Key', 'key1'])('can be named %s', (name) => {
    expect(mayBeSent(name, 'value')).toBe(true);
  });

  it.each([
    ...['Webhook-Signature', 'webhook-id', 'X-Webhook-Signature-512', 'x-webhook-signature-256', 'Content-Type'],
    ...['Content-Length', 'Transfer-Encoding', 'Host', 'Connection', 'TE', 'Upgrade', 'User-Agent', 'Expect', 'Cookie'],
    ...['X-Forwarded-For', 'Proxy-Authorization', '', 'two words', 'a:b', 'a\r\nb', 'naïve'],
  ])('cannot be named %j', (name) => {
    expect(mayBeSent(name, 'value')).toBe(false);
  });

  it.each(['a\r\nHost: b', 'a\nb', 'a\0b', 'ä', 5, null, ['a']])('cannot have the value %j', (value) => {
    expect(mayBeSent('x-tenant', value)).toBe(false);
  });

  it('are sent and override no header of ours', () => {
    const customHeaders = {
      'X-Tenant': 'acme',
      'WEBHOOK-ID': 'mine',
      'x-webhook-signature-512': 'mine',
      'content-type': 'text/plain',
    };
    const headers = requestHeaders({ eventId: 'evt_1', body, sentAt: new Date(), key, customHeaders });
    expect(headers).toMatchObject({ 'x-tenant': 'acme', 'webhook-id': 'evt_1', 'content-type': 'application/json' });
    expect(headers['x-webhook-signature-512']).toHaveLength(128);
    expect(Object.keys(headers).map((name) => name.toLowerCase())).toHaveLength(new Set(Object.keys(headers)).size);
  });
});

it('after a rotation both keys verify the timed signature, and the one of the body is the new key’s', () => {
  const [next, previous] = [new Secret('n'.repeat(40)), new Secret('p'.repeat(40))];
  const facts = { eventId: 'evt_1', body, sentAt: new Date(), customHeaders: {} };
  const headers = requestHeaders({ ...facts, key: next, previousKey: previous });
  for (const secret of [next, previous]) {
    const verifier = new Webhook(`whsec_${Buffer.from(secret.reveal()).toString('base64')}`);
    expect(() => verifier.verify(body.toString(), headers)).not.toThrow();
  }
  expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
  expect(headers['x-webhook-signature-512']).toBe(requestHeaders({ ...facts, key: next })['x-webhook-signature-512']);
});
