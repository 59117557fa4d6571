import { Secret } from '@payorch/kernel';
import { z } from 'zod';
import type { Setting } from './setting';

/** A text; the message is for one that is absent. */
export const text = (message: string) => z.string({ error: message });

/** A setting that is no secret, unless `rest` says otherwise. */
export const setting = <T>(
  variable: string,
  schema: z.ZodType<T, string>,
  example: string,
  rest: Partial<Setting<T>> = {},
): Setting<T> => ({
  variable,
  schema,
  example,
  secret: false,
  ...rest,
});

/** The schema with its text as a secret. */
export const secretOf = (schema: z.ZodType<string, string>): z.ZodType<Secret, string> =>
  schema.transform((value) => new Secret(value));
