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
  type PaymentFields,
  type Refusal,
} from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { AccountCache, type AuthenticatedMerchant, profileFor, type Sender } from '../auth';
import { isPaymentId, messageCallerOf, type OwnerReply } from '../owners';
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
  type RequestedPayment,
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

interface Prepared {
  readonly data: ReturnType<typeof originOf> & { readonly fields: PaymentFields };
  readonly sender: Sender;
}

/** Creates, updates and confirms payments: checks the request's fields and seals its payment method data. */
@Injectable()
export class Payments {
  constructor(
    @Inject(PaymentOwner) private readonly owner: PaymentOwner,
    @Inject(CardSealer) private readonly sealer: CardSealer,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'freshAccount'>,
    @Inject(PaymentCredentials) private readonly credentials: Pick<PaymentCredentials, 'of'>,
    @Inject(PaymentLinkTerms) private readonly links: Pick<PaymentLinkTerms, 'of'>,
    @Inject(ExtendedCardInfos) private readonly cardInfos: Pick<ExtendedCardInfos, 'store'>,
    @Inject(InstallmentPlans) private readonly plans: Pick<InstallmentPlans, 'of'>,
  ) {}

  /** `languages`: the Accept-Language header of the request. */
  async create(sent: PaymentRequest, sender: Sender, languages?: string): OwnerReply {
    const { merchant } = sender;
    const refused = this.check(sent, 'create', merchant);
    if (refused) return refused;
    const named = {
      profileId: sent.profile_id ?? merchant.profileId,
      businessCountry: sent.business_country,
      businessLabel: sent.business_label,
    };
    const profileId = await profileFor(merchant, named, this.cache);
    if (typeof profileId !== 'string') return profileId;
    const request = await this.prepared(sent, { profileId, languages }, sender);
    if (isRefusal(request)) return request;
    const paymentId = (sent.payment_id as PaymentId | null | undefined) ?? newIdFor<PaymentId>('pay', sender.trace);
    sender.trace.note?.({ payment_id: paymentId });
    const { merchantId } = merchant;
    const confirm = sent.confirm ?? null;
    const command = outgoing(paymentCreate, { merchantId, paymentId, profileId, confirm, ...request.data });
    return this.send(command, paymentId, sent, request.sender, confirm === true);
  }

  /** `shown`: the total that a page has shown to the customer, as its header has it. */
  update(paymentId: string, sent: PaymentRequest, sender: Sender, shown?: string): OwnerReply {
    return this.change('update', paymentId, sent, sender, shown);
  }

  /** `shown`: as in an update. */
  confirm(paymentId: string, sent: PaymentRequest, sender: Sender, shown?: string): OwnerReply {
    return this.change('confirm', paymentId, sent, sender, shown);
  }

  private async change(
    operation: 'update' | 'confirm',
    paymentId: string,
    sent: PaymentRequest,
    sender: Sender,
    shown: string | undefined,
  ): OwnerReply {
    const { merchant } = sender;
    const { merchantId } = merchant;
    const shownTotal = shownTotalIn(shown);
    const refused = this.check(sent, operation, merchant) ?? checkPaymentOfClient(sent, paymentId, merchant);
    if (refused) return refused;
    if (isRefusal(shownTotal)) return shownTotal;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const isConfirmed = operation === 'confirm' || sent.confirm === true;
    const request = await this.prepared(sent, { paymentId, isConfirmed }, sender);
    if (isRefusal(request)) return request;
    const caller = messageCallerOf(merchant);
    const data = { merchantId, paymentId, caller, ...request.data, ...(shownTotal && { shownTotal }) };
    const command =
      operation === 'confirm'
        ? outgoing(paymentConfirm, data)
        : outgoing(paymentUpdate, { ...data, confirm: sent.confirm ?? null });
    return this.send(command, paymentId, sent, request.sender, isConfirmed);
  }

  /** Ends the attempt of a customer who has left the bank's page, so that another one may begin. */
  replaceAttempt(paymentId: string, sender: Sender): OwnerReply {
    return this.owner.send(paymentId, sender, (ids) =>
      outgoing(paymentReplaceAttempt, { ...ids, caller: messageCallerOf(sender.merchant) }),
    );
  }

  /** What every command carries of a request, and the sender with the settings that the command needs. */
  private async prepared(sent: PaymentRequest, payment: RequestedPayment, sender: Sender): Promise<Prepared | Refusal> {
    const bound = await this.credentials.of(sent, payment, sender);
    if (isRefusal(bound)) return bound;
    const linked = await this.links.of(sent, payment, sender);
    if (isRefusal(linked)) return linked;
    const refused = await this.plans.of(sent, payment, sender);
    if (refused) return refused;
    const sealed = await this.sealed(sent, sender.merchant.merchantId);
    const fields = { ...toPaymentFields(sent, sealed), ...bound.fields, ...linked };
    return { data: { fields, ...originOf(sender) }, sender: bound.sender };
  }

  private async send(
    command: Outgoing,
    paymentId: PaymentId,
    sent: PaymentRequest,
    sender: Sender,
    isConfirmed: boolean,
  ): OwnerReply {
    const timeout = isConfirmed ? 'processorCallMs' : 'noProcessorCallMs';
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
}
