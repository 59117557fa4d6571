import fc from 'fast-check';
import { acrossWindows, MissingOnce, withLate, wantedBy } from './across-windows';
import type { Compared, ReadNamed } from './compare-window';
import { compareWindow } from './compare-window';
import { our, their } from './fixtures';
import type { Ours, Period, Source, Theirs } from './records';
import { isWithin } from './records';
import { dayMs, daysOf, hourMs, marginMs, widened } from './windows';

const start = Date.parse('2026-11-01T00:00:00.000Z');
const run: Period = { from: start, till: start + 2 * dayMs };
/** Hours and parts of them after the beginning of the run. */
const hour = (hours: number): { readonly createdAt: string } => ({
  createdAt: new Date(start + hours * hourMs).toISOString(),
});

interface Sides {
  readonly theirs: readonly Theirs[];
  readonly ours: readonly Ours[];
}

const readIn =
  (ours: readonly Ours[]): ReadNamed =>
  async ({ references, ourIds }) =>
    ours.filter(
      ({ reference, ourId }) => (reference !== null && references.includes(reference)) || ourIds.includes(ourId),
    );
const namedIn = (ours: readonly Ours[], others: readonly Ours[] = []) => ({
  named: readIn(ours),
  elsewhere: readIn(others),
});

/** Compares both days as the command does. */
async function compareDays({ theirs, ours }: Sides): Promise<Compared> {
  const windows = daysOf(run);
  const compared: Compared[] = [];
  for (const window of windows)
    compared.push(
      await compareWindow(
        theirs.filter((one) => isWithin(one, widened(window, marginMs))),
        ours.filter((one) => isWithin(one, window)),
        { window, windows, source: 'list' },
        namedIn(ours),
      ),
    );
  return acrossWindows(compared);
}

const outline = ({ matched, findings }: Compared) => ({
  matched,
  findings: findings.map(({ name, ours, theirs }) => [
    name,
    ours?.ourId ?? null,
    ...theirs.map(({ reference }) => reference),
  ]),
});

it.each<[string, Theirs[], Ours[], ReturnType<typeof outline>]>([
  ['the same minute', [their('a', hour(1))], [our('a', hour(1))], { matched: 1, findings: [] }],
  [
    'created here before midnight, there after it',
    [their('a', hour(24.1))],
    [our('a', hour(23.9))],
    { matched: 1, findings: [] },
  ],
  [
    'created there before midnight, here after it',
    [their('a', hour(23.9))],
    [our('a', hour(24.1))],
    { matched: 1, findings: [] },
  ],
  ['sent hours after it was created', [their('a', hour(30))], [our('a', hour(20))], { matched: 1, findings: [] }],
  ['created here before the run', [their('a', hour(0.1))], [our('a', hour(-3))], { matched: 1, findings: [] }],
  [
    'created there in the margin before the run',
    [their('a', hour(-0.5))],
    [our('a', hour(0.1))],
    { matched: 1, findings: [] },
  ],
  [
    'created there in the margin after the run',
    [their('a', hour(48.5))],
    [our('a', hour(47.9))],
    { matched: 1, findings: [] },
  ],
  [
    'outside the run, and not known here',
    [their('a', hour(-0.5)), their('b', hour(48.5))],
    [],
    { matched: 0, findings: [] },
  ],
  [
    'in the run, and not known here',
    [their('a', hour(24.1))],
    [],
    { matched: 0, findings: [['missing_here', null, 'ref_a']] },
  ],
  [
    'in the run, and not known there',
    [],
    [our('a', hour(23.9))],
    { matched: 0, findings: [['missing_there', 'our_a']] },
  ],
  [
    'charged again within the margin',
    [their('a', hour(23.5)), their('b', { ourId: 'our_a', ...hour(24.5) })],
    [our('a', hour(23.5))],
    { matched: 0, findings: [['double', 'our_a', 'ref_a', 'ref_b']] },
  ],
  [
    'charged again the next day',
    [their('a', hour(1)), their('b', { ourId: 'our_a', ...hour(40) })],
    [our('a', hour(1))],
    { matched: 1, findings: [['double', 'our_a', 'ref_b']] },
  ],
])('%s', async (_, theirs, ours, expected) => expect(outline(await compareDays({ theirs, ours }))).toEqual(expected));

