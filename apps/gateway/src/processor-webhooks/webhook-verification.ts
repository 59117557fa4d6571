import type { WebhookHead } from '@payorch/connector-kit';
import type { WebhookAccount } from './webhook-accounts';

/** Why a webhook is not taken; what the operator reads beside it. */
export type RefusalReason = 'no_merchant' | 'no_account' | 'no_timely_signature' | 'wrong_signature' | 'unreadable';

export type Verification =
  /** Signed by one of an account's secrets. */
  | { readonly kind: 'genuine'; readonly accounts: readonly WebhookAccount[] }
  /** Nobody can say: no secret was given, or the processor cannot sign. */
  | { readonly kind: 'unsigned'; readonly accounts: readonly WebhookAccount[] }
  /** There are secrets, and they do not open here. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

const isUnsigned = ({ reader, secrets }: WebhookAccount): boolean => reader === null || secrets?.length === 0;

/** By the head alone: whether the body is worth reading. */
export const isWorthReading = (accounts: readonly WebhookAccount[], head: WebhookHead): boolean =>
  accounts.some(
    (account) => account.secrets === null || isUnsigned(account) || account.reader?.mayBeGenuine(head) === true,
  );

/** One address may be several accounts': what one of them signed is for that one, whatever the others would say. */
export function verifyWebhook(
  accounts: readonly WebhookAccount[],
  { body, ...head }: WebhookHead & { readonly body: Buffer },
): Verification {
  const signers = accounts.filter(
    ({ reader, secrets }) => !!secrets?.length && reader?.verifyWebhook({ ...head, body, secrets }) === true,
  );
  if (signers.length > 0) return { kind: 'genuine', accounts: signers };
  const unsigned = accounts.filter(isUnsigned);
  if (unsigned.length > 0) return { kind: 'unsigned', accounts: unsigned };
  if (accounts.some(({ secrets }) => secrets === null)) return { kind: 'locked' };
  return { kind: 'refused', reason: 'wrong_signature' };
}
