import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';

const kinds = ['single', 'priority', 'volume_split', 'advanced', 'three_ds_decision_rule'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A profile request may contain an algorithm: the gateway checks it and does not store it. */
export function checkRoutingAlgorithm(sent: unknown): Refusal | undefined {
  if (sent === undefined || sent === null) return undefined;
  const isReadable =
    isObject(sent) &&
    kinds.includes(sent['type'] as string) &&
    (isObject(sent['data']) || typeof sent['data'] === 'string');
  return isReadable ? undefined : refuse('invalid_value', { field: 'routing_algorithm' });
}
