import { refuse, type Refusal } from '@payorch/contracts';

const names = ['name', 'email', 'phone', 'phone_country_code'] as const;

type Fields = { readonly [Name in (typeof names)[number]]?: string | null };

/** The two places in which a request may name its customer. */
export interface CustomerPlaces extends Fields {
  readonly customer_id?: string | null;
  readonly customer?: (Fields & { readonly id?: string | null }) | null;
}

const differ = (a: string | null | undefined, b: string | null | undefined): boolean =>
  (a ?? null) !== null && (b ?? null) !== null && a !== b;

/** A request may name customer fields in two places; both values must agree. */
export function checkCustomerPlaces(sent: CustomerPlaces): Refusal | undefined {
  const { customer } = sent;
  if (!customer) return undefined;
  const pairs = [
    ...(differ(sent.customer_id, customer.id) ? ['customer_id and customer.id'] : []),
    ...names.filter((name) => differ(sent[name], customer[name])).map((name) => `${name} and customer.${name}`),
  ];
  if (pairs.length === 0) return undefined;
  const message = `The field names \`${pairs.join(', ')}\` sent in both places is ambiguous`;
  return refuse('precondition_failed', { message, path: 'customer' });
}

/** The customer's id from either place. */
export const customerIdIn = ({ customer_id: id, customer }: CustomerPlaces): string | undefined =>
  id ?? customer?.id ?? undefined;
