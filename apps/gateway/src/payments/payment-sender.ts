import type { Caller } from '@payorch/contracts';
import { outgoing, paymentCheck, refuse } from '@payorch/contracts';
import type { PaymentId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import type { OutcomeLookup } from '../owners/owner-client';
import type { RequestTrace } from '../request/request-trace';

/** The caller of a request, with the trace of everything that the request causes. */
export interface Sender {
  readonly merchant: AuthenticatedMerchant;
  readonly trace: RequestTrace;
  readonly ip: string | null;
}

export const callerOf = ({ clientSecret }: AuthenticatedMerchant): Caller =>
  clientSecret === null ? { kind: 'merchant' } : { kind: 'client', clientSecret };

export const outcomeLookupOf = (merchant: AuthenticatedMerchant, paymentId: PaymentId): OutcomeLookup => ({
  query: outgoing(paymentCheck, { merchantId: merchant.merchantId, paymentId, caller: callerOf(merchant) }),
  ifNoReply: refuse('unanswered', { payment_id: paymentId }),
});

/** For requests that may call the processor: the reply includes the processor's whole response. */
export const allKeysOf = ({
  all_keys_required,
}: {
  readonly all_keys_required?: boolean | null;
}): { wantsWhole?: true } => (all_keys_required ? { wantsWhole: true } : {});

/** The caller's address and client software, for requests that may confirm a payment. */
export const originOf = ({ ip, trace: { client } }: Sender) => ({ callerIp: ip, ...(client && { client }) });

export const requestContextOf = ({ merchant: { account, profileId }, trace }: Pick<Sender, 'merchant' | 'trace'>) => ({
  trace,
  accountVersion: account.accountVersion,
  onlyProfile: profileId,
});

export const isPaymentId = (text: string): text is PaymentId => referenceIdPattern.test(text);
