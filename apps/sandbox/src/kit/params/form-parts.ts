import { z } from 'zod';
import { reject } from './read-params';

/** The message and the code of a processor's error. */
type Words = readonly [message: string, code?: string];

/** How a processor refuses the values of forms, in its own words. */
export interface FormWords {
  notInteger(input: string): Words;
  readonly notPositive: Words;
  readonly tooLarge: Words;
  readonly notUrl: Words;
}

export const nonEmptyText = z.string().min(1).max(5000);
/** An empty value is null: the way of forms to unset one. */
export const text = z
  .string()
  .max(5000)
  .transform((input) => input || null);
export const unset = z.literal('').transform(() => null);
/** An empty value counts as absent. */
export const textUpTo = (length: number) =>
  z
    .string()
    .max(length)
    .transform((input) => input || undefined);
export const flag = z.enum(['true', 'false', '1', '0']).transform((input) => input === 'true' || input === '1');
/** Digits, with or without separators. */
export const digits = z.string().transform((input) => input.replace(/[\s-]/g, ''));
export const anything = z.unknown();
export const hash = z.record(z.string(), z.unknown()).transform((input): Readonly<Record<string, unknown>> => input);
/** An empty value is the empty list. */
export const list = <T extends z.ZodType>(of: T) =>
  z.union([z.array(of), z.literal('').transform((): z.output<T>[] => [])]);

type Shape = Readonly<Record<string, z.ZodType>>;

/** Several parameters of one type. */
export const each = <T extends z.ZodType, K extends string>(type: T, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as { readonly [P in K]: T };

/** A hash of values that may each be absent. */
export const hashOf = <O extends Shape>(optional: O) => z.strictObject(optional).partial();

/** The parameters of one call; each call can request expanded objects. */
export const paramsOf = <O extends Shape, R extends Shape = Record<never, never>>(optional: O, required: R = {} as R) =>
  z.strictObject({ ...hashOf(optional).shape, ...required, expand: list(z.string().max(200)).optional() });

/** Values that a form has as text; amounts are minor units from 1 to `largest`. */
export function formParts({ notInteger, notPositive, tooLarge, notUrl }: FormWords, largest: number) {
  const integer = z.string().transform((input, context): number => {
    if (!/^-?\d{1,15}$/.test(input)) return reject(context, ...notInteger(input));
    return Number(input);
  });
  const amount = integer.transform((input, context): number => {
    if (input < 1) return reject(context, ...notPositive);
    return input > largest ? reject(context, ...tooLarge) : input;
  });
  const webUrl = z.string().transform((input, context): string => {
    if (/^https?:\/\/[\x21-\x7e]+$/i.test(input) && URL.canParse(input) && input.length <= 5000) return input;
    return reject(context, ...notUrl);
  });
  return { integer, amount, webUrl };
}
