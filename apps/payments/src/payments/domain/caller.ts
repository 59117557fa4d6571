import type { Caller, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { sameSecret } from '@payorch/kernel';
import type { Payment } from './payment';

/** A client needs the payment's own client secret, within its session. */
export function checkCaller({ clientSecret, expiresAt }: Payment, caller: Caller, now: Date): Refusal | undefined {
  if (caller.kind === 'merchant') return undefined;
  if (!sameSecret(caller.clientSecret, clientSecret)) return refuse('client_secret_invalid');
  return expiresAt < now ? refuse('client_secret_expired') : undefined;
}
