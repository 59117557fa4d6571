import type { Json } from '@payorch/contracts';
import { shownName } from '@payorch/contracts';
import { limits } from './limits';
import type { Problem } from './rule-program';

/** Notes one problem and goes on. Returns undefined: there is no value to read. */
export type Report = (path: string, problem: string) => undefined;

export const memberOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
export const itemOf = (path: string, index: number): string => `${path}[${index}]`;

/** The path of a problem from the root of a request: `pathFrom('algorithm.data', '[0].split')`. */
export const pathFrom = (root: string, path: string): string =>
  path === '' || path.startsWith('[') ? `${root}${path}` : `${root}.${path}`;

/** Whether reading found problems instead of a value. */
export const isProblems = (read: unknown): read is readonly Problem[] => Array.isArray(read);

/** What `read` returns, or all problems that it reported, at most `limits.problems`. */
export function reading<Read>(read: (report: Report) => Read | undefined): Read | readonly Problem[] {
  const problems: Problem[] = [];
  const value = read((path, problem) => {
    if (problems.length < limits.problems) problems.push({ path, problem });
    return undefined;
  });
  return problems.length > 0 || value === undefined ? problems : value;
}

type JsonObject = { readonly [name: string]: Json };

export const isJsonObject = (sent: Json | undefined): sent is JsonObject =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent);

export const isJsonArray = (sent: Json | undefined): sent is readonly Json[] => Array.isArray(sent);

type Members<Required extends string, Optional extends string> = Readonly<Record<Required, Json>> &
  Readonly<Partial<Record<Optional, Json>>>;

/**
 * The members of an object. Reports anything but an object, each absent member that is required, and each member that does not
 * exist. Of an optional member, null is as good as absent.
 */
export function readMembers<Required extends string, Optional extends string = never>(
  sent: Json | undefined,
  path: string,
  members: { readonly required: readonly Required[]; readonly optional?: readonly Optional[] },
  report: Report,
): Members<Required, Optional> | undefined {
  if (!isJsonObject(sent)) return report(path, 'must be an object');
  const { required, optional = [] } = members;
  const known: readonly string[] = [...required, ...optional];
  for (const name of Object.keys(sent))
    if (!known.includes(name)) report(memberOf(path, shownName(name)), 'does not exist');
  const absent = required.filter((name) => !Object.hasOwn(sent, name));
  for (const name of absent) report(memberOf(path, name), 'is missing');
  if (absent.length > 0) return undefined;
  const isRead = (name: string): boolean =>
    Object.hasOwn(sent, name) && (sent[name] !== null || required.some((one) => one === name));
  const read = Object.fromEntries(known.filter(isRead).map((name) => [name, sent[name]]));
  return read as Members<Required, Optional>;
}

/** The items of an array, each read at its path; undefined where one could not be read. */
export function readEach<Read>(
  sent: Json | undefined,
  path: string,
  read: (item: Json, path: string) => Read | undefined,
  report: Report,
): readonly Read[] | undefined {
  if (!isJsonArray(sent)) return report(path, 'must be an array');
  const all = sent.map((item, index) => read(item, itemOf(path, index)));
  return all.every((one) => one !== undefined) ? (all as readonly Read[]) : undefined;
}

/** A text of at most `most` characters. */
export function readText(sent: Json | undefined, path: string, most: number, report: Report): string | undefined {
  if (typeof sent !== 'string') return report(path, 'must be a string');
  return sent.length > most ? report(path, `has more than ${most} characters`) : sent;
}

/** A name or an id: a text that is not empty. */
export const readName = (sent: Json | undefined, path: string, report: Report): string | undefined =>
  sent === '' ? report(path, 'must not be empty') : readText(sent, path, limits.nameLength, report);

/** An object that a merchant may use freely; it decides nothing. */
export function checkNotes(sent: Json | undefined, path: string, report: Report): void {
  if (sent !== undefined && !isJsonObject(sent)) report(path, 'must be an object');
}

/** Amounts are whole and not negative; past 2^53 - 1 a number is not exact. */
export function readCount(sent: Json | undefined, path: string, report: Report): number | undefined {
  const isCount = typeof sent === 'number' && Number.isSafeInteger(sent) && sent >= 0;
  return isCount ? sent : report(path, `must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}`);
}