it('what the processor created long after the run is found by a later reading', async () => {
  const ours = [our('a', hour(47)), our('b', hour(47)), our('c', { ...hour(47), reference: null })];
  const compared = await compareDays({ theirs: [], ours });
  const isWanted = wantedBy(compared.findings);
  const later = [their('a', hour(60)), their('x', hour(60)), their('c', { ...hour(60), moved: 900 })].filter(isWanted);
  expect(later.map(({ reference }) => reference)).toEqual(['ref_a', 'ref_c']);
  expect(outline(withLate(compared, later))).toEqual({
    matched: 1,
    findings: [
      ['different_sums', 'our_c', 'ref_c'],
      ['missing_there', 'our_b'],
    ],
  });
});

it('what is looked up is what moved and is joined to none', async () => {
  const asked: unknown[] = [];
  const theirs = [
    their('a', hour(1)),
    their('b', hour(2)),
    their('c', { ...hour(3), state: 'failed', moved: 0 }),
    their('d', { ...hour(24.5), ourId: null }),
  ];
  const [window, ...others] = daysOf(run);
  await compareWindow(
    theirs,
    [our('a', hour(1))],
    { window: window!, windows: [window!, ...others], source: 'list' },
    {
      named: async (names) => {
        asked.push(names);
        return [];
      },
      elsewhere: async () => [],
    },
  );
  expect(asked).toEqual([{ references: ['ref_b', 'ref_d'], ourIds: ['our_b'] }]);
});

it('one of ours that names no account yet is found by name in its own window, also where theirs is in the margin', async () => {
  const unlisted = our('a', { ...hour(23.9), reference: null, state: 'pending', moved: 0, isWaiting: true });
  const windows = daysOf(run);
  const counted: number[] = [];
  for (const window of windows) {
    const theirs = [their('a', hour(24.1))].filter((one) => isWithin(one, widened(window, marginMs)));
    const compared = await compareWindow(theirs, [], { window, windows, source: 'list' }, namedIn([unlisted]));
    counted.push(compared.findings.filter(({ name }) => name === 'waiting').length);
  }
  expect(counted).toEqual([1, 0]);
});

it('what another account with the same credentials made is not missing here', async () => {
  const theirs = [their('a', hour(1)), their('b', { ...hour(2), ourId: null }), their('c', hour(3))];
  const others = [our('a', { ...hour(1), reference: null }), our('b', hour(2))];
  const window = daysOf(run)[0]!;
  const place = { window, windows: [window], source: 'list' as const };
  expect(outline(await compareWindow(theirs, [], place, namedIn([], others)))).toEqual({
    matched: 0,
    findings: [['missing_here', null, 'ref_c']],
  });
});

it('what is missing here is a finding of one account of a merchant', async () => {
  const compared = await compareDays({ theirs: [their('a', hour(1))], ours: [our('b', hour(1))] });
  const once = new MissingOnce();
  const findings = ['m_1', 'm_1', 'm_2'].map((merchant) =>
    once.of(merchant, compared).findings.map(({ name }) => name),
  );
  expect(findings.map((names) => names.sort())).toEqual([
    ['missing_here', 'missing_there'],
    ['missing_there'],
    ['missing_here', 'missing_there'],
  ]);
});

