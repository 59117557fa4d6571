import type { Caller, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { sameSecret } from '@payorch/kernel';
import type { Payout } from './payout';

/** A client needs the payout's client secret. */
export const checkCaller = ({ clientSecret }: Pick<Payout, 'clientSecret'>, caller: Caller): Refusal | undefined =>
  caller.kind === 'merchant' || sameSecret(caller.clientSecret, clientSecret)
    ? undefined
    : refuse('client_secret_invalid');
