import type { Outgoing, Refusal } from '@payorch/contracts';
import { configSettings, outgoing, refuse } from '@payorch/contracts';

export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
}

/** The limit of a path segment, which later names the key. */
const longestKey = 255;

/** The keys that a service reads; an id takes the place of the dots. */
const actingKeys = [
  ...['max_auto_retries_enabled_…', '…_requires_cvv', 'merchant_connector_details_enabled_…'],
  ...['guard_blocklist_for_…', 'step_up_enabled_…', 'should_call_gsm_…'],
];

const acts = (key: string): boolean =>
  actingKeys.some((pattern) => {
    const [before = '', after = ''] = pattern.split('…');
    const isLonger = key.length > before.length + after.length;
    return isLonger && key.startsWith(before) && key.endsWith(after);
  });

/** A key that nothing reads is refused: an operator would rely on a setting that does not act. */
export function checkConfigKey(key: string): Refusal | undefined {
  if (key.length < 1 || key.length > longestKey)
    return refuse('invalid_format', { field: 'key', expected: `1 to ${longestKey} characters` });
  if (acts(key)) return undefined;
  return refuse('invalid_format', {
    field: 'key',
    expected: `a key that acts (${actingKeys.join(', ')}), and ${key} is none`,
  });
}

export const configMessage = ({ key, value }: ConfigEntry, version: number, deleted = false): Outgoing =>
  outgoing(configSettings, { version, updatedAt: new Date().toISOString(), deleted, key, value });
