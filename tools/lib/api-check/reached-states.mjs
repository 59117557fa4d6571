import { operationsOf } from './requests.mjs';

const neverShown = 'no state of a machine is shown so';

/** The statuses that the seed cannot reach, by their schemas, with the reason. */
export const unreachable = {
  IntentStatus: {
    requires_merchant_action: neverShown,
    partially_captured_and_processing: neverShown,
  },
  AttemptStatus: {
    router_declined: neverShown,
    authentication_successful: neverShown,
    authorization_failed: neverShown,
    cod_initiated: neverShown,
    auto_refunded: neverShown,
    unresolved: neverShown,
    device_data_collection_pending: neverShown,
    started: 'only while the 3DS server is called before the customer acts',
  },
  RefundStatus: {},
  CaptureStatus: {},
  AuthorizationStatus: {},
  PostCaptureVoidStatus: {},
  AuthenticationStatus: {},
  RelayStatus: { created: 'a relay is pending from its creation on' },
  MandateStatus: { inactive: 'of a mandate that was created before its first charge; none is' },
  PaymentMethodStatus: {
    awaiting_data: 'no answer shows it: a method that waits for its data has an answer without a status',
    processing: 'no method is stored so',
    new: 'no method is stored so',
    redacted: 'no method is stored so',
  },
  PaymentLinkStatus: {},
};

/** The statuses of every tracked schema that the document lists, as `RefundStatus.pending`. */
const listed = ({ components }) =>
  Object.keys(unreachable).flatMap((name) => components.schemas[name].enum.map((value) => `${name}.${value}`));

const nameOf = ({ $ref }) => $ref?.split('/').at(-1);

/** Adds the statuses in a value with this schema to `found`. */
function collect(document, schema, value, found) {
  if (!schema || value === null || value === undefined) return;
  const name = nameOf(schema);
  if (name in unreachable) found.add(`${name}.${value}`);
  if (name) return collect(document, document.components.schemas[name], value, found);
  for (const part of [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])])
    collect(document, part, value, found);
  if (Array.isArray(value)) for (const one of value) collect(document, schema.items, one, found);
  else if (typeof value === 'object')
    for (const [field, inner] of Object.entries(schema.properties ?? {})) collect(document, inner, value[field], found);
}

/** `/payments/{payment_id}` as a pattern of addresses; a path without parameters matches before one with some. */
const patternOf = (path) => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);

function schemaOf(operations, { method, path, status }) {
  const [address] = path.split('?');
  const found = operations.find((one) => one.method === method && one.pattern.test(address));
  return found?.operation.responses[status]?.content?.['application/json']?.schema;
}

/** The statuses that answers had, as `RefundStatus.pending`. */
export function statusesIn(document, answers) {
  const found = new Set();
  const operations = operationsOf(document)
    .map((one) => ({ ...one, pattern: patternOf(one.path) }))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  for (const answer of answers) collect(document, schemaOf(operations, answer), answer.body, found);
  return found;
}

/** What is wrong with the states that were reached: one line for each. */
export function problemsOf(document, reached, excused = unreachable) {
  const reasonOf = (status) => {
    const [name, value] = status.split('.');
    return excused[name]?.[value];
  };
  const missing = listed(document).filter((status) => !reached.has(status) && reasonOf(status) === undefined);
  const stale = [...reached].filter((status) => reasonOf(status) !== undefined);
  return [
    ...missing.map((status) => `${status} is not reached by the objects of tools/lib/api-check`),
    ...stale.map(
      (status) => `${status} is reached, although tools/lib/api-check/reached-states.mjs says why it is not`,
    ),
  ];
}
