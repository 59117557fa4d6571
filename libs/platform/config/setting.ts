import type { Secret } from '@payorch/kernel';
import type { z } from 'zod';

/**
 * One variable of the environment: how its text becomes a value, and an example for whoever got it wrong. Without a
 * `fallback` the variable must be set; `developmentFallback` holds in development only, and goes before `fallback` there.
 */
export interface Setting<T> {
  readonly variable: string;
  readonly schema: z.ZodType<T, string>;
  readonly example: string;
  readonly secret: boolean;
  readonly fallback?: string;
  readonly developmentFallback?: string;
  /** Must be set where another variable has one of these values. */
  readonly requiredWith?: { readonly variable: string; readonly values: readonly string[] };
  /** Why this text is not good enough where real money moves, or nothing. */
  readonly refusedInProduction?: (text: string) => string | undefined;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type ConfigOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** What a caller of the ready-made settings may say about defaults. */
export interface Fallbacks {
  readonly fallback?: string;
  readonly developmentFallback?: string;
}

const knownSamples = new Set(['test_admin', 'admin', 'password', 'postgres', 'secret', 'changeme']);
const sampleParts = ['changeme', 'change_me', 'change-me', 'example', 'sample', 'test_', 'dev_secret', 'insecure'];

/** Sample keys of documentation and keys nobody drew at random: `0000…`, `abcabcabc`. */
export function looksLikeSample(text: string): boolean {
  const lower = text.toLowerCase();
  return knownSamples.has(lower) || sampleParts.some((part) => lower.includes(part)) || new Set(lower).size < 8;
}

/** What production says of a secret: long enough, and drawn at random. */
export const weakSecret =
  (shortest: number) =>
  (text: string): string | undefined => {
    if (text.length < shortest) return `is too short for production: at least ${shortest} characters`;
    return looksLikeSample(text) ? 'is a sample: production needs a random value of its own' : undefined;
  };

/** Whether a value of the configuration must be shown masked. */
export const isSecretValue = (value: unknown): value is Secret =>
  typeof value === 'object' && value !== null && 'reveal' in value;
