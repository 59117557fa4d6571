import { redactText } from './redact';

/**
 * What services log of an operation that changes money or what is known of it, and the level of the line. One table for all
 * services; docs/operating.md explains each event.
 */
export const operationEvents = {
  /** The owner has committed an operation, or a worker has claimed one: the processor may get it from now on. */
  'operation.begun': 'info',
  /** The processor answered; by the outcome, the operation may still be open. */
  'operation.answered': 'info',
  /** We cannot say whether the processor has the operation. */
  'operation.unknown': 'warn',
  /** Nothing reached the processor. */
  'operation.not_sent': 'info',
  /** The owner has committed an outcome that ends the operation. */
  'operation.settled': 'info',
  /** An operator has set the state of a payment or a refund. */
  'operation.declared': 'info',
  /** A command was refused: nothing was sent. */
  'operation.refused': 'info',
  'route.chosen': 'info',
  'route.none': 'info',
  'webhook.delivered': 'info',
  /** The next attempt follows by the retry schedule. */
  'webhook.failed': 'info',
  'webhook.given_up': 'warn',
  /** The endpoint has failed for days: nothing is sent to it until its merchant enables it. */
  'webhook.endpoint_disabled': 'warn',
} as const;
export type OperationEvent = keyof typeof operationEvents;

/** The fields of a line besides `event`, in the order in which they are printed. */
const textFields = [
  'request_id',
  'merchant_id',
  'payment_id',
  'refund_id',
  'payout_id',
  'mandate_id',
  'dispute_id',
  'relay_id',
  'authentication_id',
  'event_id',
  'endpoint_id',
  'attempt_id',
  'operation_id',
  'operation',
  'connector',
  'connector_account',
  'source',
  'outcome',
  'code',
] as const;
type TextField = (typeof textFields)[number];

/**
 * One line about an operation. It has no other fields, so that no card, no name and no text of a processor gets in. `source`:
 * how the outcome arrived (call, sync, webhook). `code`: a refusal's, a processor's or our own; `status`: of HTTP; `ms`: how
 * long the event took.
 */
export type OperationLine = { readonly event: OperationEvent } & {
  readonly [Field in TextField]?: string | null | undefined;
} & { readonly status?: number | null | undefined; readonly ms?: number | undefined };

/** Codes of processors are words; a sentence in the place of a code is no code. */
const codeForm = /^[\w.:-]{1,64}$/;

const printed = (field: TextField, value: string): string =>
  redactText(field === 'code' && !codeForm.test(value) ? 'not_a_code' : value);

/** The fields to print: those of the line that have a value, with card numbers in the place of an id masked. */
export function operationFields(line: OperationLine): Record<string, string | number> {
  const fields: Record<string, string | number> = {};
  for (const field of textFields) {
    const value = line[field];
    if (typeof value === 'string') fields[field] = printed(field, value);
  }
  if (typeof line.status === 'number') fields['status'] = line.status;
  if (line.ms !== undefined) fields['ms'] = Math.max(0, Math.round(line.ms * 10) / 10);
  return fields;
}
