import { pollConfigIn } from './poll-config';

it.each([
  ['{"delay_in_secs":0,"frequency":900}', { delay_in_secs: 0, frequency: 900 }],
  ['{"delay_in_secs":-1,"frequency":5}', undefined],
  ['{"delay_in_secs":901,"frequency":5}', undefined],
  ['{"delay_in_secs":2.5,"frequency":5}', undefined],
  ['{"delay_in_secs":"2","frequency":5}', undefined],
  ['{"delay_in_secs":2,"frequency":5,"more":1}', undefined],
  ['{"delay_in_secs":2}', undefined],
  ['[]', undefined],
  ['null', undefined],
  ['2', undefined],
  ['{', undefined],
])('%j is read as %j', (text, expected) => expect(pollConfigIn(text)).toEqual(expected));
