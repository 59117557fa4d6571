import { type DiskPoint, pointRows, pointsOf, visibilityOf } from './disk-points';

it.each([
  [200_000, [25_000, 50_000, 75_000, 100_000, 125_000, 150_000, 175_000, 200_000]],
  [10, [2, 4, 6, 8, 10]],
  [9, [2, 4, 6, 8, 9]],
  [1, [1]],
])('a run of %p payments is measured at equal distances and at its end', (payments, points) =>
  expect(pointsOf(payments)).toEqual(points),
);

it.each([
  ['payments.lifecycle', 'public'],
  ['payments.commands', 'internal'],
  ['gateway.replies.0', 'internal'],
  ['dead_letters', 'internal'],
  ['__consumer_offsets', 'broker'],
])('the topic %s is %s', (topic, visibility) => expect(visibilityOf(topic)).toBe(visibility));

describe('the table of the points', () => {
  const mb = 1024 * 1024;
  const point = (payments: number, changes: Partial<DiskPoint> = {}): DiskPoint => ({
    payments,
    minutes: payments / 100,
    outboxRows: 3,
    rows: {},
    tables: { 'payments.intents': mb + payments * 2048, 'payments.outbox': mb / 4, 'routing.settings': 8192 },
    topics: { 'payments.lifecycle': payments * 1024, 'payments.commands': 2 * mb, __consumer_offsets: mb },
    ...changes,
  });
  const rows = pointRows([point(0), point(512), point(1024)]);
  const valuesOf = (name: string): string[] | undefined => rows.find(([first]) => first === name)?.slice(1);

  it('has a column for each point and a row for each large table and topic', () =>
    expect(rows.map(([name]) => name)).toEqual([
      ...['payments', 'minutes', 'payments.intents', 'all tables', 'outboxes', 'rows of outboxes'],
      ...['payments.commands (internal)', 'payments.lifecycle (public)', '__consumer_offsets (broker)'],
      ...['all public topics', 'all internal topics', 'all broker topics'],
      ...['tables, KB a payment', 'public topics, KB a payment'],
    ]));

  it('shows megabytes, and what a payment adds to those before the first one', () => {
    expect(valuesOf('payments.intents')).toEqual(['1.0', '2.0', '3.0']);
    expect(valuesOf('outboxes')).toEqual(['0.3', '0.3', '0.3']);
    expect(valuesOf('all internal topics')).toEqual(['2.0', '2.0', '2.0']);
    expect(valuesOf('tables, KB a payment')).toEqual(['', '2.00', '2.00']);
    expect(valuesOf('public topics, KB a payment')).toEqual(['', '1.00', '1.00']);
  });

  it('shows a topic that was large once', () => {
    const shrunk = point(1024, { topics: { 'payments.commands': 0 } });
    const names = pointRows([point(0), shrunk]).map(([name]) => name);
    expect(names).toContain('payments.commands (internal)');
  });
});
