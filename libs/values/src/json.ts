import { z } from 'zod';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Any JSON that services only transport. */
export const json = z.unknown() as unknown as z.ZodType<Json, Json>;
/** JSON that services only transport: validated on entry, stored and returned unchanged. */
export const jsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject, JsonObject>;
export const timestamp = z.iso.datetime({ offset: true });
