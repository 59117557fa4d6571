import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  outgoing,
  paymentConfirm,
  paymentCreate,
  paymentReplaceAttempt,
  paymentUpdate,
  refuse,
  type Json,
  type Outgoing,
  type Refusal,
} from '@payorch/contracts';
import type { MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import { AccountCache, type AuthenticatedMerchant, chooseProfile, type RequestedProfile, type Sender } from '../auth';
import { isPaymentId, messageCallerOf, type OwnerReply, type RequestContext } from '../owners';
import { orUnavailable } from '../persistence';
import { newIdFor } from '../request';
import { checkPaymentRequest } from './domain/check-payment-request';
import { checkPaymentOfClient } from './domain/client-request';
import { toPaymentFields, type SealedMethod } from './domain/fields/to-payment-fields';
import {
  cvcOfKnownCard,
  isPresent,
  otherMethodData,
  type PaymentOperation,
  type PaymentRequest,
} from './domain/payment-request';
import { cardOf, tokenByNetworkOf } from './domain/recurring-data';
import { shownTotalIn } from './domain/shown-total';
import { ExtendedCardInfos } from './extended-card-info/extended-card-infos';
import { InstallmentPlans } from './installment-plans';
import { PaymentCredentials } from './payment-credentials';
import { PaymentLinkTerms } from './payment-link-terms';
import { PaymentOwner } from './payment-owner';
import { CardSealer } from '../sealing';

/** The address and client software of a request that may confirm a payment. */
const originOf = ({ ip, trace: { client } }: Sender) => ({ callerIp: ip, ...(client && { client }) });

/** Creates, updates and confirms payments: checks the request's fields and seals its payment method data. */
@Injectable()
export class Payments {
  constructor(
    @Inject(PaymentOwner) private readonly owner: PaymentOwner,
    @Inject(CardSealer) private readonly sealer: CardSealer,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'freshAccount'>,
    @Inject(PaymentCredentials) private readonly credentials: Pick<PaymentCredentials, 'ofNew' | 'ofExisting'>,
    @Inject(PaymentLinkTerms) private readonly links: Pick<PaymentLinkTerms, 'ofNew' | 'ofExisting'>,
    @Inject(ExtendedCardInfos) private readonly cardInfos: Pick<ExtendedCardInfos, 'store'>,
    @Inject(InstallmentPlans) private readonly plans: Pick<InstallmentPlans, 'ofNew' | 'ofExisting'>,
  ) {}

  /** `languages`: the Accept-Language header of the request. */
  async create(sent: PaymentRequest, sender: Sender, languages?: string): OwnerReply {
    const { merchant } = sender;
    const refused = this.check(sent, 'create', merchant);
    if (refused) return refused;
    const profileId = await this.profileFor(sent, merchant);
    if (typeof profileId !== 'string') return profileId;
    const bound = await this.credentials.ofNew(sent, profileId, sender);
    if (isRefusal(bound)) return bound;
    const linked = await this.links.ofNew(sent, profileId, sender, languages);
    if (isRefusal(linked)) return linked;
    const plan = await this.plans.ofNew(sent, profileId, sender);
    if (plan) return plan;
    const paymentId = (sent.payment_id as PaymentId | null | undefined) ?? newIdFor<PaymentId>('pay', sender.trace);
    sender.trace.note?.({ payment_id: paymentId });
    const command = outgoing(paymentCreate, {
      merchantId: merchant.merchantId,
      paymentId,
      profileId,
      confirm: sent.confirm ?? null,
      fields: { ...toPaymentFields(sent, await this.sealed(sent, merchant.merchantId)), ...bound.fields, ...linked },
      ...originOf(sender),
    });
    return this.send(command, paymentId, sent, bound.sender, sent.confirm ? 'processorCallMs' : 'noProcessorCallMs');
  }

  /** `shown`: the total that a page has shown to the customer, as its header has it. */
  async update(paymentId: string, sent: PaymentRequest, sender: Sender, shown?: string): OwnerReply {
    const { merchant } = sender;
    const shownTotal = shownTotalIn(shown);
    const refused = this.check(sent, 'update', merchant) ?? checkPaymentOfClient(sent, paymentId, merchant);
    if (refused) return refused;
    if (isRefusal(shownTotal)) return shownTotal;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const bound = await this.credentials.ofExisting(sent, paymentId, sender);
    if (isRefusal(bound)) return bound;
    const linked = await this.links.ofExisting(sent, paymentId, sender);
    if (isRefusal(linked)) return linked;
    // A confirmation learns it of routing.
    const plan = sent.confirm ? undefined : await this.plans.ofExisting(sent, paymentId, sender);
    if (plan) return plan;
    const command = outgoing(paymentUpdate, {
      merchantId: merchant.merchantId,
      paymentId,
      caller: messageCallerOf(merchant),
      confirm: sent.confirm ?? null,
      fields: { ...toPaymentFields(sent, await this.sealed(sent, merchant.merchantId)), ...bound.fields, ...linked },
      ...originOf(sender),
      ...(shownTotal && { shownTotal }),
    });
    return this.send(command, paymentId, sent, bound.sender, sent.confirm ? 'processorCallMs' : 'noProcessorCallMs');
  }

  /** `shown`: as in an update. */
  async confirm(paymentId: string, sent: PaymentRequest, sender: Sender, shown?: string): OwnerReply {
    const { merchant } = sender;
    const shownTotal = shownTotalIn(shown);
    const refused = this.check(sent, 'confirm', merchant) ?? checkPaymentOfClient(sent, paymentId, merchant);
    if (refused) return refused;
    if (isRefusal(shownTotal)) return shownTotal;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const bound = await this.credentials.ofExisting(sent, paymentId, sender);
    if (isRefusal(bound)) return bound;
    const linked = await this.links.ofExisting(sent, paymentId, sender);
    if (isRefusal(linked)) return linked;
    const command = outgoing(paymentConfirm, {
      merchantId: merchant.merchantId,
      paymentId,
      caller: messageCallerOf(merchant),
      fields: { ...toPaymentFields(sent, await this.sealed(sent, merchant.merchantId)), ...bound.fields, ...linked },
      ...originOf(sender),
      ...(shownTotal && { shownTotal }),
    });
    return this.send(command, paymentId, sent, bound.sender, 'processorCallMs');
  }

  /** Ends the attempt of a customer who has left the bank's page, so that another one may begin. */
  async replaceAttempt(paymentId: string, sender: Sender): OwnerReply {
    const { merchant } = sender;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentReplaceAttempt, {
      merchantId: merchant.merchantId,
      paymentId,
      caller: messageCallerOf(merchant),
    });
    return this.owner.command(command, paymentId, sender, 'processorCallMs');
  }

  private async send(
    command: Outgoing,
    paymentId: PaymentId,
    sent: PaymentRequest,
    sender: Sender,
    timeout: RequestContext['timeout'],
  ): OwnerReply {
    const reply = await this.owner.command(command, paymentId, sender, timeout);
    await this.cardInfos.store(cardOf(sent), reply, sender.merchant);
    return reply;
  }

  private check(
    sent: PaymentRequest,
    operation: PaymentOperation,
    { merchantId }: AuthenticatedMerchant,
  ): Refusal | undefined {
    return checkPaymentRequest(sent, { operation, merchantId, now: new Date() });
  }

  private async sealed(sent: PaymentRequest, merchantId: MerchantId): Promise<SealedMethod> {
    const card = cardOf(sent);
    if (card) return { card: await this.sealer.seal(card, merchantId) };
    const other = otherMethodData(sent) ?? tokenByNetworkOf(sent);
    // A payment token names a saved card, which is stored without its CVC; an earlier request may have had the token.
    const isCharged =
      isPresent(sent.payment_token) || (!isPresent(sent.recurring_details) && !isPresent(sent.mandate_id));
    const cvc = cvcOfKnownCard(sent);
    if (!other && isCharged && cvc !== undefined) return { cvcReference: await this.sealer.sealCvc(cvc, merchantId) };
    return other ? { data: this.sealer.sealData({ [other.key]: other.data as Json }, merchantId) } : {};
  }

  /** The cache may lack a profile that another gateway created: the gateway reads the database before it refuses. */
  private async profileFor(sent: PaymentRequest, merchant: AuthenticatedMerchant): Promise<ProfileId | Refusal> {
    const requested: RequestedProfile = {
      profileId: sent.profile_id ?? merchant.profileId,
      businessCountry: sent.business_country ?? null,
      businessLabel: sent.business_label ?? null,
    };
    const chosen = chooseProfile(merchant.account, requested);
    if (typeof chosen === 'string') return chosen;
    const account = await orUnavailable(this.cache.freshAccount(merchant.merchantId));
    return account ? chooseProfile(account, requested) : refuse('merchant_not_found');
  }
}
