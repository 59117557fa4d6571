import type { WebhookHead } from '@payorch/connector-kit';
import type { WebhookAccount } from '../webhook-accounts';

/** The reason of a refusal, as the operator reads it. */
export type RefusalReason = 'no_merchant' | 'no_account' | 'no_timely_signature' | 'wrong_signature' | 'unreadable';

export type Verification =
  /** One of an account's secrets verifies the signature. */
  | { readonly kind: 'verified'; readonly accounts: readonly WebhookAccount[] }
  /** Not verifiable: the merchant has set no secret, or the processor cannot sign. */
  | { readonly kind: 'unsigned'; readonly accounts: readonly WebhookAccount[] }
  /** The stored secrets cannot be opened. */
  | { readonly kind: 'secrets_unreadable' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

const isUnsigned = ({ reader, secrets }: WebhookAccount): boolean => reader === null || secrets?.length === 0;

/** Whether the head alone justifies reading the body. */
export const isWorthReading = (accounts: readonly WebhookAccount[], head: WebhookHead): boolean =>
  accounts.some(
    (account) => account.secrets === null || isUnsigned(account) || account.reader?.mayBeGenuine(head) === true,
  );

/** Several accounts may share one address: the webhook belongs to the accounts whose secret verifies it. */
export function verifyWebhook(
  accounts: readonly WebhookAccount[],
  { body, ...head }: WebhookHead & { readonly body: Buffer },
): Verification {
  const signers = accounts.filter(
    ({ reader, secrets }) => !!secrets?.length && reader?.verifyWebhook({ ...head, body, secrets }) === true,
  );
  if (signers.length > 0) return { kind: 'verified', accounts: signers };
  const unsigned = accounts.filter(isUnsigned);
  if (unsigned.length > 0) return { kind: 'unsigned', accounts: unsigned };
  if (accounts.some(({ secrets }) => secrets === null)) return { kind: 'secrets_unreadable' };
  return { kind: 'refused', reason: 'wrong_signature' };
}
