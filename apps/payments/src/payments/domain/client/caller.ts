import type { Caller, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { sameSecret } from '@payorch/kernel';
import type { Payment } from '../payment';
import { clientSecretsOf } from './payment-link';

/** A client needs a client secret of the payment, within its session. */
export function checkCaller(payment: Payment, caller: Caller, now: Date): Refusal | undefined {
  if (caller.kind === 'merchant') return undefined;
  // Compares all, so that the response time does not reveal which one was sent.
  const same = clientSecretsOf(payment).filter((secret) => sameSecret(caller.clientSecret, secret));
  if (same.length === 0) return refuse('client_secret_invalid');
  return payment.expiresAt < now ? refuse('client_secret_expired') : undefined;
}
