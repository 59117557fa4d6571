import { z } from 'zod';
import type { Read } from '../../kit/params/read-params';
import type { Refusal } from './errors';
import { invalidField } from './errors';

const text = z.string().min(1);
const digits = (least: number, most = least) => z.string().regex(new RegExp(`^\\d{${least},${most}}$`));
const address = z
  .strictObject({
    country: z.string().length(2),
    city: z.string().min(3).optional(),
    line1: text.optional(),
    line2: text.optional(),
    postalCode: z.string().min(3).optional(),
    stateOrProvince: text.optional(),
  })
  .optional();
const byFullName = z.strictObject({ type: z.enum(['individual', 'organization']), fullName: text, address });
const byNames = z.strictObject({ type: z.literal('individual'), firstName: text, lastName: text, address });

const ibanNumber = z.string().regex(/^[A-Z]{2}\d\d[A-Z0-9]{10,30}$/);
const iban = z.strictObject({ type: z.literal('iban'), iban: ibanNumber, bic: text.optional() });
const usLocal = z.strictObject({ type: z.literal('usLocal'), accountNumber: digits(2, 18), routingNumber: digits(9) });
const ukLocal = z.strictObject({ type: z.literal('ukLocal'), accountNumber: digits(8), sortCode: digits(6) });

const toBank = {
  category: z.literal('bank'),
  priority: z.enum(['crossBorder', 'fast', 'instant', 'internal', 'regular', 'wire']),
  referenceForBeneficiary: z.string().max(35).optional(),
  counterparty: z.strictObject({
    bankAccount: z.strictObject({
      accountHolder: byFullName,
      accountIdentification: z.discriminatedUnion('type', [iban, usLocal, ukLocal]),
    }),
  }),
};
const toCard = {
  category: z.literal('card'),
  counterparty: z.strictObject({
    card: z.strictObject({
      cardHolder: z.union([byNames, byFullName]),
      cardIdentification: z.strictObject({ number: digits(12, 19), expiryMonth: digits(2), expiryYear: digits(4) }),
    }),
  }),
};
const common = {
  amount: z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.int().positive() }),
  balanceAccountId: z.string().regex(/^BA\w+$/),
  reference: text.max(80),
  description: text.max(140).optional(),
};

/** The body of a transfer to a recipient. */
export const transferBody = z.discriminatedUnion('category', [
  z.strictObject({ ...common, ...toBank }),
  z.strictObject({ ...common, ...toCard }),
]);
export type TransferBody = z.output<typeof transferBody>;

const date = z.iso.datetime({ offset: true });
const period = { createdSince: date, createdUntil: date };
export const searchQuery = z.looseObject({ balanceAccountId: text, reference: text, ...period });

/** Reads parameters, or refuses the first problem of them. */
export function readParams<T>(schema: z.ZodType<T>, input: unknown): Read<T, Refusal> {
  const { data, error } = schema.safeParse(input);
  if (!error) return { value: data };
  const [{ path, message } = { path: [], message: '' }] = error.issues;
  return { refusal: invalidField(path.join('.'), message) };
}
