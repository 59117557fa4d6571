/**
 * The spec file that runs. `tools/lib/specs-in-turn.cjs` makes one for each file of a group, `tools/lib/test-environment.cjs` for a
 * file that runs apart; they call what is left of `endings` when the file ends.
 */
export interface TestFile {
  isOver: boolean;
  readonly endings: Set<() => Promise<void>>;
}

const key = Symbol.for('payorch.testFile');

/** Outside jest: a file that does not end. */
export const testFile = (): TestFile =>
  (globalThis as { [key]?: TestFile })[key] ?? { isOver: false, endings: new Set() };
