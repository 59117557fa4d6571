import type { Algorithm } from '@payorch/routing-rules';
import { compileAlgorithm } from '@payorch/routing-rules';
import { CsvError, parse } from 'csv-parse';
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import type { SimulatedAccount } from './accounts-file';
import { readAccountsFile } from './accounts-file';
import type { Output } from './command';
import { CommandError } from './command';
import { comparedIn, generatePayments } from './generate-payments';
import { simulationPage } from './page';
import type { Columns } from './payments-csv';
import { readColumns, readRow } from './payments-csv';
import { progressBar } from './progress-bar';
import { readAlgorithmFile } from './read-algorithm';
import { reportJson, reportLines } from './report';
import { Simulation, unknownAccounts } from './simulation';

export interface SimulateOptions {
  readonly algorithm: string;
  readonly against?: string;
  readonly accounts?: string;
  /** A CSV file; otherwise `generate` payments are made from `seed`. */
  readonly payments?: string;
  readonly generate?: number;
  readonly seed: number;
  readonly show: number;
  readonly json: boolean;
  readonly html?: string;
}

/** Problems of one CSV file that are printed; further ones are counted. */
const mostProblems = 50;
/** Payments between two looks at the clock. */
const stride = 2_000;

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError([`${file}: ${(error as NodeJS.ErrnoException).code ?? 'cannot be read'}`]);
  }
}

const isProblemList = (read: object): read is readonly string[] => Array.isArray(read);

interface Inputs {
  readonly algorithm: Algorithm;
  readonly against: Algorithm | null;
  readonly accounts: readonly SimulatedAccount[] | null;
}

/** Reads all files before it reports the problems of any. */
function readInputs({ algorithm, against, accounts }: SimulateOptions): Inputs {
  const problems: string[] = [];
  const noted = (file: string, found: readonly string[]) => problems.push(...found.map((one) => `${file}: ${one}`));
  const accountsRead = accounts === undefined ? null : readAccountsFile(textOf(accounts));
  if (accountsRead && 'problems' in accountsRead) noted(accounts!, accountsRead.problems);
  const known = accountsRead && !('problems' in accountsRead) ? accountsRead : null;
  const readOne = (file: string): Algorithm | null => {
    const read = readAlgorithmFile(textOf(file));
    noted(file, isProblemList(read) ? read : unknownAccounts(read, known));
    return isProblemList(read) ? null : read;
  };
  const first = readOne(algorithm);
  const second = against === undefined ? null : readOne(against);
  if (problems.length > 0 || !first) throw new CommandError(problems);
  return { algorithm: first, against: second, accounts: known };
}

/** Runs the payments of a file through the simulation, in the memory of one row. Returns the columns of the file. */
async function takeFile(file: string, simulation: Simulation, onBytes: (bytes: number) => void): Promise<Columns> {
  const problems: string[] = [];
  let columns: Columns | undefined;
  let more = 0;
  const noted = (found: readonly string[]) => {
    const free = Math.max(0, mostProblems - problems.length);
    problems.push(...found.slice(0, free).map((one) => `${file}: ${one}`));
    more += Math.max(0, found.length - free);
  };
  const source = createReadStream(file);
  const parser = parse({ bom: true, info: true, skip_empty_lines: true, relax_column_count: true });
  const rows = async (records: AsyncIterable<{ record: string[]; info: { lines: number } }>) => {
    let taken = 0;
    for await (const { record, info } of records) {
      if (!columns) {
        const read = readColumns(record.map((name) => name.trim()));
        if (isProblemList(read)) return noted(read);
        columns = read as Columns;
        continue;
      }
      const row = readRow(record, columns, info.lines);
      if (isProblemList(row)) noted(row);
      else simulation.take(row as Exclude<typeof row, readonly string[]>);
      taken += 1;
      if (taken % stride === 0) onBytes(source.bytesRead);
    }
  };
  try {
    await pipeline(source, parser, rows);
  } catch (error) {
    if (error instanceof CsvError) noted([error.message]);
    else throw new CommandError([`${file}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`]);
  }
  if (!columns && problems.length === 0) noted(['has no line']);
  if (problems.length > 0 || !columns)
    throw new CommandError(more > 0 ? [...problems, `${file}: ${more} more problems`] : problems);
  return columns;
}

/** Keys that an algorithm compares and no column has: such comparisons are false for every payment. */
function lackingColumns({ places }: Columns, algorithms: readonly Algorithm[]): readonly string[] {
  const present = new Set(places.flatMap((place) => (place?.kind === 'key' ? [place.key as string] : [])));
  const metadata = new Set(places.flatMap((place) => (place?.kind === 'metadata' ? [place.key] : [])));
  const hasType = places.some((place) => place?.kind === 'payment_method_type');
  const needed = algorithms.map((one) => compileAlgorithm(one).needs);
  const keys = needed.flatMap(({ keys: all }) => [...all]).filter((key) => key !== 'metadata' && !present.has(key));
  const inMetadata = needed.flatMap(({ metadata: all }) => [...all]).filter((key) => !metadata.has(key));
  const lacking = [...keys, ...inMetadata.map((key) => `metadata.${key}`)];
  return hasType ? [] : [...new Set(lacking)];
}

function csvNotes(columns: Columns, algorithms: readonly Algorithm[]): readonly string[] {
  const lacking = lackingColumns(columns, algorithms);
  return [
    ...(columns.ignored.length > 0 ? [`ignored columns: ${columns.ignored.join(', ')}`] : []),
    ...(lacking.length > 0 ? [`rules compare ${lacking.join(', ')}, which the file has no column for`] : []),
  ];
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

/** Decides payments that were not made, and prints what each account would take. @throws CommandError */
export async function simulate(options: SimulateOptions, output: Output): Promise<void> {
  const { algorithm, against, accounts } = readInputs(options);
  const algorithms = against ? [algorithm, against] : [algorithm];
  const simulation = new Simulation(algorithm, { against, accounts, show: options.show });
  const bar = progressBar(output.err);
  const notes: string[] = [];
  try {
    if (options.payments !== undefined) {
      const file = options.payments;
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      const columns = await takeFile(file, simulation, (bytes) => bar.show(bytes, size));
      notes.push(...csvNotes(columns, algorithms));
    } else {
      const all = options.generate ?? 0;
      let taken = 0;
      for (const payment of generatePayments(all, { seed: options.seed, compared: comparedIn(algorithms) })) {
        simulation.take(payment);
        taken += 1;
        if (taken % stride === 0) {
          bar.show(taken, all);
          // A signal is handled between two strides.
          await breathe();
        }
      }
    }
  } finally {
    bar.clear();
  }
  const lacking = simulation.problems();
  if (lacking.length > 0) throw new CommandError(lacking.map((one) => `${options.accounts}: ${one}`));
  const report = {
    algorithmFile: options.algorithm,
    againstFile: options.against ?? null,
    source: options.payments ?? `generated, seed ${options.seed}`,
    notes,
    result: simulation.result(),
  };
  if (options.html !== undefined) writeFileSync(options.html, simulationPage(report));
  output.out.write(options.json ? `${JSON.stringify(reportJson(report), null, 2)}\n` : lines(reportLines(report)));
  if (options.html !== undefined) output.err.write(`page with charts: ${options.html}\n`);
}
