import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, outgoing, paymentGet, type Refusal, refuse } from '@payorch/contracts';
import type { Secret } from '@payorch/kernel';
import { fingerprintOf } from '@payorch/platform/sealing';
import { type PaymentsEligibilityRequest, withoutBlanks } from '@payorch/rest';
import { type Sender } from '../../auth';
import { addressKey, CardTestingGuard } from '../../limits';
import { isPaymentId, messageCallerOf } from '../../owners';
import { refuseMerchantsFields } from '../domain/client-request';
import { PaymentOwner } from '../payment-owner';
import { confirmationOf, type NextAction, type PaymentToConfirm } from './next-action';

export const fingerprintKeyToken = Symbol('card fingerprint key');

export interface EligibilityResponse {
  readonly payment_id: string;
  readonly sdk_next_action: { readonly next_action: NextAction };
}

/** Whether the confirmation of a payment would be refused, for a checkout that has not confirmed yet. Nothing is stored or counted. */
@Injectable()
export class Eligibility {
  constructor(
    @Inject(PaymentOwner) private readonly owner: Pick<PaymentOwner, 'query'>,
    @Inject(CardTestingGuard) private readonly guard: Pick<CardTestingGuard, 'isBlocked' | 'storedFingerprint'>,
    @Inject(fingerprintKeyToken) private readonly fingerprintKey: Secret,
  ) {}

  async check(
    paymentId: string,
    sent: PaymentsEligibilityRequest,
    sender: Sender,
  ): Promise<EligibilityResponse | Refusal> {
    const refused = refuseMerchantsFields('eligibility', sent, sender.merchant);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const { merchant, trace } = sender;
    const query = outgoing(paymentGet, {
      ...{ merchantId: merchant.merchantId, paymentId, caller: messageCallerOf(merchant) },
      ...{ expandAttempts: false, expandCaptures: false },
    });
    const reply = await this.owner.query(query, sender);
    if (isRefusal(reply)) return reply;
    trace.note?.({ payment_id: paymentId });
    const payment = JSON.parse(reply.toString()) as PaymentToConfirm;
    const isBlocked = await this.isBlocked(payment, sent, sender);
    return { payment_id: paymentId, sdk_next_action: { next_action: confirmationOf(payment, { isBlocked }) } };
  }

  /** Whether the card-testing guard would refuse the confirmation; it guards cards only. */
  private async isBlocked(
    { payment_id: paymentId, profile_id: profileId, customer_id: customerId }: PaymentToConfirm,
    { payment_method_type: method, payment_method_data: data }: PaymentsEligibilityRequest,
    { merchant: { merchantId, account }, ip }: Sender,
  ): Promise<boolean> {
    const config = account.profiles.find((profile) => profile.profileId === profileId)?.cardTesting;
    if (method !== 'card' || !config) return false;
    const number = data?.card?.card_number;
    const fingerprint = number
      ? fingerprintOf(withoutBlanks(number), merchantId, this.fingerprintKey)
      : await this.guard.storedFingerprint(merchantId, paymentId);
    return this.guard.isBlocked(config, { merchantId, profileId, customerId, fingerprint, address: addressKey(ip) });
  }
}
