import type { StripeRecord } from './records';
import type { Json } from './fields';
import { internalFields } from './records';

/** Fields of earlier versions with a name that neither the API nor this version has. */
const renamed: Readonly<Record<string, string>> = {
  automaticMethods: 'automatic_payment_methods',
  billing: 'billing_details',
  intent: 'payment_intent',
  methodTypes: 'payment_method_types',
};
const marks = ['billing', 'clientSecret', 'enabledEvents', 'intent'];

const nameOf = (name: string): string =>
  renamed[name] ?? (internalFields.has(name) ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const withNames = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const isNested = (name === 'card' || name === 'outcome') && typeof value === 'object' && value !== null;
      return [nameOf(name), isNested ? withNames(value as Json) : value];
    }),
  );

/** Reads an object of a ledger: earlier versions wrote the API's fields in camel case. */
export const readRecord = (record: StripeRecord): StripeRecord =>
  record.object === 'token' || marks.some((mark) => mark in record)
    ? (withNames(record as unknown as Json) as unknown as StripeRecord)
    : record;
