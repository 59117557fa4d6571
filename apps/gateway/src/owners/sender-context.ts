import type { Caller } from '@payorch/contracts';
import type { AuthenticatedMerchant, Sender } from '../auth';
import type { RequestTrace } from '../request';

export interface ReplyTimeouts {
  /** For commands whose owner calls a processor. */
  readonly processorCallMs: number;
  readonly noProcessorCallMs: number;
  /** For a wallet's session, which a customer waits for while the checkout opens. */
  readonly walletSessionMs: number;
}

export interface RequestContext {
  readonly trace: RequestTrace;
  readonly accountVersion?: number;
  readonly timeout: keyof ReplyTimeouts;
  /** The profile that the request is limited to. */
  readonly onlyProfile?: string | null;
  /** The lane of the connector account that a query is for. */
  readonly lane?: string;
}

/** The context of a message that the gateway sends for a merchant's request. */
export const requestContextOf = (
  { merchant: { account, profileId }, trace }: Pick<Sender, 'merchant' | 'trace'>,
  timeout: RequestContext['timeout'],
): RequestContext => ({ trace, accountVersion: account.accountVersion, onlyProfile: profileId, timeout });

/** The caller as messages name it: a client brings the secret of its payment. */
export const messageCallerOf = ({ clientSecret }: AuthenticatedMerchant): Caller =>
  clientSecret === null ? { kind: 'merchant' } : { kind: 'client', clientSecret };
