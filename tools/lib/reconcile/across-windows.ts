import type { Compared } from './compare-window';
import { join } from './join';
import type { Finding } from './judge';
import { judge } from './judge';
import type { Theirs } from './records';
import { keyOfOurs } from './records';

/** A finding that only says that the processor has nothing. */
const isAbsent = ({ ours, theirs }: Finding): boolean => ours !== null && theirs.length === 0;

/** All windows of one account and kind as one: what a later window found is not missing in an earlier one. */
export function acrossWindows(windows: readonly Compared[]): Compared {
  const found = new Set(windows.flatMap((one) => one.found));
  return {
    matched: sum(windows.map(({ matched }) => matched)),
    nothingMoved: sum(windows.map(({ nothingMoved }) => nothingMoved)),
    findings: windows
      .flatMap(({ findings }) => findings)
      .filter((one) => !(isAbsent(one) && found.has(keyOfOurs(one.ours!)))),
    found: [],
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Whether a record of the processor, created outside the run, may be one that a finding misses. */
export function wantedBy(findings: readonly Finding[]): (record: Theirs) => boolean {
  const absent = findings.filter(isAbsent).map(({ ours }) => ours!);
  const references = new Set(absent.map(({ reference }) => reference));
  const ourIds = new Set(absent.map(({ ourId }) => ourId));
  return ({ reference, ourId }) => references.has(reference) || (ourId !== null && ourIds.has(ourId));
}

/** Judges what misses a record of the processor again, with records that the processor created outside the run. */
export function withLate(compared: Compared, late: readonly Theirs[]): Compared {
  const absent = compared.findings.filter(isAbsent).map(({ ours }) => ours!);
  const groups = join(late, absent, 'list').filter(({ ours }) => ours !== null);
  const verdicts = groups.map((group) => judge(group, 'list'));
  return {
    ...compared,
    matched: compared.matched + verdicts.filter((one) => one === 'matched').length,
    nothingMoved: compared.nothingMoved + verdicts.filter((one) => one === 'nothing_moved').length,
    findings: [
      ...compared.findings.filter((one) => !isAbsent(one)),
      ...verdicts.filter((one) => typeof one !== 'string'),
    ],
  };
}

export const missesTheirs = (compared: Compared): boolean => compared.findings.some(isAbsent);

/**
 * What is missing here, once for all accounts of a merchant: several may have the credentials of one account of the processor, and each
 * of them lists it.
 */
export class MissingOnce {
  readonly #seen = new Set<string>();

  of(merchantId: string, compared: Compared): Compared {
    const isNew = ({ name, kind, theirs }: Finding): boolean => {
      if (name !== 'missing_here') return true;
      const keys = theirs.map(({ reference }) => JSON.stringify([merchantId, kind, reference]));
      const isKnown = keys.every((key) => this.#seen.has(key));
      for (const key of keys) this.#seen.add(key);
      return !isKnown;
    };
    return { ...compared, findings: compared.findings.filter(isNew) };
  }
}
