import { z } from 'zod';
import type { Address, Billing, Json } from '../objects/records';
import { noAddress } from '../objects/records';

type Checked = z.core.$RefinementCtx;
const reject = (context: Checked, message: string, code?: string): never => {
  context.addIssue({ code: 'custom', message, ...(code === undefined ? {} : { params: { code } }) });
  return z.NEVER;
};

/** An absent value stays absent, and an empty one is null: Stripe's way to unset a value. */
export const text = z
  .string()
  .max(5000)
  .transform((input) => (input === '' ? null : input));
export const nonEmptyText = z.string().min(1).max(5000);
export const flag = z.enum(['true', 'false', '1', '0']).transform((input) => input === 'true' || input === '1');

export const integer = z.string().transform((input, context): number => {
  if (!/^-?\d{1,15}$/.test(input)) return reject(context, `Invalid integer: ${input}`, 'parameter_invalid_integer');
  return Number(input);
});

/** Stripe's maximum amount has eight digits. */
const maxAmount = 99_999_999;

/** Minor units, at least one. */
export const amount = integer.transform((input, context): number => {
  if (input < 1) return reject(context, 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  if (input > maxAmount) {
    return reject(context, 'Amount must be no more than 99999999 in the smallest currency unit.', 'amount_too_large');
  }
  return input;
});

export const webUrl = z.string().transform((input, context): string => {
  if (/^https?:\/\/[\x21-\x7e]+$/i.test(input) && URL.canParse(input) && input.length <= 5000) return input;
  return reject(context, 'Not a valid URL', 'url_invalid');
});

const metadataKeys = 50;

/** An empty value deletes its key; empty metadata deletes all keys. */
export const metadata = z
  .union([z.literal('').transform(() => null), z.record(z.string().max(40), z.string().max(500))])
  .refine(
    (input) => input === null || Object.keys(input).length <= metadataKeys,
    'You may only specify up to 50 keys.',
  );
export type MetadataChange = z.output<typeof metadata>;

export const anything = z.unknown();
export const hash = z.record(z.string(), z.unknown()).transform((input): Json => input);
export const list = <T extends z.ZodType>(of: T) =>
  z.union([z.array(of), z.literal('').transform((): z.output<T>[] => [])]);

const addressPart = text.optional().transform((input) => input ?? null);
export const address = z
  .strictObject({
    city: addressPart,
    country: addressPart,
    line1: addressPart,
    line2: addressPart,
    postal_code: addressPart,
    state: addressPart,
  })
  .transform((input): Address => input);

export const billing = z
  .strictObject({
    address: address.optional(),
    email: text.optional(),
    name: text.optional(),
    phone: text.optional(),
    tax_id: text.optional(),
  })
  .transform((input): Billing => ({
    address: input.address ?? noAddress,
    email: input.email ?? null,
    name: input.name ?? null,
    phone: input.phone ?? null,
  }));

export const noBilling: Billing = { address: noAddress, email: null, name: null, phone: null };

export const shipping = z
  .strictObject({
    address,
    name: nonEmptyText,
    carrier: text.optional(),
    phone: text.optional(),
    tracking_number: text.optional(),
  })
  .transform((input): Json => ({
    address: input.address,
    name: input.name,
    carrier: input.carrier ?? null,
    phone: input.phone ?? null,
    tracking_number: input.tracking_number ?? null,
  }));

/** Every call can request expanded objects. */
export const expand = list(z.string().max(200)).optional();
