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
  .transform((given) => (given === '' ? null : given));
export const nonEmptyText = z.string().min(1).max(5000);
export const flag = z.enum(['true', 'false', '1', '0']).transform((given) => given === 'true' || given === '1');

export const integer = z.string().transform((given, context): number => {
  if (!/^-?\d{1,15}$/.test(given)) return reject(context, `Invalid integer: ${given}`, 'parameter_invalid_integer');
  return Number(given);
});

/** Stripe's maximum amount has eight digits. */
const maxAmount = 99_999_999;

/** Minor units, at least one. */
export const amount = integer.transform((given, context): number => {
  if (given < 1) return reject(context, 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  if (given > maxAmount) {
    return reject(context, 'Amount must be no more than 99999999 in the smallest currency unit.', 'amount_too_large');
  }
  return given;
});

export const webUrl = z.string().transform((given, context): string => {
  if (/^https?:\/\/[\x21-\x7e]+$/i.test(given) && URL.canParse(given) && given.length <= 5000) return given;
  return reject(context, 'Not a valid URL', 'url_invalid');
});

const metadataKeys = 50;

/** An empty value deletes its key; empty metadata deletes all keys. */
export const metadata = z
  .union([z.literal('').transform(() => null), z.record(z.string().max(40), z.string().max(500))])
  .refine(
    (given) => given === null || Object.keys(given).length <= metadataKeys,
    'You may only specify up to 50 keys.',
  );
export type MetadataChange = z.output<typeof metadata>;

export const anything = z.unknown();
export const hash = z.record(z.string(), z.unknown()).transform((given): Json => given);
export const list = <T extends z.ZodType>(of: T) =>
  z.union([z.array(of), z.literal('').transform((): z.output<T>[] => [])]);

const addressPart = text.optional().transform((given) => given ?? null);
export const address = z
  .strictObject({
    city: addressPart,
    country: addressPart,
    line1: addressPart,
    line2: addressPart,
    postal_code: addressPart,
    state: addressPart,
  })
  .transform((given): Address => given);

export const billing = z
  .strictObject({
    address: address.optional(),
    email: text.optional(),
    name: text.optional(),
    phone: text.optional(),
    tax_id: text.optional(),
  })
  .transform((given): Billing => ({
    address: given.address ?? noAddress,
    email: given.email ?? null,
    name: given.name ?? null,
    phone: given.phone ?? null,
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
  .transform((given): Json => ({
    address: given.address,
    name: given.name,
    carrier: given.carrier ?? null,
    phone: given.phone ?? null,
    tracking_number: given.tracking_number ?? null,
  }));

/** Every call can request expanded objects. */
export const expand = list(z.string().max(200)).optional();
