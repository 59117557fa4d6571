import { Inject, Injectable } from '@nestjs/common';
import {
  cardId,
  fingerprintOfData,
  isRefusal,
  type JsonObject,
  type Outgoing,
  outgoing,
  paymentMethodCheck,
  paymentMethodCreate,
  type PaymentMethodData,
  paymentMethodDelete,
  paymentMethodFindCard,
  paymentMethodGet,
  paymentMethodSaveV2,
  paymentMethodSetDefault,
  paymentMethodUpdate,
  type Refusal,
  refuse,
} from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { CardDetail, PaymentMethodCreate, PaymentMethodUpdate } from '@payorch/rest';
import type { Sender } from '../auth';
import { messageCallerOf, OwnerClient, type OwnerReply, requestContextOf } from '../owners';
import { shownMethodData, wholeAddress } from '../payments';
import { newIdFor } from '../request';
import { sealedAccount } from '../payouts';
import { CardSealer } from '../sealing';
import { bankDebitOf, cardOf, checkCreate, checkSave, checkUpdate } from './domain/check-payment-method-request';
import { payoutAccountOf, type SentAccount } from './domain/payout-account';
import { type WalletToken, walletDataOf, walletTokenOf } from './domain/wallet-token';

/** The account says its type where the request does not. */
function typeOf(sent: PaymentMethodCreate): string | null {
  const account = payoutAccountOf(sent, new Date());
  return sent.payment_method_type ?? (account && !isRefusal(account) ? account.paymentMethodType : null);
}

const notFound = refuse('payment_method_not_found');

