import type { CallKind } from '../faults/fault-registry';
import { isLookup } from '../faults/fault-registry';

/** The time of a normal answer: fixed, or scattered like the reference implementation's. */
export type Latency = { readonly kind: 'fixed'; readonly ms: number } | { readonly kind: 'reference' };

type Timed = CallKind | 'complete';

/** The mean of each time; the times scatter by 100 ms to both sides. */
const referenceMs = (kind: Timed): number => (kind !== 'complete' && isLookup(kind) ? 500 : 1000);

export const latencyMs = (latency: Latency, kind: Timed, random: () => number): number =>
  latency.kind === 'fixed' ? latency.ms : referenceMs(kind) - 100 + Math.round(random() * 200);
