import type { Answer } from '@payorch/harness';
import type { Place } from './card-markers';
import { clientSecretsIn, findPersonal, personalMarkers } from './personal-markers';

const mark = personalMarkers();
const within = (content: Buffer | string): Place[] => [{ name: 'here', content: Buffer.from(content) }];
const values = { text: mark.text('name'), email: mark.email('ada'), number: mark.digits(), address: mark.ip() };

it.each(Object.entries(values))('the search finds a planted %s in every form', (_, value) => {
  const forms = [
    ...[value, JSON.stringify({ a: value }), encodeURIComponent(value), value.toUpperCase()],
    ...[`\\x${Buffer.from(`a${value}`).toString('hex')}`, Buffer.from(`x${value}`, 'utf16le')],
    ...['', '{', '{"'].map((before) => Buffer.from(`${before}${value}"}`).toString('base64')),
    ...['', '{', '{"'].map((before) => Buffer.from(`${before}${value}"}`).toString('base64url')),
  ];
  for (const form of forms) expect(findPersonal(within(form), mark.stems)).not.toEqual([]);
});

it('the search reports place, marker and the text around it, and nothing of another run', () => {
  const [line] = findPersonal(within(`before ${values.number} after`), mark.stems);
  expect(line).toMatch(/^here: a number, plain: before \d+ after$/);
  const other = personalMarkers();
  expect(findPersonal(within(`${other.text('name')} ${other.digits()}`), mark.stems)).toEqual([]);
});

it('marked values differ', () => {
  const many = Array.from({ length: 100 }, () => mark.digits());
  expect(new Set(many).size).toBe(100);
});

it('the client secrets of all answers are found, wherever they stand, each once', () => {
  const answer = (body: unknown) => ({ body }) as Answer;
  const answers = [
    answer({ client_secret: 'pay_1_secret_abc', other: 'x_secret_y' }),
    answer({ data: [{ client_secret: 'pay_2_secret_def' }, { client_secret: null }] }),
    answer({ client_secret: 'pay_1_secret_abc' }),
    answer('text'),
  ];
  expect(clientSecretsIn(answers).map(({ text }) => text)).toEqual(['abc', 'def']);
});
