import type { DataOf, paymentCreate, Refusal } from '@payorch/contracts';
import { differing, refuse } from '@payorch/contracts';
import { isSameValue } from '@payorch/kernel';
import { activeAttempt, type Payment } from './payment';
import { storedFields, type TypedFields } from './stored-fields';

/** What is sealed is sealed again for each request, so two seals say nothing about their contents. */
function isComparable(name: keyof TypedFields, { recurring }: TypedFields): boolean {
  if (name === 'recurring') return recurring?.kind === 'mandate' || recurring?.kind === 'payment_method';
  const { wire } = storedFields[name];
  return wire !== 'payment_method_data' && wire !== 'card_cvc';
}

/** The customer's own data of the request; gaps of the stored customer were filled from the record. */
function isSameCustomer({ customer }: Payment, sent: NonNullable<TypedFields['customer']>): boolean {
  const stored: Readonly<Record<string, unknown>> = { ...customer };
  return Object.entries(sent).every(([name, value]) => (value ?? null) === null || isSameValue(value, stored[name]));
}

function isSameField(payment: Payment, name: keyof TypedFields, fields: TypedFields): boolean {
  const { method } = activeAttempt(payment);
  if (name === 'customer') return fields.customer === undefined || isSameCustomer(payment, fields.customer);
  if (name === 'paymentMethod' || name === 'paymentMethodType') return isSameValue(fields[name], method?.[name]);
  return isSameValue(fields[name], storedFields[name].stored(payment));
}

const isTyped = (name: string): name is keyof TypedFields => name in storedFields;

/**
 * The wire names of the fields that a second create request has with another value than the payment of the same id. Fields
 * that the request lacks are not compared: the first one may have lacked them too.
 */
function differingFields(
  payment: Payment,
  { profileId, fields: { details, ...typed } }: Pick<DataOf<typeof paymentCreate>, 'profileId' | 'fields'>,
): readonly string[] {
  const sent: TypedFields = { ...typed, profileId };
  const differing = Object.keys(sent)
    .filter(isTyped)
    .filter((name) => sent[name] !== undefined && isComparable(name, sent) && !isSameField(payment, name, sent))
    .map((name) => storedFields[name].wire);
  const shown = Object.keys(details).filter((name) => !isSameValue(details[name], payment.details[name]));
  return [...new Set([...differing, ...shown])];
}

/** A payment id is used once: a second create is refused, never replayed. */
export const refuseUsedId = (existing: Payment, command: DataOf<typeof paymentCreate>): Refusal =>
  refuse('payment_exists', {
    reason: `PaymentId("${command.paymentId}") already exists`,
    ...differing(differingFields(existing, command)),
  });
