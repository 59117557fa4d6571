import { readJson } from '../edge';
import { digestRequest } from './request-digest';

const request = { url: '/payments', caller: ['merchant', null], body: { amount: 1 } };
const digest = (changed: object = {}, secret = 'secret') => digestRequest({ ...request, ...changed }, secret);

describe('digestRequest', () => {
  it('is the same for the same request', () => expect(digest()).toEqual(digest()));

  it.each<[string, object]>([
    ['another body', { body: { amount: 2 } }],
    ['no body', { body: undefined }],
    ['another path', { url: '/payments?x=1' }],
    ['another caller', { caller: ['client', null] }],
    ['another profile', { caller: ['merchant', 'pro_1'] }],
  ])('differs for %s', (_, changed) => expect(digest(changed)).not.toEqual(digest()));

  it('cannot be found by trying without the secret', () => expect(digest({}, 'other')).not.toEqual(digest()));

  it('reads a body that no class was declared for by its text', () => {
    const body = (text: string) => ({ body: readJson(Buffer.from(text)) });
    expect(digest(body('{"a":1}'))).toEqual(digest(body('{"a":1}')));
    expect(digest(body('{"a":1}'))).not.toEqual(digest(body('{"a":2}')));
  });
});
