import { boolean, durationMs, hexSecret, httpPort, textSecret } from '@payorch/platform/config';
import { commentsIn, configPage, durationText } from './config-page';

const source = `
/** FILLED_FILE: named by
 * its comment. */
export const filled = () => 1;
const settings = {
  /** The pause | between two passes. */
  pauseMs: durationMs('PAUSE', 30_000),
  plainMs: durationMs('PLAIN', 250),
  /** Of an object. */
  key: { variable: 'OBJECT_KEY' },
};`;

it('the comment of a declaration belongs to its variable', () => {
  expect([...commentsIn(source)]).toEqual([
    ['FILLED_FILE', 'named by its comment.'],
    ['PAUSE', 'The pause \\| between two passes.'],
    ['OBJECT_KEY', 'Of an object.'],
  ]);
});

it.each([
  [250, '250ms'],
  [1_500, '1500ms'],
  [30_000, '30s'],
  [900_000, '15m'],
  [86_400_000, '1d'],
  [0, '0ms'],
])('%i ms are written as %s', (ms, text) => expect(durationText(ms)).toBe(text));

it('the page has a row for each variable, with its services, default and meaning', () => {
  const page = configPage(
    [
      { service: 'a', settings: { pause: durationMs('PAUSE', 30_000), port: httpPort(1), key: hexSecret('KEY') } },
      { service: 'b', settings: { pause: durationMs('PAUSE', 60_000), port: httpPort(1) } },
      { service: 'c', settings: { admin: textSecret('ADMIN', { developmentFallback: 'x' }), on: boolean('ON', true) } },
    ],
    [source],
  );
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual([
    '| `ADMIN` (secret) | c | `x`; production requires a value | for example `<32 random characters or more>` |',
    '| `HTTP_PORT` | a, b | `1` | for example `1` |',
    '| `KEY` (secret) | a | required | for example `<64 random hex digits>` |',
    '| `ON` | c | `true` | for example `true` |',
    '| `PAUSE` | a, b | a: `30s`; b: `1m` | The pause \\| between two passes. |',
  ]);
});
