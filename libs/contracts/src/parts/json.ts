import { z } from 'zod';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Parts that only travel: checked where they entered, stored and given back as they are. */
export const jsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject, JsonObject>;
export const timestamp = z.iso.datetime({ offset: true });
