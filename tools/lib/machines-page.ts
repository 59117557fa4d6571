import { isFinal, statesOf, type Machine, type StateOf } from '@payorch/kernel';
import type { OperationDefinition } from '@payorch/operations';
import { operationMachine } from '../../apps/connector-worker/src/domain/operation.machine';
import { attemptMachine, attemptOperation, liveStates } from '../../apps/payments/src/domain/attempt.machine';
import { captureMachine, captureOperation } from '../../apps/payments/src/domain/capture.machine';
import {
  extensionMachine,
  extensionOperation,
  openExtensionStates,
} from '../../apps/payments/src/domain/extension.machine';
import { incrementMachine, incrementOperation } from '../../apps/payments/src/domain/increment.machine';
import { attemptStatusOf, intentStatusOf } from '../../apps/payments/src/domain/payment.status';
import {
  openVoidStates,
  postCaptureVoidMachine,
  postCaptureVoidOperation,
} from '../../apps/payments/src/domain/post-capture-void.machine';
import { openStates, refundMachine, refundOperation } from '../../apps/refunds/src/domain/refund.machine';
import { statusOf } from '../../apps/refunds/src/domain/refund.status';
import { deliveryMachine } from '../../apps/webhooks/src/domain/delivery.machine';
import { code, table } from './markdown';

interface Column<State extends string> {
  readonly head: string;
  readonly of: (state: State) => string;
}

/** One machine of the page. */
interface Section<M extends Machine> {
  readonly title: string;
  readonly file: string;
  readonly about: string;
  readonly machine: M;
  readonly starts: readonly StateOf<M>[];
  /** More columns of its table, before the events. */
  readonly columns?: readonly Column<StateOf<M>>[];
  /** What outcomes of a processor do, where the machine is an operation's. */
  readonly operation?: OperationDefinition<M>;
}

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
function diagram<M extends Machine>({ machine, starts }: Section<M>): string {
  const transitions = statesOf(machine).flatMap((state) =>
    isFinal(machine, state)
      ? [`  ${state} --> [*]`]
      : grouped(machine[state] ?? {}).map(([events, next]) => `  ${state} --> ${next}: ${events}`),
  );
  return ['```mermaid', 'stateDiagram-v2', ...starts.map((state) => `  [*] --> ${state}`), ...transitions, '```'].join(
    '\n',
  );
}

function section<M extends Machine>(each: Section<M>): string {
  const { title, file, about, machine, columns = [], operation } = each;
  const rows = statesOf(machine).map((state) => [
    code(state),
    ...columns.map((column) => column.of(state)),
    isFinal(machine, state) ? 'final' : arrows(machine[state] ?? {}),
    ...(operation ? [arrows(operation.outcomes[state])] : []),
  ]);
  const head = ['state', ...columns.map((column) => column.head), 'on event → next state'];
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

const isIn = <State extends string>(head: string, states: readonly State[]): Column<string> => ({
  head,
  of: (state) => ((states as readonly string[]).includes(state) ? 'yes' : ''),
});

/** docs/machines.md: the states, transitions and outcomes of every state machine, as tables and as diagrams. */
export const machinesPage = (): string =>
  [
    '# State machines',
    '',
    'Printed from the tables in the code by `npm run docs`; do not edit.',
    '',
    'An operation is one request to a processor that may move money. Its machine says which event leads to which state; its outcome',
    'table says which event an outcome of the processor is, in each state. An outcome without an entry is stale and moves nothing.',
    '*verify*: only a webhook reports it, and a sync is to prove it. *late_success*: money moved after we gave the operation up, which',
    'opens an incident. The finer cases of an outcome are in `libs/operations/src/outcome-case.ts`.',
    '',
    section({
      title: 'Attempt',
      file: 'apps/payments/src/domain/attempt.machine.ts',
      about:
        'The authorization with its captures, voids and increments. A payment has at most one attempt in a live state. Its public status is the one of its last attempt.',
      machine: attemptMachine,
      starts: ['payment_method_awaited'],
      columns: [
        { head: 'shown as', of: (state) => code(attemptStatusOf(state)) },
        { head: 'payment status', of: (state) => code(intentStatusOf(state)) },
        isIn('live', liveStates),
      ],
      operation: attemptOperation,
    }),
    section({
      title: 'Capture',
      file: 'apps/payments/src/domain/capture.machine.ts',
      about:
        'A capture begins while its attempt is `authorized`, and follows the outcomes of the attempt in `capture_initiated`.',
      machine: captureMachine,
      starts: ['started'],
      operation: captureOperation,
    }),
    section({
      title: 'Increment of an authorization',
      file: 'apps/payments/src/domain/increment.machine.ts',
      about:
        'An increment begins while its attempt is `authorized`, and follows the outcomes of the attempt in `increment_initiated`.',
      machine: incrementMachine,
      starts: ['processing'],
      operation: incrementOperation,
    }),
    section({
      title: 'Extension of an authorization',
      file: 'apps/payments/src/domain/extension.machine.ts',
      about:
        'An extension begins while its attempt is `authorized`, one at a time, and does not change the state of the attempt.',
      machine: extensionMachine,
      starts: ['pending'],
      columns: [isIn('open', openExtensionStates)],
      operation: extensionOperation,
    }),
    section({
      title: 'Void after the capture',
      file: 'apps/payments/src/domain/post-capture-void.machine.ts',
      about:
        'A void begins while its attempt is `charged` or `partial_charged`, one at a time, and moves the attempt to `voided_post_charge` when it succeeds.',
      machine: postCaptureVoidMachine,
      starts: ['requested'],
      columns: [isIn('open', openVoidStates)],
      operation: postCaptureVoidOperation,
    }),
    section({
      title: 'Refund',
      file: 'apps/refunds/src/domain/refund.machine.ts',
      about:
        'A refund reserves its amount of the charged amount in every state but `failure`. While a void reserves the whole charge, no refund begins.',
      machine: refundMachine,
      starts: ['scheduled'],
      columns: [{ head: 'shown as', of: (state) => code(statusOf({ state })) }, isIn('open', openStates)],
      operation: refundOperation,
    }),
    section({
      title: 'Operation of a connector worker',
      file: 'apps/connector-worker/src/domain/operation.machine.ts',
      about:
        'The call of one operation, of any kind: whether a worker may have called the processor, and whether it answered.',
      machine: operationMachine,
      starts: ['sent', 'never'],
    }),
    section({
      title: 'Delivery of a webhook',
      file: 'apps/webhooks/src/domain/delivery.machine.ts',
      about: 'The delivery of one event to one merchant.',
      machine: deliveryMachine,
      starts: ['waiting'],
    }),
  ].join('\n');
