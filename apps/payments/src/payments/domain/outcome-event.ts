import type { connectorOutcome, DataOf } from '@payorch/contracts';

/** The outcome of an operation, as a worker reports it. */
export type Event = DataOf<typeof connectorOutcome>;
