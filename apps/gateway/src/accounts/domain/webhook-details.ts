import type { Refusal } from '@payorch/contracts';
import { firstRefusal, refuse } from '@payorch/contracts';
import { checkUrl, type EgressPolicy } from '@payorch/platform/egress';
import { sentOnly, withKeys } from '../../fields';

const openKeys = [
  'webhook_version',
  'webhook_username',
  'webhook_url',
  'payment_created_enabled',
  'payment_succeeded_enabled',
  'payment_failed_enabled',
  'payment_statuses_enabled',
  'refund_statuses_enabled',
  'payout_statuses_enabled',
] as const;

const shownKeys = ['webhook_version', 'webhook_username', 'webhook_password', ...openKeys.slice(2)] as const;

/**
 * The address and statuses of a merchant's webhooks, with the interface's field names; the password is stored
 * separately, sealed.
 */
export interface WebhookDetails {
  readonly webhook_version?: string | null;
  readonly webhook_username?: string | null;
  readonly webhook_url?: string | null;
  readonly payment_created_enabled?: boolean | null;
  readonly payment_succeeded_enabled?: boolean | null;
  readonly payment_failed_enabled?: boolean | null;
  readonly payment_statuses_enabled?: readonly string[] | null;
  readonly refund_statuses_enabled?: readonly string[] | null;
  readonly payout_statuses_enabled?: readonly string[] | null;
}

export interface WebhookDetailsRequest extends WebhookDetails {
  readonly webhook_password?: string | null;
}

type StatusField = 'payment_statuses_enabled' | 'refund_statuses_enabled' | 'payout_statuses_enabled';

/** Statuses without an event. */
const statusesWithoutEvent: readonly (readonly [StatusField, readonly string[]])[] = [
  ['payment_statuses_enabled', ['requires_payment_method', 'requires_confirmation']],
  ['refund_statuses_enabled', ['pending', 'review', 'manual_review', 'transaction_failure']],
  [
    'payout_statuses_enabled',
    [
      'pending',
      'ineligible',
      'requires_creation',
      'requires_confirmation',
      'requires_payout_method_data',
      'requires_fulfillment',
      'requires_vendor_account_creation',
    ],
  ],
];

type Check = (sent: WebhookDetailsRequest, egress: EgressPolicy) => Refusal | undefined;

const checkStatuses = statusesWithoutEvent.map(([field, silent]): Check => (sent) => {
  const wrong = sent[field]?.find((status) => silent.includes(status));
  if (wrong === undefined) return undefined;
  const message = `${field} holds ${wrong}, which has no event`;
  return refuse('invalid_request', { message, path: `webhook_details.${field}` });
});

/** Refuses an address to which the service sends nothing. `at`: the field that holds it. */
export function checkWebhookAddress(
  address: string,
  egress: EgressPolicy,
  at: { readonly field: string; readonly path: string },
): Refusal | undefined {
  if (checkUrl(address, egress).ok) return undefined;
  const expected = `an ${egress.httpsOnly ? 'https' : 'http or https'} URL of a public address`;
  return refuse('invalid_format', { ...at, expected });
}

const checkAddress: Check = ({ webhook_url: address }, egress) =>
  typeof address === 'string'
    ? checkWebhookAddress(address, egress, { field: 'webhook_url', path: 'webhook_details.webhook_url' })
    : undefined;

const checks: readonly Check[] = [...checkStatuses, checkAddress];

/** Refuses a forbidden address and a status without an event. */
export const checkWebhookDetails = (
  sent: WebhookDetailsRequest | null | undefined,
  egress: EgressPolicy,
): Refusal | undefined => (sent ? firstRefusal(checks, sent, egress) : undefined);

export const openWebhookDetails = (sent: WebhookDetailsRequest): WebhookDetails =>
  sentOnly(openKeys, sent) as WebhookDetails;

/** Merges field by field: fields that the request lacks stay. */
export const mergeWebhookDetails = (stored: WebhookDetails | null, sent: WebhookDetailsRequest): WebhookDetails => ({
  ...stored,
  ...openWebhookDetails(sent),
});

export const webhookDetailsView = (details: WebhookDetails | null, password: string | null): object | null =>
  details && withKeys(shownKeys, { ...details, webhook_password: password });
