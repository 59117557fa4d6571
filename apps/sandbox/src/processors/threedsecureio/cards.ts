/** What the issuer of a card does. C: the customer is challenged. */
export type Answer = 'Y' | 'A' | 'N' | 'U' | 'R' | 'C';

export interface Range {
  readonly answer: Answer;
  /** The versions of the protocol that the issuer supports. */
  readonly versions: readonly [start: string, end: string];
  /** Whether the issuer has a page that fingerprints the browser. */
  readonly hasMethod: boolean;
}

const range = (answer: Answer, changes: Partial<Range> = {}): Range => ({
  answer,
  versions: ['2.1.0', '2.2.0'],
  hasMethod: true,
  ...changes,
});

/** The cards that take part, by their numbers; the test processors charge them. */
export const ranges: ReadonlyMap<string, Range> = new Map([
  ['4000000000100109', range('Y')],
  ['4000000000100117', range('A')],
  ['4000000000100125', range('N')],
  ['4000000000100133', range('U')],
  ['4000000000100141', range('R')],
  ['4000000000100158', range('C')],
  ['4000000000100166', range('Y', { hasMethod: false })],
  ['4000000000100174', range('Y', { versions: ['1.0.2', '1.0.2'] })],
  // Authenticated, and then declined by the processor.
  ['4000000000100182', range('Y')],
]);
