import type { Pool } from 'pg';
import { bigintColumn } from './bigint-column';
import { sharePool } from './connection';
import { scopeStatement } from './merchant-scope';
import { CommitUnknownError, exactly, isAnswered, isTransient, isVersionConflict, sqlStateOf } from './sql-errors';
import { inTransaction, inTransactionEndingWith } from './transaction';
import type { DataSource } from 'typeorm';

const serverError = (code: string, severity = 'ERROR'): Error =>
  Object.assign(new Error('an error of the server'), { code, severity });
const networkError = (code: string): Error => Object.assign(new Error('an error of the network'), { code });

describe('isTransient', () => {
  it.each(['40001', '40P01', '55P03', '57014', '57P01', '57P03', '08006', '53300', '58030', '25006'])(
    'the SQL state %s is transient',
    (code) => {
      expect(isTransient(serverError(code))).toBe(true);
      expect(isTransient(Object.assign(new Error('wrapped'), { driverError: serverError(code) }))).toBe(true);
    },
  );

  it.each(['23505', '23514', '42501', '42601', '22P02', 'XX000', '25P02', '08P01', '53400', '58P01', 'VC001'])(
    'the SQL state %s is not transient',
    (code) => {
      expect(isTransient(serverError(code))).toBe(false);
    },
  );

  it('a protocol violation that ended the session is transient: a pooler reports a lost connection so', () =>
    expect(isTransient(serverError('08P01', 'FATAL'))).toBe(true));

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])('the error "%s" is transient', (code) => {
    expect(isTransient(networkError(code))).toBe(true);
    expect(isTransient(new AggregateError([networkError(code), networkError(code)]))).toBe(true);
  });

  it.each([
    ['Connection terminated unexpectedly', true],
    ['Connection terminated due to connection timeout', true],
    ['timeout exceeded when trying to connect', true],
    ['Query read timeout', true],
    ['Client has encountered a connection error and is not queryable', true],
    ['cannot read properties of undefined', false],
  ])('whether the driver error "%s" is transient: %s', (text, transient) =>
    expect(isTransient(new Error(text))).toBe(transient),
  );

  it('an unknown COMMIT counts as repeatable', () => {
    expect(isTransient(new CommitUnknownError(networkError('ECONNRESET')))).toBe(true);
  });

  it.each([undefined, null, 'text', 7, {}])('%p is not transient', (thrown) => expect(isTransient(thrown)).toBe(false));
});

describe('a version conflict', () => {
  it('a version conflict has a SQL state of its own', () => {
    expect(isVersionConflict(serverError('VC001'))).toBe(true);
    expect(isVersionConflict(serverError('22012'))).toBe(false);
  });

  it('the function that raises it is called only where the counts differ', () => {
    expect(exactly('(SELECT 1)', '$1')).toBe('CASE WHEN (SELECT 1) = $1 THEN 1 ELSE version_conflict() END');
  });
});

describe('an answer of the server', () => {
  it('an ERROR counts as an answer; a FATAL or no code leaves the outcome open', () => {
    expect(isAnswered(serverError('40001'))).toBe(true);
    expect(isAnswered(serverError('57P01', 'FATAL'))).toBe(false);
    expect(isAnswered(networkError('ECONNRESET'))).toBe(false);
  });

  it('a network code is not an answer', () => {
    expect(sqlStateOf(networkError('EPIPE'))).toBeUndefined();
    expect(sqlStateOf(serverError('23505'))).toBe('23505');
  });
});

/** A pool of one connection that answers COMMIT and other statements by script, and logs its queries. */
function scripted(
  onCommit: () => Promise<{ command: string }>,
  onOther: (text: string) => Promise<unknown> | false = () => false,
): { dataSource: DataSource; log: unknown[] } {
  const log: unknown[] = [];
  const client = {
    query: (text: string) => {
      log.push(text);
      if (text === 'COMMIT') return onCommit();
      return onOther(text) || Promise.resolve({ command: '', rows: [] });
    },
    connection: { stream: { cork: () => undefined, uncork: () => undefined } },
    release: (broken: boolean) => log.push({ broken }),
  };
  const dataSource = {} as DataSource;
  sharePool(dataSource, { connect: () => Promise.resolve(client) } as unknown as Pool);
  return { dataSource, log };
}

