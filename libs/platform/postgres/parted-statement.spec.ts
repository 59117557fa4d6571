import { PartedStatement } from './parted-statement';

const statement = new PartedStatement(
  { ended: 'DELETE FROM jobs WHERE id = ANY($::text[])', begun: 'INSERT INTO jobs SELECT * FROM unnest($, $)' },
  (names) => `SELECT ${names.length} WHERE $`,
);

describe('a statement of parts', () => {
  it.each([
    [[], 'SELECT 0 WHERE $1'],
    [['begun'], 'WITH begun AS (INSERT INTO jobs SELECT * FROM unnest($1, $2)) SELECT 1 WHERE $3'],
    [
      ['ended', 'begun'],
      'WITH ended AS (DELETE FROM jobs WHERE id = ANY($1::text[])), ' +
        'begun AS (INSERT INTO jobs SELECT * FROM unnest($2, $3)) SELECT 2 WHERE $4',
    ],
  ] as const)('the parameters of %j are numbered consecutively', (names, text) => {
    expect(statement.of(names)).toBe(text);
  });

  it('the same parts yield the same text every time', () => {
    expect(statement.of(['ended'])).toBe(statement.of(['ended']));
  });
});
