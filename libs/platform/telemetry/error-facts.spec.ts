import { Fault, InvariantError } from '@payorch/kernel';
import { CommitUnknownError } from '@payorch/platform/postgres';
import { parse } from 'csv-parse/sync';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { errorFacts, errorText } from './error-facts';
import { redact } from './redact';

const marked = 'Marked4111Cell';

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new InvariantError('nothing was thrown');
}

const withFields = (message: string, fields: object): Error => Object.assign(new Error(message), fields);

/** Errors of the libraries that quote what they were given. */
const quoting: Readonly<Record<string, Error>> = {
  'csv-parse: a quote in a cell': thrownBy(() => parse(`a,b\n${marked}"x,1\n`, { columns: true, info: true })),
  'csv-parse: too many cells': thrownBy(() => parse(`${marked},b\n1,2,${marked}\n`, { columns: true })),
  URL: thrownBy(() => new URL(marked)),
  'JSON.parse': thrownBy(() => JSON.parse(`{"a": ${marked}`)),
  BigInt: thrownBy(() => BigInt(marked)),
  'a regular expression': thrownBy(() => new RegExp(`(${marked}`)),
  Intl: thrownBy(() => new Intl.NumberFormat('en', { style: 'currency', currency: marked })),
  decodeURIComponent: Object.assign(
    thrownBy(() => decodeURIComponent('%')),
    { input: marked },
  ),
  zod: thrownBy(() => z.strictObject({}).parse({ [marked]: 1 })),
  'a header': thrownBy(() => new Headers({ [`${marked}\n`]: 'x' })),
  PostgreSQL: withFields(`duplicate key value: ${marked}`, {
    code: '23505',
    severity: 'ERROR',
    constraint: 'payments_pkey',
    table: 'intents',
    schema: 'payments',
    detail: `Key (id)=(${marked}) already exists.`,
    where: `unnamed portal parameter $1 = '${marked}'`,
    hint: marked,
    internalQuery: marked,
    column: marked,
  }),
  TypeORM: withFields(marked, {
    query: 'SELECT $1',
    parameters: [marked],
    driverError: withFields(marked, { code: '22P02', severity: 'ERROR', detail: marked }),
  }),
  ioredis: withFields(`ERR unknown command '${marked}'`, { command: { name: 'set', args: [marked] } }),
  undici: withFields(marked, { code: 'UND_ERR_INVALID_ARG', cause: withFields(marked, { code: 'ERR_INVALID_URL' }) }),
  'undici with a text as the cause': withFields('fetch failed', { cause: marked }),
  kafkajs: Object.assign(
    withFields(`Invalid message without value for topic: ${marked}`, { retriable: false, originalError: marked }),
    { name: 'KafkaJSNonRetriableError' },
  ),
  'several addresses': new AggregateError([withFields(marked, { code: 'ECONNREFUSED' }), marked], marked),
  'a message of several lines': new Error(`one\n    at ${marked} (x.ts:1:1)\ntwo`),
  'a code that is a quote': withFields('x', { code: `${marked} "quoted"`, constraint: [marked] }),
};

describe('an error of a library that quotes its input', () => {
  it.each(Object.keys(quoting))('shows nothing of it in a log line: %s', (name) => {
    const error = quoting[name]!;
    const logged = JSON.stringify(redact({ error, cause: new Fault('the cause', { cause: error }) }));
    expect(logged).not.toContain(marked);
    expect(errorText(error)).not.toContain(marked);
  });

  it('shows class, codes and frames to on-call', () => {
    const logged = redact(quoting['PostgreSQL']) as Record<string, unknown>;
    expect(logged).toEqual({
      type: 'Error',
      code: '23505',
      severity: 'ERROR',
      constraint: 'payments_pkey',
      table: 'intents',
      schema: 'payments',
      stack: expect.stringMatching(/^ {4}at .*error-facts\.spec/),
    });
    expect(redact(quoting['TypeORM'])).toMatchObject({ driverError: { code: '22P02', severity: 'ERROR' } });
    expect(errorText(quoting['PostgreSQL']!)).toBe('Error 23505');
  });

  it('shows the constant texts of drivers', () =>
    expect(errorFacts(new Error('Connection terminated unexpectedly')).message).toBe(
      'Connection terminated unexpectedly',
    ));
});

describe('an error of our own', () => {
  it('shows its message and its fields', () => {
    expect(redact(Object.assign(new Fault('redis is down'), { after: 3 }))).toMatchObject({
      type: 'Fault',
      message: 'redis is down',
      after: 3,
    });
    expect(errorText(new CommitUnknownError(undefined))).toBe('the outcome of COMMIT is unknown');
  });

  /** Refusals and faults of a request quote it: their class is all that a log line shows. */
  const ofRequests = ['RefusalError', 'StoredResponse', 'BodyError', 'QueryError', 'JsonError', 'UploadFault'];

  it('is listed, or is known to quote requests', () => {
    const unlisted = classesOfErrors().filter(
      (name) => errorFacts(Object.assign(new Error('own'), { name })).message === undefined,
    );
    expect(unlisted.sort()).toEqual([...ofRequests].sort());
  });
});

/** The classes of errors that apps and libs declare, without those of tests and of the sandbox. */
function classesOfErrors(): string[] {
  const root = path.resolve(__dirname, '../../..');
  const files = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  const read = files.filter((file) => file.endsWith('.ts') && !/node_modules|spec|harness|sandbox|\/page\//.test(file));
  return read.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/class (\w+) extends Error\b/g)].map(([, name]) => name!),
  );
}
