import { Injectable } from '@nestjs/common';
import type { HostedPage, HostedPages } from '../../kit/pages/hosted-pages';
import { completeChallenge } from './decide/settle-payment';
import { stepOf } from './payment';
import { PaymentService } from './payment.service';

/** The bank's pages of open challenges; the key is the id of the attempt. */
@Injectable()
export class PaymentPages implements HostedPages {
  constructor(private readonly payments: PaymentService) {}

  find(attempt: string): HostedPage | undefined {
    const payment = this.payments.records.paymentByAttempt(attempt, Date.now());
    if (!payment?.challenge) return undefined;
    const returns = stepOf(payment.challenge) === 'redirect_to_url';
    const { id, connector, reference, amount, currency, methodName, returnUrl } = payment;
    return {
      shown: { amount, currency, method: methodName, payment: id },
      request: { connector, payment_id: id, reference, amount, currency },
      complete: (confirmed) => this.payments.commitAndNotify(completeChallenge(payment, confirmed)),
      // A customer who pays on another device, or by a wallet's own window, has no shop to return to there.
      returnUrl: () => (returns ? returnUrl : null),
    };
  }

  /** The open step whose hidden frame posts to this key; a frame may not approve any other step. */
  findFrame(attempt: string): HostedPage | undefined {
    const payment = this.payments.records.paymentByAttempt(attempt, Date.now());
    return payment?.challenge?.step === 'invoke_hidden_iframe' ? this.find(attempt) : undefined;
  }
}
