import { filtersOf } from './to-mandate-filters';

const noon = '2026-01-05T12:00:00.000Z';
const after = '2026-01-05T12:00:00.001Z';
const everything = { createdFrom: null, createdBefore: null, status: null, connector: null };

it.each([
  [{}, {}],
  [{ created_time: noon }, { createdFrom: noon, createdBefore: after }],
  [{ 'created_time.gte': noon }, { createdFrom: noon }],
  [{ 'created_time.gt': noon }, { createdFrom: after }],
  [{ 'created_time.lte': noon }, { createdBefore: after }],
  [{ 'created_time.lt': noon }, { createdBefore: noon }],
  [{ 'created_time.gt': noon, 'created_time.gte': '2026-01-04T12:00:00.000Z' }, { createdFrom: after }],
  [
    { mandate_status: 'active' as const, connector: 'stripe' },
    { status: 'active', connector: 'stripe' },
  ],
])('the query %j selects %j', (query, expected) => expect(filtersOf(query)).toEqual({ ...everything, ...expected }));
