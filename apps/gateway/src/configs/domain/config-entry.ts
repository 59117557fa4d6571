import type { Outgoing, Refusal } from '@payorch/contracts';
import { configSettings, outgoing, refuse } from '@payorch/contracts';

export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
}

/** The limit of a path segment, which later names the key. */
const longestKey = 255;

export const checkConfigKey = (key: string): Refusal | undefined =>
  key.length >= 1 && key.length <= longestKey
    ? undefined
    : refuse('invalid_format', { field: 'key', expected: `1 to ${longestKey} characters` });

export const configMessage = ({ key, value }: ConfigEntry, version: number, deleted = false): Outgoing =>
  outgoing(configSettings, { version, updatedAt: new Date().toISOString(), deleted, key, value });
