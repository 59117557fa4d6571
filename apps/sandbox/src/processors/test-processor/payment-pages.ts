import { Injectable } from '@nestjs/common';
import type { HostedPage, HostedPages } from '../../kit/pages/hosted-pages';
import { completeChallenge } from './decide/settle-payment';
import { PaymentService } from './payment.service';

/** The bank's pages of open challenges; the key is the id of the attempt. */
@Injectable()
export class PaymentPages implements HostedPages {
  constructor(private readonly payments: PaymentService) {}

  find(attempt: string): HostedPage | undefined {
    const payment = this.payments.records.paymentByAttempt(attempt, Date.now());
    if (!payment) return undefined;
    const { id, connector, reference, amount, currency, methodName, returnUrl } = payment;
    return {
      shown: { amount, currency, method: methodName, payment: id },
      request: { connector, payment_id: id, reference, amount, currency },
      complete: (confirmed) => this.payments.commitAndNotify(completeChallenge(payment, confirmed)),
      returnUrl: () => returnUrl,
    };
  }
}
