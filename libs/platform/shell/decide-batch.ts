import { errorText } from '@payorch/platform/telemetry';
import { Fault } from '@payorch/kernel';
import type { Handle, Incoming } from '@payorch/platform/kafka';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import type { Change, Step, StepContext } from './step';

/** A batch decided in memory, not yet written. */
export interface Decided<State> {
  readonly changes: readonly Change<State>[];
  readonly steps: readonly { readonly incoming: Incoming; readonly step: Step<State> }[];
  /** Messages whose decision threw, and later messages of the same keys. */
  readonly deadLettered: readonly { readonly incoming: Incoming; readonly cause: Error }[];
}

/** Runs the decision of a message. */
export type HandleStep<State, Shared> = Handle<StepContext<State, Shared>, Step<State>>;

interface Working<State> {
  readonly before: State | undefined;
  state: State | undefined;
  partition: number;
  failure?: Error;
}

/**
 * Runs the decisions of a batch one after the other, each on the state that the former decision of its key left. Pure:
 * takes the loaded states and returns the changed ones. A decision that throws affects only its own key, from that
 * message on. @throws DataKeysUnknown: the decision is made again when the keys of its merchant have arrived.
 */
export async function decideBatch<State, Shared>(
  batch: readonly Incoming[],
  loaded: ReadonlyMap<string, State>,
  handle: HandleStep<State, Shared>,
  context: { now: Date; shared: Shared },
): Promise<Decided<State>> {
  const working = new Map<string, Working<State>>();
  const steps: { incoming: Incoming; step: Step<State> }[] = [];
  const deadLettered: { incoming: Incoming; cause: Error }[] = [];
  for (const incoming of batch) {
    const key = incoming.key ?? '';
    let entry = working.get(key);
    if (!entry) {
      const before = loaded.get(key);
      working.set(key, (entry = { before, state: before, partition: incoming.origin.partition }));
    }
    if (entry.failure) {
      deadLettered.push({
        incoming,
        cause: new Fault(`follows a failed message of its key: ${errorText(entry.failure)}`),
      });
      continue;
    }
    try {
      const step = await handle(incoming, { ...context, state: entry.state, incoming });
      if (step.state !== undefined) entry.state = step.state;
      steps.push({ incoming, step });
    } catch (error) {
      if (error instanceof DataKeysUnknown) throw error;
      entry.failure = error as Error;
      deadLettered.push({ incoming, cause: entry.failure });
    }
  }
  const changes = [...working].flatMap(([key, { before, state, partition }]) =>
    state === undefined || state === before ? [] : [{ key, before, after: state, partition }],
  );
  return { changes, steps, deadLettered };
}
