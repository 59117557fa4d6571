import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, refuse, type Refusal } from '@payorch/contracts';
import { type Currency, isCurrency } from '@payorch/kernel';
import type { Sender } from '../auth';
import { PaymentMethodLists } from '../payment-method-list';
import { isPresent, type PaymentRequest, type RequestedPayment } from './domain/payment-request';

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

  /** The owner's own refusal where the payment is not the sender's. */
  async of(sent: PaymentRequest, payment: RequestedPayment, sender: Sender): Promise<Refusal | undefined> {
    if (!isPresent(sent.installment_data)) return undefined;
    const currency = currencyOf(sent);
    if ('profileId' in payment) return currency && this.check(payment.profileId, currency, sender);
    // A confirmation learns it of routing.
    if (payment.isConfirmed) return undefined;
    const stored = await this.lists.paymentOf(payment.paymentId, sender);
    return isRefusal(stored) ? stored : this.check(stored.profileId, currency ?? stored.money.currency, sender);
  }

  private async check(profileId: string, currency: Currency, { merchant }: Sender): Promise<Refusal | undefined> {
    return (await this.lists.chargesInInstallments(merchant.account, profileId, currency)) ? undefined : refused;
  }
}