/** Sends requests about payment methods to their owner, with their data sealed. */
@Injectable()
export class PaymentMethods {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>,
    @Inject(CardSealer) private readonly sealer: CardSealer,
  ) {}

  async create(sent: PaymentMethodCreate, sender: Sender): OwnerReply {
    const refused = checkCreate(sent, new Date());
    if (refused) return refused;
    const { merchantId } = sender.merchant;
    const customerId = sent.customer_id as CustomerId;
    const data = await this.sealed(sent, merchantId);
    const paymentMethodId = await this.idFor(data, customerId, sender);
    if (isRefusal(paymentMethodId)) return paymentMethodId;
    const fields = {
      customerId,
      paymentMethod: sent.payment_method,
      paymentMethodType: typeOf(sent),
      issuer: sent.payment_method_issuer ?? null,
      issuerCode: sent.payment_method_issuer_code ?? null,
      metadata: (sent.metadata as JsonObject | null | undefined) ?? null,
      billing: sent.billing ? wholeAddress(sent.billing) : null,
    };
    return this.command(outgoing(paymentMethodCreate, { merchantId, paymentMethodId, fields, data }), sender);
  }

  async retrieve(paymentMethodId: string, sender: Sender): OwnerReply {
    const about = this.about(paymentMethodId, sender);
    if (!about) return notFound;
    return this.owner.query(outgoing(paymentMethodGet, about), sender);
  }

  async update(paymentMethodId: string, sent: PaymentMethodUpdate, sender: Sender): OwnerReply {
    const refused = checkUpdate(sent, new Date());
    if (refused) return refused;
    const about = this.about(paymentMethodId, sender);
    if (!about) return notFound;
    const { card, wallet } = sent;
    const changes = card && {
      expiryMonth: card.card_exp_month,
      expiryYear: card.card_exp_year,
      holderName: card.card_holder_name,
      ...(card.nick_name !== undefined && { nickName: card.nick_name }),
    };
    const named = { ...about, caller: messageCallerOf(sender.merchant), card: changes ?? null };
    const expiry = wallet && { expiryMonth: wallet.card_exp_month ?? '', expiryYear: wallet.card_exp_year ?? '' };
    return this.command(outgoing(paymentMethodUpdate, { ...named, ...(expiry && { wallet: expiry }) }), sender);
  }

  async save(paymentMethodId: string, sent: PaymentMethodCreate, sender: Sender): OwnerReply {
    const refused = checkSave(sent, new Date());
    if (refused) return refused;
    const about = this.about(paymentMethodId, sender);
    if (!about) return notFound;
    const data = await this.sealed(sent, about.merchantId);
    if (!data) return refuse('missing_param', { field: 'payment_method_data' });
    const command = {
      ...about,
      clientSecret: sent.client_secret ?? '',
      data,
      paymentMethod: sent.payment_method,
      paymentMethodType: typeOf(sent),
    };
    return this.command(outgoing(paymentMethodSaveV2, command), sender);
  }

  async delete(paymentMethodId: string, sender: Sender): OwnerReply {
    const about = this.about(paymentMethodId, sender);
    const { customerId: onlyOf } = sender.merchant;
    const command = about && outgoing(paymentMethodDelete, { ...about, ...(onlyOf && { onlyOf }) });
    return command ? this.command(command, sender, true) : notFound;
  }

  async setDefault(customerId: string, paymentMethodId: string, sender: Sender): OwnerReply {
    if (!referenceIdPattern.test(customerId)) return refuse('customer_not_found');
    // The customer is shared and the payment method is not: no other account could charge such a default.
    if (sender.merchant.account.accountType === 'connected') return refuse('connected_not_supported');
    const about = this.about(paymentMethodId, sender);
    if (!about) return notFound;
    const fields = { customerId: customerId as CustomerId };
    return this.command(outgoing(paymentMethodSetDefault, { ...about, fields }), sender);
  }

  private about(paymentMethodId: string, { merchant: { merchantId } }: Sender) {
    return referenceIdPattern.test(paymentMethodId) ? { merchantId, paymentMethodId } : undefined;
  }

  /** A card or a wallet token that the customer saved before keeps its id. */
  private async idFor(
    data: PaymentMethodData | null,
    customerId: CustomerId,
    sender: Sender,
  ): Promise<string | Refusal> {
    const fingerprint = data ? fingerprintOfData(data) : undefined;
    if (fingerprint === undefined) return newIdFor<string>('pm', sender.trace);
    const { merchantId } = sender.merchant;
    const query = outgoing(paymentMethodFindCard, { merchantId, customerId, fingerprint });
    const reply = await this.owner.query(query, sender);
    return Buffer.isBuffer(reply) ? cardId.parse(JSON.parse(reply.toString())).paymentMethodId : reply;
  }

  private async sealed(sent: PaymentMethodCreate, merchantId: MerchantId): Promise<PaymentMethodData | null> {
    const card = cardOf(sent);
    if (card) return this.sealedCard(card, merchantId);
    const token = walletTokenOf(sent);
    if (token) return this.sealedToken(token, merchantId);
    const account = payoutAccountOf(sent, new Date());
    if (account && !isRefusal(account)) return this.sealedPayoutAccount(account, merchantId);
    const debit = bankDebitOf(sent);
    if (!debit) return null;
    // Payments and connectors know the data by the name that payments have for it.
    const named = { ach_bank_debit: debit };
    const data = this.sealer.sealData({ bank_debit: named }, merchantId);
    return { kind: 'other', data, shown: shownMethodData('bank_debit', named) };
  }

  /** A CVC is checked, and never stored with a card. */
  private async sealedCard({ card_cvc: _, ...card }: CardDetail, merchantId: MerchantId) {
    const sealed = await this.sealer.seal(card, merchantId);
    return { kind: 'card' as const, card: sealed, nickName: card.nick_name ?? null };
  }

  /** The expiry stands beside the seal, because it may change. */
  private sealedToken(token: WalletToken, merchantId: MerchantId): PaymentMethodData {
    const wallet = walletDataOf(token);
    const { expiryMonth, expiryYear } = token;
    const fingerprint = this.sealer.fingerprintOfToken(token.number, token.type, merchantId);
    return {
      kind: 'other',
      data: this.sealer.sealData({ wallet }, merchantId),
      shown: shownMethodData('wallet', wallet),
      walletToken: { fingerprint, expiryMonth, expiryYear },
    };
  }

  private sealedPayoutAccount({ account }: SentAccount, merchantId: MerchantId): PaymentMethodData {
    const { type, methodType, fingerprint, sealed: data, shown } = sealedAccount(account, this.sealer, merchantId);
    return { kind: 'other', data, shown, payoutAccount: { type, methodType, fingerprint } };
  }

  private command(command: Outgoing, sender: Sender, isDeletion = false): OwnerReply {
    const about = command.data as { merchantId: MerchantId; paymentMethodId: string };
    const { merchantId, paymentMethodId } = about;
    return this.owner.command(command, requestContextOf(sender, 'noProcessorCallMs'), {
      query: outgoing(paymentMethodCheck, { merchantId, paymentMethodId, isDeletion }),
      ifNoReply: refuse('no_reply'),
    });
  }
}
