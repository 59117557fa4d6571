import type { Secret } from '@payorch/kernel';
import type { z } from 'zod';

/**
 * One environment variable: the parser of its text and an example for the error message. Without a `fallback` the
 * variable is required; `developmentFallback` applies only in development, where it takes precedence over `fallback`.
 */
export interface Setting<T> {
  readonly variable: string;
  readonly schema: z.ZodType<T, string>;
  readonly example: string;
  readonly secret: boolean;
  readonly fallback?: string;
  readonly developmentFallback?: string;
  /** Required if another variable has one of these values. */
  readonly requiredWith?: { readonly variable: string; readonly values: readonly string[] };
  /** The reason why production refuses this text, or undefined. */
  readonly refusedInProduction?: (text: string) => string | undefined;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type ConfigOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Defaults that a caller may set. */
export interface Fallbacks {
  readonly fallback?: string;
  readonly developmentFallback?: string;
}

const knownSamples = new Set(['test_admin', 'admin', 'password', 'postgres', 'secret', 'changeme']);
const sampleParts = ['changeme', 'change_me', 'change-me', 'example', 'sample', 'test_', 'dev_secret', 'insecure'];

/** Sample keys of documentation and keys that are not random: `0000…`, `abcabcabc`. */
export function looksLikeSample(text: string): boolean {
  const lower = text.toLowerCase();
  return knownSamples.has(lower) || sampleParts.some((part) => lower.includes(part)) || new Set(lower).size < 8;
}

/** Production requires secrets that are long and random. */
export const weakSecret =
  (shortest: number) =>
  (text: string): string | undefined => {
    if (text.length < shortest) return `is too short for production: at least ${shortest} characters`;
    return looksLikeSample(text) ? 'is a sample: production needs a random value of its own' : undefined;
  };

/** Whether the log masks a value of the configuration. */
export const isSecretValue = (value: unknown): value is Secret =>
  typeof value === 'object' && value !== null && 'reveal' in value;
