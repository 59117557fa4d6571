import { cvcForms, findMarkers, numberForms, type Marker, type Place } from './card-markers';

const planted: Marker = { name: 'planted', text: '4242123412341234' };
const plantedCvc: Marker = { name: 'planted', text: '987' };
const within = (content: Buffer | string): Place[] => [{ name: 'here', content: Buffer.from(content) }];
const utf16 = Buffer.from(`x${planted.text}x`, 'utf16le');

it.each<[string, Buffer | string]>([
  ['plain', `"n":"${planted.text}"`],
  ['spaced', 'n 4242 1234 1234 1234'],
  ['spaced as on a long card', '4242 123412 341234'],
  ['dashed', '4242-1234-1234-1234'],
  ['URL-escaped', [...planted.text].map((digit) => `%3${digit}`).join('')],
  ['spaced in a URL', '4242%201234%201234%201234'],
  ['JSON-escaped', [...planted.text].map((digit) => `\\u003${digit}`).join('')],
  ['hex', `\\x${Buffer.from(`a${planted.text}b`).toString('hex')}`],
  ['UTF-16', utf16],
  ['UTF-16 the other way', Buffer.from(utf16).swap16()],
  ['packed digits', Buffer.from(`00${planted.text}00`, 'hex')],
  ...['', '{', '{"'].map((before): [string, string] => [
    `base64 behind ${before.length}`,
    Buffer.from(`${before}${planted.text}"}`).toString('base64'),
  ]),
])('the search finds a planted card number: %s', (_, content) => {
  expect(findMarkers(within(content), [planted], numberForms)).not.toEqual([]);
});

it.each<[string, string]>([
  ['in JSON', '{"card_cvc":"987"}'],
  ['in JSON in JSON', '{"body":"{\\"card_cvc\\":\\"987\\"}"}'],
  ['in a row', '(merchant,987,x)'],
  ['in a row, within JSON', '(merchant,"{""cvc"": ""987""}")'],
  ['as a whole value', '\t987\t'],
  ['in base64', Buffer.from('{"cvc":"987"}').toString('base64')],
  ['in hex', Buffer.from('{"cvc":"987"}').toString('hex')],
])('the search finds a planted CVC: %s', (_, content) => {
  expect(findMarkers(within(content), [plantedCvc], cvcForms)).not.toEqual([]);
});

it('the search does not report the first eight and the last four digits', () => {
  expect(findMarkers(within('42421234 **** 1234, 98 and 7'), [planted], numberForms)).toEqual([]);
  expect(findMarkers(within('1987, 9870, 98:7'), [plantedCvc], cvcForms)).toEqual([]);
});
