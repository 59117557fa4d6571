import { Inject, Injectable } from '@nestjs/common';
import {
  type CardToJudge,
  isRefusal,
  type MethodToJudge,
  outgoing,
  paymentJudgeMethod,
  paymentMethodJudged,
  type Refusal,
  refuse,
  type ShownSurcharge,
} from '@payorch/contracts';
import type { PaymentId } from '@payorch/kernel';
import type { PaymentsEligibilityRequest } from '@payorch/rest';
import { type Sender } from '../../auth';
import { addressKey, CardTestingGuard } from '../../limits';
import { isPaymentId, messageCallerOf, paymentQuery } from '../../owners';
import { CardSealer } from '../../sealing';
import { outcomesOf } from '../attempt-outcomes';
import { refuseMerchantsFields } from '../domain/client-request';
import { walletCardTypeOf } from '../domain/fields/wallet-card-type';
import { otherMethodData, type PaymentRequest } from '../domain/payment-request';
import { PaymentOwner } from '../payment-owner';
import { deniedBy, statusDenial, type NextAction, type PaymentToConfirm } from './next-action';

export interface EligibilityResponse {
  readonly payment_id: string;
  readonly sdk_next_action: { readonly next_action: NextAction };
}

/** Whether the confirmation would be refused, and what the merchant's rules would add to it. */
export interface Verdict {
  readonly response: EligibilityResponse;
  readonly surcharge: ShownSurcharge;
}

/** `denial` null: nothing denies the confirmation. */
interface Judged {
  readonly denial: string | null;
  readonly surcharge: ShownSurcharge;
}

const denied = (denial: string): Judged => ({ denial, surcharge: null });

/** The card that the customer entered, and the payment method of the request. */
interface Checkout {
  readonly sent: PaymentsEligibilityRequest;
  readonly card: CardToJudge | null;
}

const methodOf = ({ sent, card }: Checkout): MethodToJudge => ({
  paymentMethod: sent.payment_method_type,
  card,
  ...(sent.payment_method_subtype && { paymentMethodType: sent.payment_method_subtype }),
  walletCardType: walletCardTypeOf(sent.payment_method_data?.wallet) ?? null,
  // A `card_token` brings the holder's name of a saved card: that is no new data, as in a confirmation.
  isNew: card !== null || otherMethodData(sent as PaymentRequest) !== undefined,
  paymentToken: sent.payment_token ?? null,
});

/** Whether the confirmation of a payment would be refused, for a checkout that has not confirmed yet. Nothing is stored or counted. */
@Injectable()
export class Eligibility {
  constructor(
    @Inject(PaymentOwner) private readonly owner: Pick<PaymentOwner, 'query'>,
    @Inject(CardTestingGuard) private readonly guard: Pick<CardTestingGuard, 'isBlocked' | 'storedFingerprint'>,
    @Inject(CardSealer) private readonly sealer: Pick<CardSealer, 'judged'>,
  ) {}

  async check(paymentId: string, sent: PaymentsEligibilityRequest, sender: Sender): Promise<Verdict | Refusal> {
    const refused = refuseMerchantsFields('eligibility', sent, sender.merchant);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const { merchant, trace } = sender;
    const query = paymentQuery({ merchantId: merchant.merchantId, paymentId }, messageCallerOf(merchant));
    const reply = await this.owner.query(query, sender);
    if (isRefusal(reply)) return reply;
    trace.note?.({ payment_id: paymentId });
    const judged = await this.judge(paymentId, JSON.parse(reply.toString()) as PaymentToConfirm, sent, sender);
    if (isRefusal(judged)) return judged;
    const response = { payment_id: paymentId, sdk_next_action: { next_action: deniedBy(judged.denial) } };
    return { response, surcharge: judged.surcharge };
  }

  /** The first reason in the order of a confirmation: the state, the card-testing guard, the blocklist and the profile. */
  private async judge(
    paymentId: PaymentId,
    payment: PaymentToConfirm,
    sent: PaymentsEligibilityRequest,
    sender: Sender,
  ): Promise<Judged | Refusal> {
    const byStatus = statusDenial(payment);
    if (byStatus !== null) return denied(byStatus);
    const number = sent.payment_method_data?.card?.card_number;
    const card = number ? await this.sealer.judged(number, sender.merchant.merchantId) : null;
    const checkout = { sent, card };
    if (await this.isSuspicious(payment, checkout, sender)) return denied('Blocked due to suspicious activity');
    const { merchant } = sender;
    const { merchantId } = merchant;
    const query = outgoing(paymentJudgeMethod, {
      merchantId,
      paymentId,
      caller: messageCallerOf(merchant),
      method: methodOf(checkout),
    });
    const reply = await this.owner.query(query, sender);
    if (isRefusal(reply)) return reply;
    const { refusedBecause, surcharge = null } = paymentMethodJudged.parse(JSON.parse(reply.toString()));
    return { denial: refusedBecause, surcharge };
  }

  /** Whether the card-testing guard would refuse the confirmation; it guards cards only. */
  private async isSuspicious(
    { payment_id: paymentId, profile_id: profileId, customer_id: customerId }: PaymentToConfirm,
    { sent, card }: Checkout,
    sender: Sender,
  ): Promise<boolean> {
    const {
      merchant: { merchantId, account },
      ip,
    } = sender;
    const config = account.profiles.find((profile) => profile.profileId === profileId)?.cardTesting;
    if (sent.payment_method_type !== 'card' || !config) return false;
    const fingerprint = card?.fingerprint ?? (await this.guard.storedFingerprint(merchantId, paymentId));
    const attempt = { merchantId, profileId, customerId, fingerprint, address: addressKey(ip) };
    return this.guard.isBlocked(
      config,
      attempt,
      outcomesOf(merchantId, (query) => this.owner.query(query, sender)),
    );
  }
}