it('a settlement file that reaches beyond the period is compared with what was created in the period', async () => {
  const settled = { amount: null, ourId: null };
  const theirs = [
    their('a', { ...settled, ...hour(70) }),
    their('before', { ...settled, ...hour(2), moved: 300 }),
    their('after', { ...settled, ...hour(80) }),
    their('unknown', { ...settled, ...hour(3) }),
  ];
  const [a, before, authorized] = [
    our('a', hour(40)),
    our('before', { ...hour(-50), moved: 700 }),
    our('authorized', { ...hour(5), state: 'authorized', moved: 0 }),
  ];
  const settings = { window: run, windows: [run], source: 'settlement' as Source };
  const compared = await compareWindow(theirs, [a, authorized], settings, namedIn([a, before, authorized]));
  expect(outline(compared)).toEqual({ matched: 1, findings: [['missing_here', null, 'ref_unknown']] });
});

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const when = fc.constantFrom(-30, -0.5, 0.2, 12, 23.5, 24, 24.5, 30, 47.5, 48.5, 60);
const some = <T>(record: fc.Arbitrary<T>) => fc.array(record, { maxLength: 10 });
const sides: fc.Arbitrary<Sides> = fc.record({
  theirs: fc.uniqueArray(
    fc
      .record({ id, when, ourId: fc.option(id), moved: fc.constantFrom(0, 400, 1000) })
      .map(({ id: one, when: hours, ourId, moved }) =>
        their(one, { ...hour(hours), moved, ourId: ourId && `our_${ourId}` }),
      ),
    { maxLength: 10, selector: ({ reference }) => reference },
  ),
  ours: some(
    fc
      .record({ id, when, isNamed: fc.boolean() })
      .map(({ id: one, when: hours, isNamed }) =>
        our(one, { ...hour(hours), reference: isNamed ? `ref_${one}` : null }),
      ),
  ).map((list) => list.filter(({ ourId }, n) => list.findIndex((one) => one.ourId === ourId) === n)),
});

it('no money of the processor in the run goes uncounted, and none of ours', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async ({ theirs, ours }) => {
      const { findings, matched, nothingMoved } = await compareDays({ theirs, ours });
      const inRun = ours.filter((one) => isWithin(one, run));
      const named = (list: readonly Theirs[]) => list.map(({ reference }) => reference);
      // Each of ours that the run created is in one verdict; those of other times are, where the processor's lie in the run.
      expect(matched + nothingMoved + findings.length).toBeGreaterThanOrEqual(inRun.length);
      const known = new Set(ours.flatMap(({ reference, ourId }) => [reference ?? ourId, ourId]));
      const unknown = theirs.filter(
        (one) =>
          isWithin(one, run) &&
          one.moved > 0 &&
          !known.has(one.reference) &&
          !(one.ourId !== null && known.has(one.ourId)),
      );
      const missing = findings.filter(({ name }) => name === 'missing_here').flatMap((one) => one.theirs);
      expect(named(missing).sort()).toEqual(named(unknown).sort());
      const absent = inRun.filter(({ ourId, reference }) =>
        theirs.every((one) => one.ourId !== ourId && one.reference !== reference),
      );
      const missingThere = findings.filter(({ name }) => name === 'missing_there').map((one) => one.ours?.ourId);
      expect(missingThere).toEqual(expect.arrayContaining(absent.map(({ ourId }) => ourId)));
    }),
  );
});

it('neither the order nor the size of pages changes the result', async () => {
  const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length });
  const inputs = sides.chain((one) =>
    fc.tuple(fc.constant(one), fc.record({ theirs: shuffled(one.theirs), ours: shuffled(one.ours) })),
  );
  const sorted = (compared: Compared) => ({
    ...compared,
    findings: compared.findings.map((one) => JSON.stringify(one)).sort(),
  });
  await fc.assert(
    fc.asyncProperty(inputs, async ([one, other]) => {
      expect(sorted(await compareDays(other))).toEqual(sorted(await compareDays(one)));
    }),
  );
});

describe('daysOf', () => {
  const texts = (from: string, till: string) =>
    daysOf({ from: Date.parse(from), till: Date.parse(till) }).map((one) =>
      [one.from, one.till].map((ms) => new Date(ms).toISOString().replace(':00.000Z', '')),
    );
  it.each([
    ['2026-11-01T00:00Z', '2026-11-02T00:00Z', [['2026-11-01T00:00', '2026-11-02T00:00']]],
    [
      '2026-11-01T20:30Z',
      '2026-11-02T01:00Z',
      [
        ['2026-11-01T20:30', '2026-11-02T00:00'],
        ['2026-11-02T00:00', '2026-11-02T01:00'],
      ],
    ],
    ['2026-11-01T20:30Z', '2026-11-01T20:30Z', []],
  ])('%s to %s', (from, till, days) => expect(texts(from, till)).toEqual(days));
});
