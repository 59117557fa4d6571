import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, refuse, type Refusal } from '@payorch/contracts';
import { type Currency, isCurrency } from '@payorch/kernel';
import type { Sender } from '../auth';
import { PaymentMethodLists } from '../payment-method-list';
import { isPresent, type PaymentRequest } from './domain/payment-request';

const refused = refuse('not_implemented', {
  message: 'installment_data is not implemented at any connector account of the profile',
  path: 'installment_data',
});

const currencyOf = ({ currency }: PaymentRequest): Currency | undefined =>
  typeof currency === 'string' && isCurrency(currency) ? currency : undefined;

/** Refuses a chosen plan before the confirmation where no account could charge it; null takes a choice back. */
@Injectable()
export class InstallmentPlans {
  constructor(
    @Inject(PaymentMethodLists) private readonly lists: Pick<PaymentMethodLists, 'paymentOf' | 'chargesInInstallments'>,
  ) {}

  async ofNew(sent: PaymentRequest, profileId: string, sender: Sender): Promise<Refusal | undefined> {
    const currency = currencyOf(sent);
    return isPresent(sent.installment_data) && currency ? this.check(profileId, currency, sender) : undefined;
  }

  /** The owner's own refusal where the payment is not the sender's. */
  async ofExisting(sent: PaymentRequest, paymentId: string, sender: Sender): Promise<Refusal | undefined> {
    if (!isPresent(sent.installment_data)) return undefined;
    const payment = await this.lists.paymentOf(paymentId, sender);
    if (isRefusal(payment)) return payment;
    return this.check(payment.profileId, currencyOf(sent) ?? payment.money.currency, sender);
  }

  private async check(profileId: string, currency: Currency, { merchant }: Sender): Promise<Refusal | undefined> {
    return (await this.lists.chargesInInstallments(merchant.account, profileId, currency)) ? undefined : refused;
  }
}
