import { type JsonSealTable, jsonSealTable, wantedRows } from '@payorch/platform/rewrap';

/** The seals of a `Method`: its card number, its other data and its network token. */
const sealsOf = (prefix: readonly string[]) => [
  { place: 'card', purpose: 'card_number', in: [...prefix, 'card'], field: 'sealedNumber' },
  { place: 'data', purpose: 'payment_method_data', in: [...prefix, 'sealedData'], field: 'sealed' },
  { place: 'token', purpose: 'network_token', in: [...prefix, 'networkToken'], field: 'sealed' },
];

/** Saved methods first: an attempt may copy a saved method, and is then found after it. */
export const paymentSealTables: readonly JsonSealTable[] = [
  jsonSealTable({ name: 'payment_methods', id: 'payment_method_id', column: 'method', seals: sealsOf([]) }),
  jsonSealTable({
    name: 'attempts',
    id: 'attempt_id',
    column: 'body',
    seals: sealsOf(['method']),
    // Every change of an attempt locks the payment's row, from before it reads the attempt until the commit.
    lock: `SELECT i.merchant_id, a.attempt_id AS object_id
      FROM attempts a JOIN intents i ON i.merchant_id = a.merchant_id AND i.payment_id = a.payment_id
      WHERE (a.merchant_id, a.attempt_id) IN (${wantedRows})
      ORDER BY i.merchant_id, i.payment_id FOR UPDATE OF i SKIP LOCKED`,
  }),
  jsonSealTable({ name: 'authentications', id: 'authentication_id', column: 'body', seals: sealsOf([]) }),
];
