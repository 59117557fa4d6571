import type { Caller } from '@payorch/contracts';
import type { AuthenticatedMerchant, Sender } from '../auth';
import type { RequestContext } from './owner-client';

/** The context of a message that the gateway sends for a merchant's request. */
export const requestContextOf = (
  { merchant: { account, profileId }, trace }: Pick<Sender, 'merchant' | 'trace'>,
  timeout: RequestContext['timeout'],
): RequestContext => ({ trace, accountVersion: account.accountVersion, onlyProfile: profileId, timeout });

/** The caller as messages name it: a client brings the secret of its payment. */
export const messageCallerOf = ({ clientSecret }: AuthenticatedMerchant): Caller =>
  clientSecret === null ? { kind: 'merchant' } : { kind: 'client', clientSecret };
