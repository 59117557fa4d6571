import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import document from '../../../api/openapi.json';

const root = path.resolve(__dirname, '../../..');

type Excuses = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Jest cannot load the tool's modules: a process of its own does. */
function evaluate<T>(expression: string): T {
  const script = `
    import { readFileSync } from 'node:fs';
    import { problemsOf, statusesIn, unreachable } from './tools/lib/api-check/reached-states.mjs';
    const document = JSON.parse(readFileSync('api/openapi.json', 'utf8'));
    console.log(JSON.stringify(${expression}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const unreachable = evaluate<Excuses>('unreachable');
const schemas = document.components.schemas as unknown as Readonly<Record<string, { readonly enum?: string[] }>>;

const sections = readFileSync(path.join(root, 'docs/machines.md'), 'utf8').split('\n## ');
const cellsOf = (row: string): string[] => row.split('|').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));

/** What the machine with this title shows in a column of docs/machines.md, which `npm run docs` prints from the code. */
function shownBy(title: string, column: string): string[] {
  const section = sections.find((one) => one.startsWith(`${title} (`)) ?? '';
  const [head, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  const index = cellsOf(head ?? '').indexOf(column);
  if (index < 0) throw new Error(`docs/machines.md has no column ${column} of ${title}`);
  return rows.map((row) => cellsOf(row)[index] ?? '');
}

it.each([
  ['Attempt', 'shown as', 'AttemptStatus', ['partially_authorized', 'authentication_failed']],
  ['Attempt', 'payment status', 'IntentStatus', ['partially_authorized_and_requires_capture']],
  ['Refund', 'shown as', 'RefundStatus', []],
] as const)(
  'the states of %s in the column %s are those of %s that a machine shows',
  (title, column, name, besides) => {
    const never = Object.entries(unreachable[name] ?? {}).flatMap(([status, reason]) =>
      reason === 'no state of a machine is shown so' ? [status] : [],
    );
    const shown = new Set([...shownBy(title, column), ...besides]);
    expect(schemas[name]?.enum?.filter((status) => !shown.has(status)).sort()).toEqual([...never].sort());
  },
);

it('every excused status is one of the document', () => {
  for (const [name, statuses] of Object.entries(unreachable))
    expect([name, schemas[name]?.enum]).toEqual([name, expect.arrayContaining(Object.keys(statuses))]);
});

const answer = (body: object) => JSON.stringify({ method: 'get', path: '/payments/pay_1?x=y', status: 200, body });

it('the statuses of an answer are found at every depth', () =>
  expect(
    evaluate(
      `[...statusesIn(document, [${answer({
        status: 'succeeded',
        attempts: [{ status: 'charged' }],
        state_metadata: { post_capture_void: { status: 'pending' } },
        refunds: [{ status: 'review' }, { status: 'failed' }],
        payment_method_status: null,
      })}])].sort()`,
    ),
  ).toEqual([
    'AttemptStatus.charged',
    'IntentStatus.succeeded',
    'PostCaptureVoidStatus.pending',
    'RefundStatus.failed',
    'RefundStatus.review',
  ]));

it('a status that no object has is a problem, and so is an excuse for one that an object has', () => {
  const problems = evaluate<string[]>(
    `problemsOf(document, new Set(['RefundStatus.pending', 'RefundStatus.review', 'RefundStatus.failed', 'MandateStatus.inactive']))`,
  );
  expect(problems.filter((text) => text.startsWith('RefundStatus'))).toEqual([
    'RefundStatus.succeeded is not reached by the objects of tools/lib/api-check',
  ]);
  expect(problems.filter((text) => text.startsWith('MandateStatus.inactive'))).toEqual([
    'MandateStatus.inactive is reached, although tools/lib/api-check/reached-states.mjs says why it is not',
  ]);
});
