import type { Caller, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { sameSecret } from '@payorch/kernel';
import type { Payment } from './payment';

/** A client reaches a payment with that payment's own secret alone, and only while its session lasts. */
export function checkCaller({ clientSecret, expiresAt }: Payment, caller: Caller, now: Date): Refusal | undefined {
  if (caller.kind === 'merchant') return undefined;
  if (!sameSecret(caller.clientSecret, clientSecret)) return refuse('client_secret_invalid');
  return expiresAt < now ? refuse('client_secret_expired') : undefined;
}
