import type { DataOf } from '@payorch/contracts';
import { paymentMethodListOfPayment, refuse } from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { isHidden } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { listActive } from '../../../payment-methods/persistence/saved-payment-methods';
import { paymentMethodListView } from '../../../payment-methods/queries/payment-method-list.view';
import { listContextOf, PaymentMethodReads } from '../../../payment-methods/queries/payment-method.queries';
import { checkCaller } from '../../domain/client/caller';
import { seesSavedMethods } from '../../domain/client/payment-link';
import { merchantRulesOf } from '../../domain/merchant-rules';
import { surchargeDetailsView } from '../payment/surcharge.parts';
import { PaymentRepository } from '../../persistence/payment/payment.repository';

/** Lists the saved payment methods of a payment's customer for the payment's client. */
@MessageController()
export class PaymentMethodsOfPayment {
  constructor(
    private readonly reads: PaymentMethodReads,
    private readonly payments: PaymentRepository,
  ) {}

  @Query(paymentMethodListOfPayment)
  list(
    { merchantId, paymentId, caller, customerId: named, limit, showsData }: DataOf<typeof paymentMethodListOfPayment>,
    { incoming }: KeyedDelivery,
  ): Promise<Reply> {
    return this.reads.read(merchantId, async (sql): Promise<Reply> => {
      const payment = await this.payments.find(sql, merchantId, paymentId);
      if (!payment || isHidden(payment, incoming)) return refuse('payment_not_found');
      const refused = checkCaller(payment, caller, this.reads.now());
      if (refused) return refused;
      const { profileId } = payment;
      // A client with only the open link of the payment is a guest.
      const customerId = seesSavedMethods(payment, caller) ? payment.customerId : null;
      if (named !== null && named !== customerId) return refuse('customer_not_found');
      const saved = customerId === null ? [] : await listActive(sql, this.reads.seals, merchantId, customerId, limit);
      const body = paymentMethodListView(saved, {
        ...listContextOf(this.reads, merchantId, profileId),
        isOffSession: payment.setupFutureUsage === 'off_session',
        surchargeOf: ({ method: { paymentMethod, paymentMethodType, card } }) =>
          surchargeDetailsView(
            payment,
            { paymentMethod, paymentMethodType, cardNetwork: card?.network ?? null },
            merchantRulesOf(this.reads.settings.rules(merchantId), undefined).surcharge,
          ),
        isGuest: customerId === null,
        showsData,
      });
      return { kind: 'response', body };
    });
  }
}
