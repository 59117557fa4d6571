import { createHmac } from 'node:crypto';
import { signWebhook } from './signature';

it('the signature covers the time and the body', () => {
  const expected = createHmac('sha256', 'whsec').update('1700000000.{"a":1}').digest('hex');
  expect(signWebhook('{"a":1}', 'whsec', 1_700_000_000_999)).toBe(`t=1700000000,v1=${expected}`);
});
