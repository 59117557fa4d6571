import { readJson } from '../../validation/json';
import { digestRequest } from './request-digest';

const request = { url: '/payments', caller: ['merchant', null], body: { amount: 1 } };
const digest = (changed: object = {}, secret = 'secret') => digestRequest({ ...request, ...changed }, secret);

describe('digestRequest', () => {
  it('equal requests have equal digests', () => expect(digest()).toEqual(digest()));

  it.each<[string, object]>([
    ['another body', { body: { amount: 2 } }],
    ['no body', { body: undefined }],
    ['another path', { url: '/payments?x=1' }],
    ['another caller', { caller: ['client', null] }],
    ['another profile', { caller: ['merchant', 'pro_1'] }],
  ])('the digest differs for %s', (_, changed) => expect(digest(changed)).not.toEqual(digest()));

  it('another secret gives another digest', () => expect(digest({}, 'other')).not.toEqual(digest()));

  it('a body without a declared class is digested by its text', () => {
    const body = (text: string) => ({ body: readJson(Buffer.from(text)) });
    expect(digest(body('{"a":1}'))).toEqual(digest(body('{"a":1}')));
    expect(digest(body('{"a":1}'))).not.toEqual(digest(body('{"a":2}')));
  });
});
