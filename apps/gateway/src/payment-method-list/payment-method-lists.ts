import { Inject, Injectable } from '@nestjs/common';
import type { PaymentForMethodList, Refusal } from '@payorch/contracts';
import {
  isRefusal,
  outgoing,
  paymentForMethodList,
  paymentMethodsFor,
  paymentSurcharges,
  paymentSurchargesShown,
  refuse,
} from '@payorch/contracts';
import type { Currency } from '@payorch/kernel';
import type { PaymentMethodListQuery } from '@payorch/rest';
import type { AccountSnapshot, AuthenticatedMerchant, Sender } from '../auth';
import { paymentIdOfSecret } from '../auth';
import type { GatewayConfig } from '../config';
import { isPaymentId, messageCallerOf, OwnerClient } from '../owners';
import { configToken } from '../tokens';
import { eligibleTypes } from './domain/eligible-types';
import { chargesInInstallments } from './domain/installment-options';
import { type ListParts, listParts, type ListRequest, listView } from './domain/list.view';
import type { ListingSettings } from './domain/listing-settings';
import { choosableMethods, noSurcharges, type Surcharges, surchargesOf } from './domain/surcharges';
import { ListingSettingsCache } from './settings-cache';

/** The profile of a list without a payment: the named one, or the only one. */
const profileOf = ({ account: { profiles }, profileId }: AuthenticatedMerchant): string | null =>
  profileId ?? (profiles.length === 1 ? profiles[0]!.profileId : null);

/** The request of a list with the settings that answer it. */
interface ListSources {
  readonly settings: ListingSettings;
  readonly request: ListRequest;
}

/** A payment with everything that its client draws a checkout from. */
export interface Checkout extends ListParts {
  readonly payment: PaymentForMethodList;
  readonly organizationId: string;
}

/** Lists the payment methods that a merchant's connector accounts can take: one query to payments, and the settings in memory. */
@Injectable()
export class PaymentMethodLists {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(ListingSettingsCache) private readonly settings: Pick<ListingSettingsCache, 'of'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'testConnectors'>,
  ) {}

  /** For a client the payment is the one of its secret; a merchant's list is of no payment. */
  async list(filters: PaymentMethodListQuery, sender: Sender): Promise<object | Refusal> {
    const { clientSecret } = sender.merchant;
    if (clientSecret === null) return this.listed(filters, sender, null);
    const paymentId = paymentIdOfSecret(clientSecret);
    if (paymentId === null) return refuse('client_secret_invalid');
    const payment = await this.paymentOf(paymentId, sender);
    return isRefusal(payment) ? payment : this.listed(filters, sender, payment);
  }

  /** What a client SDK resolves by itself: the same types as the list, before they are joined for a checkout without logic. */
  async checkoutOf(paymentId: string, filters: PaymentMethodListQuery, sender: Sender): Promise<Checkout | Refusal> {
    const payment = await this.paymentOf(paymentId, sender);
    if (isRefusal(payment)) return payment;
    const sources = await this.sources(filters, sender, payment);
    if (isRefusal(sources)) return sources;
    const { settings, request } = sources;
    return { payment, organizationId: settings.organizationId, ...listParts(settings, request) };
  }

  /** Whether an account of the profile charges in installments, by any payment method, in the currency. */
  async chargesInInstallments(account: AccountSnapshot, profileId: string, currency: Currency): Promise<boolean> {
    const settings = await this.settings.of(account);
    const accounts = settings?.accounts.filter((one) => one.profileId === profileId) ?? [];
    const { testConnectors } = this.config;
    const types = eligibleTypes(accounts, { payment: null, filters: {}, testConnectors });
    return types.some((type) => chargesInInstallments(type, currency));
  }

  /** What decides which payment methods the payment can be paid with. */
  async paymentOf(paymentId: string, sender: Sender): Promise<PaymentForMethodList | Refusal> {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    sender.trace.note?.({ payment_id: paymentId });
    const { merchantId } = sender.merchant;
    const query = outgoing(paymentMethodsFor, { merchantId, paymentId, caller: messageCallerOf(sender.merchant) });
    const reply = await this.owner.query(query, sender);
    return Buffer.isBuffer(reply) ? paymentForMethodList.parse(JSON.parse(reply.toString())) : reply;
  }

  private async listed(
    filters: PaymentMethodListQuery,
    sender: Sender,
    payment: PaymentForMethodList | null,
  ): Promise<object | Refusal> {
    const sources = await this.sources(filters, sender, payment);
    if (isRefusal(sources)) return sources;
    const { settings, request } = sources;
    const parts = listParts(settings, request);
    const surcharges = await this.surchargesFor(payment, parts, sender);
    return isRefusal(surcharges) ? surcharges : listView(settings, request, { parts, surcharges });
  }

  /** What the merchant's rules add for each payment method of the list. */
  private async surchargesFor(
    payment: PaymentForMethodList | null,
    { types }: ListParts,
    sender: Sender,
  ): Promise<Surcharges | Refusal> {
    const paymentId = paymentIdOfSecret(sender.merchant.clientSecret ?? '');
    if (!payment?.mayHaveSurcharge || paymentId === null || !isPaymentId(paymentId)) return noSurcharges;
    const methods = choosableMethods(types);
    const { merchantId } = sender.merchant;
    const query = outgoing(paymentSurcharges, {
      merchantId,
      paymentId,
      caller: messageCallerOf(sender.merchant),
      methods,
    });
    const reply = await this.owner.query(query, sender);
    if (!Buffer.isBuffer(reply)) return reply;
    return surchargesOf(methods, paymentSurchargesShown.parse(JSON.parse(reply.toString())));
  }

  private async sources(
    filters: PaymentMethodListQuery,
    { merchant }: Sender,
    payment: PaymentForMethodList | null,
  ): Promise<ListSources | Refusal> {
    if (isNegative(filters.limit)) return refuse('value_not_allowed', { field: 'limit', allowed: '0 or more' });
    if (isNegative(filters.amount)) return refuse('value_not_allowed', { field: 'amount', allowed: '0 or more' });
    const settings = await this.settings.of(merchant.account);
    if (!settings) return refuse('merchant_not_found');
    const profileId = payment ? payment.profileId : profileOf(merchant);
    return { settings, request: { payment, profileId, filters, testConnectors: this.config.testConnectors } };
  }
}

const isNegative = (value: number | null | undefined): boolean => typeof value === 'number' && value < 0;
