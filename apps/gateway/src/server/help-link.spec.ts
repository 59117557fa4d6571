import { errorBody, refusals, refuse, type RefusalCode } from '@payorch/contracts';
import { errorCodeIn, helpLink } from './help-link';

it.each(Object.keys(refusals) as RefusalCode[])('the body of %s names its code', (code) =>
  expect(errorCodeIn(JSON.stringify(errorBody(refuse(code)).body))).toBe(refusals[code].code),
);

it.each([
  ['an unreadable body', '{"error":{"error_type":"invalid_request","message":"EOF","code":"IR_06"}}', 'IR_06'],
  ['an unreadable query', 'Query deserialize error: missing field `start_time`', 'IR_06'],
  ['a code that a caller wrote', JSON.stringify({ error: { message: '"code":"IR_00"', code: 'IR_06' } }), 'IR_06'],
  ['a success', '{"payment_id":"pay_1","error":{"code":"IR_06"}}', undefined],
  ['a file', Buffer.from('{"error":{"code":"IR_06"}}'), undefined],
  ['nothing', undefined, undefined],
])('of %s the code is read', (_, payload, code) => expect(errorCodeIn(payload)).toBe(code));

it('the link names the part of the page', () =>
  expect(helpLink('IR_06')).toEqual({ link: '</docs/errors#IR_06>; rel="help"' }));
