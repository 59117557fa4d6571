import type { JsonObject, Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';

/** The field of an update: absent and null leave the stored value. */
export const sentOr = <T, S>(sent: T | null | undefined, stored: S): NonNullable<T> | S => sent ?? stored;

/** The field of a creation: an absent value becomes null. */
export const orNull = <T>(sent: T | null | undefined): T | null => sent ?? null;

/** Every key, in this order, null where the object lacks it: the interface's format for optional fields. */
export const withKeys = <K extends string>(
  keys: readonly K[],
  object: Readonly<Partial<Record<K, unknown>>>,
): Record<K, unknown> => Object.fromEntries(keys.map((key) => [key, object[key] ?? null])) as Record<K, unknown>;

/** Plain JSON: drops the class of a DTO instance. */
const plain = (value: unknown): unknown => (typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value);

/** An object of a request as plain JSON, for storage. */
export const plainOrNull = (value: object | null | undefined): JsonObject | null =>
  (plain(value ?? null) as JsonObject | null) ?? null;

/** The keys that have a value: no other field of the request reaches storage. */
export const sentOnly = <K extends string>(
  keys: readonly K[],
  object: Readonly<Partial<Record<K, unknown>>>,
): Partial<Record<K, unknown>> =>
  Object.fromEntries(
    keys.filter((key) => (object[key] ?? null) !== null).map((key) => [key, plain(object[key])]),
  ) as Partial<Record<K, unknown>>;

/** The index of PostgreSQL limits the length. */
const longestName = 255;

/** Refuses names that are too long for their index. */
export const checkNames = (names: Readonly<Record<string, string | null | undefined>>): Refusal | undefined =>
  joinRefusals(
    Object.entries(names)
      .filter(([, name]) => (name?.length ?? 0) > longestName)
      .map(([field]) => refuse('invalid_format', { field, expected: `at most ${longestName} characters` })),
  );
