import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';

const kinds = ['single', 'priority', 'volume_split', 'advanced', 'three_ds_decision_rule'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A profile request may contain an algorithm: the gateway checks it and does not store it. */
export function checkRoutingAlgorithm(sent: unknown): Refusal | undefined {
  if (sent === undefined || sent === null) return undefined;
  const field = 'routing_algorithm';
  if (!isObject(sent)) return refuse('value_not_allowed', { field, allowed: 'an object with type and data' });
  if (!kinds.includes(sent['type'] as string))
    return refuse('value_not_allowed', { field: `${field}.type`, allowed: kinds.join(', ') });
  const isReadable = isObject(sent['data']) || typeof sent['data'] === 'string';
  return isReadable
    ? undefined
    : refuse('value_not_allowed', { field: `${field}.data`, allowed: 'an object or a text' });
}
