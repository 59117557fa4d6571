import type { Outgoing, Refusal } from '@payorch/contracts';
import { configSettings, laneKey, laneName, outgoing, pollConfigIn, refuse } from '@payorch/contracts';

export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
}

/** The limit of a path segment, which later names the key. */
const longestKey = 255;

/** The keys that a service reads; an id takes the place of the dots. */
const pollKey = 'poll_config_external_three_ds_…';
const routingKey = 'routing_result_source_…';
const actingKeys = [
  ...['max_auto_retries_enabled_…', '…_requires_cvv', 'merchant_connector_details_enabled_…'],
  ...['guard_blocklist_for_…', 'step_up_enabled_…', 'should_call_gsm_…'],
  ...['authentication_service_eligible_…', routingKey, pollKey, laneKey],
];

function fits(key: string, pattern: string): boolean {
  const [before = '', after = ''] = pattern.split('…');
  const isLonger = key.length > before.length + after.length;
  return isLonger && key.startsWith(before) && key.endsWith(after);
}

const acts = (key: string): boolean => actingKeys.some((pattern) => fits(key, pattern));

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

/** The lane that a config names; undefined for a config of something else. */
export const laneIn = ({ key, value }: ConfigEntry): string | undefined => (fits(key, laneKey) ? value : undefined);

export const laneWithoutTopics = (lane: string): Refusal =>
  refuse('invalid_format', {
    field: 'value',
    expected: `a lane whose topics exist (npm run ops -- create-lane ${lane})`,
  });

/** The interface's name of this service's own routing, the only one there is. */
const ownRouting = 'hyperswitch_routing';

/** The value of a key as it is stored. A value that could not act is refused as a key is. */
export function checkConfigValue({ key, value }: ConfigEntry): Refusal | undefined {
  if (fits(key, routingKey) && value.trim() !== ownRouting)
    return refuse('invalid_format', { field: 'value', expected: `${ownRouting}, the only source of routing results` });
  if (fits(key, pollKey) && !pollConfigIn(value))
    return refuse('invalid_format', {
      field: 'value',
      expected: '{"delay_in_secs": 0 to 900, "frequency": 0 to 900} as JSON',
    });
  if (fits(key, laneKey) && !laneName.test(value))
    return refuse('invalid_format', { field: 'value', expected: `the name of a lane (${laneName.source})` });
  return undefined;
}

/** `before`: the value that this one replaced. */
export const configMessage = (
  { key, value }: ConfigEntry,
  { version, before, deleted = false }: { version: number; before: string | null; deleted?: boolean },
): Outgoing => outgoing(configSettings, { version, updatedAt: new Date().toISOString(), deleted, key, value, before });
