import type { JsonObject, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';

/** An update leaves alone what it does not send; null counts as not sent. */
export const sentOr = <T, S>(sent: T | null | undefined, stored: S): NonNullable<T> | S => sent ?? stored;

/** A creation takes null for what it is not sent. */
export const orNull = <T>(sent: T | null | undefined): T | null => sent ?? null;

/** Every one of the keys, in this order, null where the object lacks it: how optional fields go over the wire. */
export const withKeys = <K extends string>(
  keys: readonly K[],
  object: Readonly<Partial<Record<K, unknown>>>,
): Record<K, unknown> => Object.fromEntries(keys.map((key) => [key, object[key] ?? null])) as Record<K, unknown>;

/** The same as plain JSON: what came as an object of a class would not pass for one later. */
const plain = (value: unknown): unknown => (typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value);

/** An object of a request as plain JSON, for storing. */
export const plainOrNull = (value: object | null | undefined): JsonObject | null =>
  (plain(value ?? null) as JsonObject | null) ?? null;

/** Only those of the keys that were sent with a value: nothing else of a request can reach storage by this way. */
export const sentOnly = <K extends string>(
  keys: readonly K[],
  object: Readonly<Partial<Record<K, unknown>>>,
): Partial<Record<K, unknown>> =>
  Object.fromEntries(
    keys.filter((key) => (object[key] ?? null) !== null).map((key) => [key, plain(object[key])]),
  ) as Partial<Record<K, unknown>>;

/** An index takes no longer entries; neither does a reader. */
const longestName = 255;

/** Refuses the first name that is too long to be told apart from others. */
export function checkNames(names: Readonly<Record<string, string | null | undefined>>): Refusal | undefined {
  const long = Object.entries(names).find(([, name]) => (name?.length ?? 0) > longestName);
  return long && refuse('invalid_format', { field: long[0], expected: `at most ${longestName} characters` });
}
