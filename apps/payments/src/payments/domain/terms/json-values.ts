import type { Json, JsonObject } from '@payorch/contracts';

export const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

export const objectOf = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
