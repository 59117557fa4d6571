import type { Json } from '@payorch/contracts';

export type Fields = { readonly [name: string]: Json | undefined };

export function parsedJson(text: string): { readonly json: Json } | { readonly problem: string } {
  try {
    return { json: JSON.parse(text) as Json };
  } catch (error) {
    return { problem: `is no JSON: ${(error as Error).message}` };
  }
}

/** The fields of an object; undefined for any other value. */
export const fieldsOf = (value: Json | undefined): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
