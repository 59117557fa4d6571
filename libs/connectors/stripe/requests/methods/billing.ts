import type { JsonObject } from '@payorch/contracts';
import type { AuthorizeOperation } from '@payorch/connector-kit';
import { z } from 'zod';
import type { Fields, Method } from './method';
import { text } from './method';

const address = z
  .object({
    address: z
      .object({
        city: text,
        country: text,
        line1: text,
        line2: text,
        zip: text,
        state: text,
        first_name: text,
        last_name: text,
      })
      .nullish(),
    phone: z.object({ number: text, country_code: text }).nullish(),
    email: text,
  })
  .catch({});
type Address = z.infer<typeof address>;

const read = (details: JsonObject | null): Address => address.parse(details ?? {});

function nameOf({ address: lines }: Address): string | null {
  const name = [lines?.first_name, lines?.last_name].filter(Boolean).join(' ');
  return name === '' ? null : name;
}

const phoneOf = ({ phone }: Address): string | null =>
  phone?.number ? `${phone.country_code ?? ''}${phone.number}` : null;

const linesOf = ({ address: lines }: Address): JsonObject => ({
  city: lines?.city ?? null,
  country: lines?.country ?? null,
  line1: lines?.line1 ?? null,
  line2: lines?.line2 ?? null,
  postal_code: lines?.zip ?? null,
  state: lines?.state ?? null,
});

type Payer = Pick<AuthorizeOperation, 'billing' | 'card' | 'customerName' | 'customerPhone' | 'email'>;

/** The payer's details: from the payment method, else the billing address, else the customer. */
export function billingDetails(operation: Payer, method: Method | undefined): Fields {
  const billing = read(operation.billing);
  return {
    name: method?.billing?.name ?? operation.card?.holderName ?? nameOf(billing) ?? operation.customerName,
    email: method?.billing?.email ?? billing.email ?? operation.email,
    phone: phoneOf(billing) ?? operation.customerPhone,
    address: linesOf(billing),
  };
}

export const namesOf = ({ billing }: Pick<AuthorizeOperation, 'billing'>) => {
  const { first_name = null, last_name = null } = read(billing).address ?? {};
  return { first_name, last_name };
};

export const countryOf = ({ billing }: Pick<AuthorizeOperation, 'billing'>): string | null =>
  read(billing).address?.country ?? null;

/** Stripe requires a name and a street in a shipping address. */
export function shippingDetails({ shipping, customerName }: AuthorizeOperation): Fields | undefined {
  const to = read(shipping);
  const name = nameOf(to) ?? customerName;
  return name && to.address?.line1 ? { name, phone: phoneOf(to), address: linesOf(to) } : undefined;
}
