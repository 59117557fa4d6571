import { isRefusal } from '@payorch/contracts';
import { wireErrorOf } from '../../../test/wire-error';
import { fetchPeriodOf } from './fetch-period';

const format = (field: string) => [
  422,
  'IR_05',
  `${field} contains invalid data. Expected format is YYYY-MM-DDTHH:MM:SS`,
];

const shown = (result: unknown): unknown => (isRefusal(result) ? wireErrorOf(result) : result);

it.each<[string, string, unknown]>([
  [
    '2026-01-01T00:00:00',
    '2026-01-02T00:00:00',
    { from: '2026-01-01T00:00:00.000Z', till: '2026-01-02T00:00:00.000Z' },
  ],
  [
    '2026-01-01T00:00:00+02:00',
    '2026-01-01T00:00:00Z',
    { from: '2025-12-31T22:00:00.000Z', till: '2026-01-01T00:00:00.000Z' },
  ],
  [
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00',
    { from: '2026-01-01T00:00:00.000Z', till: '2026-01-01T00:00:00.000Z' },
  ],
  [
    '2026-01-01T00:00:00',
    '2026-04-01T00:00:00',
    { from: '2026-01-01T00:00:00.000Z', till: '2026-04-01T00:00:00.000Z' },
  ],
  ['2026-01-01', '2026-01-02T00:00:00', format('fetch_from')],
  ['2026-01-01T00:00:00', 'tomorrow', format('fetch_till')],
  ['2026-01-01T00:00:00', '2026-02-30T00:00:00', format('fetch_till')],
  ['2026-01-01T00:00:00ZZ', '2026-01-02T00:00:00', format('fetch_from')],
  ['', '', format('fetch_from')],
  ['2026-01-02T00:00:00', '2026-01-01T23:59:59', [422, 'IR_06', 'fetch_till should not be before fetch_from']],
  [
    '2026-01-01T00:00:00',
    '2026-04-01T00:00:01',
    [422, 'IR_06', 'fetch_till should be at most 90 days after fetch_from'],
  ],
])('from %j till %j', (fetch_from, fetch_till, expected) =>
  expect(shown(fetchPeriodOf({ fetch_from, fetch_till }))).toEqual(expected),
);

it('both times are named where both are wrong', () => {
  const refused = fetchPeriodOf({ fetch_from: 'x', fetch_till: 'y' });
  expect(isRefusal(refused) && refused.others).toMatchObject([{ details: { field: 'fetch_till' } }]);
});
