import { isFinal, statesOf, type Machine } from '@payorch/kernel';
import { code, table } from './markdown';

/** A state machine as an app describes it in its `src/machines.ts`. */
export interface DocumentedMachine {
  readonly title: string;
  /** Relative to the workspace. */
  readonly file: string;
  readonly about: string;
  readonly machine: Machine;
  readonly starts: readonly string[];
  /** More columns of its table, before the events: functions of the state. */
  readonly columns?: Readonly<Record<string, (state: string) => string | boolean>>;
  /** The effect of a processor's outcomes, where the machine is an operation's. */
  readonly operation?: { readonly outcomes: Readonly<Record<string, Readonly<Record<string, string>>>> };
}

const cellOf = (value: string | boolean): string => (typeof value === 'string' ? code(value) : value ? 'yes' : '');

/** The entries of one row, by their target: `declined, not_sent → failed`. */
function grouped(row: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  const byTarget = new Map<string, string[]>();
  for (const [name, target] of Object.entries(row)) byTarget.set(target, [...(byTarget.get(target) ?? []), name]);
  return [...byTarget].map(([target, names]) => [names.join(', '), target]);
}

const arrows = (row: Readonly<Record<string, string>>): string =>
  grouped(row)
    .map(([names, target]) => `${names} → ${target}`)
    .join('; ');

/** The machine as a Mermaid diagram, with one arrow for all events between the same two states. */
function diagram({ machine, starts }: DocumentedMachine): string {
  const transitions = statesOf(machine).flatMap((state) =>
    isFinal(machine, state)
      ? [`  ${state} --> [*]`]
      : grouped(machine[state] ?? {}).map(([events, next]) => `  ${state} --> ${next}: ${events}`),
  );
  return ['```mermaid', 'stateDiagram-v2', ...starts.map((state) => `  [*] --> ${state}`), ...transitions, '```'].join(
    '\n',
  );
}

function section(each: DocumentedMachine): string {
  const { title, file, about, machine, columns = {}, operation } = each;
  const rows = statesOf(machine).map((state) => [
    code(state),
    ...Object.values(columns).map((column) => cellOf(column(state))),
    isFinal(machine, state) ? 'final' : arrows(machine[state] ?? {}),
    ...(operation ? [arrows(operation.outcomes[state] ?? {})] : []),
  ]);
  const head = ['state', ...Object.keys(columns), 'on event → next state'];
  return [
    `## ${title} (${code(file)})`,
    '',
    about,
    '',
    table(operation ? [...head, 'on outcome → event'] : head, rows),
    '',
    diagram(each),
    '',
  ].join('\n');
}

/** docs/machines.md: the states, transitions and outcomes of every state machine, as tables and as diagrams. */
export const machinesPage = (machines: readonly DocumentedMachine[]): string =>
  [
    '# State machines',
    '',
    'Printed from the tables in the code by `npm run docs`; do not edit.',
    '',
    'An operation is one request to a processor that may move money. Its machine says which event leads to which state; its outcome',
    'table says which event an outcome of the processor is, in each state. An outcome without an entry is stale and moves nothing.',
    '*verify*: only a webhook reports it, and a sync is to prove it. *late_success*: money moved after we gave the operation up, which',
    'opens an incident. *contradiction*: the processor denies what it had reported, which opens an incident and moves nothing. The finer cases of an outcome are in `libs/operations/src/outcome-case.ts`.',
    '',
    ...machines.map(section),
  ].join('\n');
