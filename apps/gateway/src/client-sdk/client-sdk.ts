import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, refuse, type Json, type JsonObject, type Refusal } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import type { PaymentMethodListQuery } from '@payorch/rest';
import { paymentIdOfSecret, type Sender } from '../auth';
import { PaymentMethodLists } from '../payment-method-list';
import { SavedPaymentMethodLists } from '../payment-methods';
import { clientView } from './domain/client.view';
import { sdkConfigView } from './domain/sdk-config.view';

const platforms: ReadonlySet<string> = new Set(['web', 'ios', 'android']);

const secretOf = ({ merchant: { clientSecret } }: Sender): string => {
  if (clientSecret === null) throw new InvariantError('a client has no client secret');
  return clientSecret;
};

/** Answers a client SDK from the list of payment methods and the list of saved ones. */
@Injectable()
export class ClientSdk {
  constructor(
    @Inject(PaymentMethodLists) private readonly lists: Pick<PaymentMethodLists, 'checkoutOf'>,
    @Inject(SavedPaymentMethodLists) private readonly saved: Pick<SavedPaymentMethodLists, 'ofSdk'>,
  ) {}

  /** The payment, what it can be paid with, and what its customer has saved. */
  async client(paymentId: string, filters: PaymentMethodListQuery, sender: Sender): Promise<object | Refusal> {
    const checkout = await this.lists.checkoutOf(paymentId, filters, sender);
    if (isRefusal(checkout)) return checkout;
    const saved = checkout.payment.isGuest ? [] : await this.savedOf(sender);
    return isRefusal(saved) ? saved : clientView(checkout, saved);
  }

  /** The settings of the profile of the secret's payment. */
  async config(platform: string, sender: Sender): Promise<object | Refusal> {
    if (!platforms.has(platform))
      return refuse('value_not_allowed', { field: 'platform', allowed: [...platforms].join(', ') });
    const paymentId = paymentIdOfSecret(secretOf(sender));
    if (paymentId === null) return refuse('client_secret_invalid');
    const checkout = await this.lists.checkoutOf(paymentId, {}, sender);
    return isRefusal(checkout) ? checkout : sdkConfigView(checkout, sender.merchant.merchantId);
  }

  private async savedOf(sender: Sender): Promise<readonly JsonObject[] | Refusal> {
    const reply = await this.saved.ofSdk(secretOf(sender), sender);
    if (!Buffer.isBuffer(reply)) return reply;
    const { customer_payment_methods } = JSON.parse(reply.toString()) as { customer_payment_methods: Json };
    return customer_payment_methods as readonly JsonObject[];
  }
}
