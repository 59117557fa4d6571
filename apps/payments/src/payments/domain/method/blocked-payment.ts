import type { CardToJudge, ProfileSettings } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import { move } from '../attempts/attempt';
import { blockedByProfile, type JudgedMethod } from './blocked-methods';
import type { DecideContext, Decision } from '../decision';
import { decided } from '../decision';
import type { Payment } from '../payment';
import { withAttempt } from '../payment';
import { withSums } from '../payment.status';

/** Why a payment method is blocked, as the payment shows it. */
export interface Block {
  readonly code: string;
  readonly message: string;
}

const onBlocklist: Block = { code: 'HE-03', message: 'This payment method is blocked' };
const profileCode = 'PAYMENT_METHOD_BLOCKED';

/** The blocklist and the profile that apply to a payment method. */
export interface BlockContext {
  readonly isOnBlocklist: (card: CardToJudge) => boolean;
  readonly profile: Pick<ProfileSettings, 'paymentMethodBlocking'>;
}

/** The merchant's blocklist first, then the rules of the profile. */
export function blockOf(method: JudgedMethod, { isOnBlocklist, profile }: BlockContext): Block | undefined {
  if (method.card && isOnBlocklist(method.card)) return onBlocklist;
  const message = blockedByProfile(method, profile.paymentMethodBlocking ?? null);
  return message === undefined ? undefined : { code: profileCode, message };
}

/**
 * The payment fails before anything is sent; its caller gets a refusal with status 200. Nothing was reserved from a
 * mandate, so a later confirmation names it again.
 */
export function blockedPayment(
  payment: Payment,
  attempt: Attempt<'payment_method_awaited' | 'confirmation_awaited'>,
  { code, message }: Block,
  { now: modifiedAt, request: { client } }: Pick<DecideContext, 'now' | 'request'>,
): Decision {
  const facts = { account: null, reference: null, error: { code, message, reason: null } };
  const failed = move(attempt, 'blocked', facts, client ? { modifiedAt, client } : { modifiedAt });
  const recurring = payment.recurring && { ...payment.recurring, reserved: null };
  const refusal = refuse('payment_blocked', { message, reason: 'Blocked' });
  return { ...decided(withSums(withAttempt({ ...payment, recurring }, failed))), refusal };
}