const run = (dataSource: DataSource): Promise<unknown> =>
  inTransaction(dataSource, { merchants: ['m_1'] }, async (sql) => {
    await sql.query('INSERT');
    return 'done';
  });

describe('COMMIT', () => {
  it('a transaction costs one trip for BEGIN and scope, the work, and COMMIT', async () => {
    const { dataSource, log } = scripted(() => Promise.resolve({ command: 'COMMIT' }));
    expect(await run(dataSource)).toBe('done');
    expect(log).toEqual([`BEGIN; SET LOCAL payorch.merchants = '{"m_1"}'`, 'INSERT', 'COMMIT', { broken: false }]);
  });

  it.each([serverError('57P01', 'FATAL'), networkError('ECONNRESET'), new Error('Query read timeout')])(
    'a COMMIT is unknown after %p, and the connection is closed',
    async (error) => {
      const { dataSource, log } = scripted(() => Promise.reject(error));
      await expect(run(dataSource)).rejects.toThrow(CommitUnknownError);
      expect(log.at(-1)).toEqual({ broken: true });
    },
  );

  it('a COMMIT that the server refuses has failed', async () => {
    const refused = serverError('23503');
    await expect(run(scripted(() => Promise.reject(refused)).dataSource)).rejects.toBe(refused);
  });
});

describe('last statements', () => {
  const statement = (text: string) => ({ text, params: [] });
  const end = (dataSource: DataSource, result: (rows: readonly unknown[]) => unknown = (rows) => rows.length) =>
    inTransactionEndingWith(dataSource, { merchants: ['m_1'] }, async (sql) => {
      await sql.query('SELECT');
      return { statements: [statement('INSERT a'), statement('INSERT b')], result };
    });

  it('last statements are sent in their order, followed by COMMIT', async () => {
    const { dataSource, log } = scripted(() => Promise.resolve({ command: 'COMMIT' }));
    expect(await end(dataSource)).toBe(2);
    expect(log.slice(1)).toEqual(['SELECT', 'INSERT a', 'INSERT b', 'COMMIT', { broken: false }]);
  });

  const refused = serverError('VC001');
  const lost = networkError('ECONNRESET');
  it.each([
    ['refused, and rolled back', refused, () => Promise.resolve({ command: 'ROLLBACK' }), refused],
    ['refused, and the connection lost before COMMIT was answered', refused, () => Promise.reject(lost), refused],
    ['lost, and COMMIT with it', lost, () => Promise.reject(lost), CommitUnknownError],
    ['lost, though COMMIT was answered', lost, () => Promise.resolve({ command: 'COMMIT' }), CommitUnknownError],
  ])('last statements that are %s', async (_what, failure, onCommit, thrown) => {
    const { dataSource } = scripted(onCommit, (text) => text === 'INSERT b' && Promise.reject(failure));
    await expect(end(dataSource)).rejects.toThrow(thrown);
  });

  it('committed last statements with an unreadable result never count as failed', async () => {
    const { dataSource } = scripted(() => Promise.resolve({ command: 'COMMIT' }));
    const unreadable = () => {
      throw new Error('no such row');
    };
    await expect(end(dataSource, unreadable)).rejects.toThrow(CommitUnknownError);
  });
});

describe('the scope of merchants', () => {
  it('the scope quotes each id once', () => {
    expect(scopeStatement(['a', 'b', 'a'])).toBe(`SET LOCAL payorch.merchants = '{"a","b"}'`);
    expect(scopeStatement('every')).toBe(`SET LOCAL payorch.merchants = '{"*"}'`);
  });

  it.each([`a'`, 'a b', '', '*', 'a"', 'ä', 'x'.repeat(65)])('the scope refuses the merchant id %p', (id) => {
    expect(() => scopeStatement([id])).toThrow('not a merchant id');
  });
});

describe('bigint columns', () => {
  it('bigint columns preserve every digit and pass null and undefined', () => {
    expect(bigintColumn.from('9007199254740993')).toBe(9007199254740993n);
    expect(bigintColumn.to(9007199254740993n)).toBe('9007199254740993');
    expect([bigintColumn.from(null), bigintColumn.to(undefined)]).toEqual([null, undefined]);
  });
});
