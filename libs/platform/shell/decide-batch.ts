import type { Incoming } from '@payorch/platform/kafka';
import type { Change, Handler, Step } from './step';

/** A batch decided in memory, not yet written. */
export interface Decided<State> {
  readonly changes: readonly Change<State>[];
  readonly steps: readonly { readonly incoming: Incoming; readonly step: Step<State> }[];
  /** Messages whose decision threw, and those behind them on the same key. */
  readonly parked: readonly { readonly incoming: Incoming; readonly cause: Error }[];
}

export type HandlerTable<State, Shared> = ReadonlyMap<string, Handler<State, Shared>>;

interface Working<State> {
  readonly before: State | undefined;
  state: State | undefined;
  partition: number;
  broken?: Error;
}

/**
 * Runs the decisions of a batch in order. Pure: the loaded states come in, the changed ones go out. A decision that
 * throws costs its own key only, from that message on.
 */
export function decideBatch<State, Shared>(
  batch: readonly Incoming[],
  loaded: ReadonlyMap<string, State>,
  handlers: HandlerTable<State, Shared>,
  context: { now: Date; shared: Shared },
): Decided<State> {
  const working = new Map<string, Working<State>>();
  const steps: { incoming: Incoming; step: Step<State> }[] = [];
  const parked: { incoming: Incoming; cause: Error }[] = [];
  for (const incoming of batch) {
    const key = incoming.key ?? '';
    let entry = working.get(key);
    if (!entry) {
      const before = loaded.get(key);
      working.set(key, (entry = { before, state: before, partition: incoming.origin.partition }));
    }
    if (entry.broken) {
      parked.push({ incoming, cause: new Error(`behind a message of its key that failed: ${entry.broken.message}`) });
      continue;
    }
    try {
      const handler = handlers.get(incoming.message.type)!;
      const step = handler.handle(entry.state, incoming.data, { ...context, incoming });
      if (step.state !== undefined) entry.state = step.state;
      steps.push({ incoming, step });
    } catch (error) {
      entry.broken = error as Error;
      parked.push({ incoming, cause: entry.broken });
    }
  }
  const changes = [...working].flatMap(([key, { before, state, partition }]) =>
    state === undefined || state === before ? [] : [{ key, before, after: state, partition }],
  );
  return { changes, steps, parked };
}
