import { Injectable } from '@nestjs/common';
import type { HostedPage, HostedPages } from '../../kit/pages/hosted-pages';
import { approveOrder } from './decide/create-order';
import { completeChallenge } from './decide/settle-payment';
import type { Order } from './order';
import { stepOf } from './payment';
import { PaymentService } from './payment.service';

/** The bank's pages of open challenges, by the id of the attempt, and the pages of orders, by the id of the order. */
@Injectable()
export class PaymentPages implements HostedPages {
  constructor(private readonly payments: PaymentService) {}

  find(key: string): HostedPage | undefined {
    const order = this.payments.records.order(key, Date.now());
    return order?.status === 'created' ? this.pageOf(order) : this.ofChallenge(key);
  }

  /** A customer who approves nothing leaves the order as it is. The wallet's own window has no shop to return to. */
  private pageOf(order: Order): HostedPage {
    const { id, connector, reference, amount, currency } = order;
    return {
      shown: { amount, currency, method: 'PayPal', payment: id },
      request: { connector, payment_id: null, reference, amount, currency },
      complete: (confirmed) => this.payments.commitAndNotify(confirmed ? approveOrder(order) : {}),
      returnUrl: () => null,
    };
  }

  private ofChallenge(attempt: string): HostedPage | undefined {
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
