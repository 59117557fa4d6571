import type { DataOf, JsonObject, MethodToJudge } from '@payorch/contracts';
import { errorBody, isRefusal, paymentJudgeMethod, refuse } from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { isHidden, jsonReply } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { findBlockedCards, type BlockedCards } from '../../../blocklist/persistence/blocked-cards';
import type { PaymentMethod } from '../../../payment-methods/domain/payment-method';
import { PaymentTokens } from '../../../payment-methods/domain/payment-tokens';
import { findByTokens } from '../../../payment-methods/persistence/named-payment-methods';
import type { JudgedMethod } from '../../domain/method/blocked-methods';
import { blockOf } from '../../domain/method/blocked-payment';
import { checkCaller } from '../../domain/client/caller';
import { judgedMethod, namesSaved } from '../../domain/method/judged-method';
import type { Payment } from '../../domain/payment';
import { isGuardedByBlocklist } from '../../../settings/is-guarded';
import { profileOrNeutral } from '../../../settings/neutral-profile';
import { QueryParts, surchargeRulesOf } from '../payments.queries';
import { surchargeDetailsView } from '../payment/surcharge.parts';

/** Judges a payment method for a checkout as a confirmation does, without a change of the payment. */
@MessageController()
export class MethodJudge {
  constructor(
    private readonly parts: QueryParts,
    private readonly tokens: PaymentTokens,
  ) {}

  @Query(paymentJudgeMethod)
  judge(
    { merchantId, paymentId, caller, method: sent }: DataOf<typeof paymentJudgeMethod>,
    { incoming }: KeyedDelivery,
  ): Promise<Reply> {
    const { parts } = this;
    return parts.read(merchantId, async (sql): Promise<Reply> => {
      const payment = await parts.repository.find(sql, merchantId, paymentId);
      if (!payment || isHidden(payment, incoming)) return refuse('payment_not_found');
      const refused = checkCaller(payment, caller, parts.now());
      if (refused) return refused;
      const method = judgedMethod(payment, sent, await this.savedOf(sql, payment, sent));
      const refusedBecause = isRefusal(method)
        ? (errorBody(method).body.error['message'] ?? null)
        : await this.blockMessage(sql, payment, method);
      const surcharge = isRefusal(method) || !method ? null : this.surchargeOf(payment, method, sent);
      return jsonReply({ refusedBecause, surcharge });
    });
  }

  private surchargeOf(
    payment: Payment,
    { paymentMethod, card, paymentMethodType }: JudgedMethod,
    { paymentMethodType: sent }: MethodToJudge,
  ): JsonObject | null {
    const method = {
      paymentMethod,
      paymentMethodType: paymentMethodType ?? sent ?? null,
      cardNetwork: card?.network ?? null,
    };
    return surchargeDetailsView(payment, method, surchargeRulesOf(this.parts, payment.merchantId));
  }

  /** The saved payment method of the payment's customer that a live token names. */
  private async savedOf(sql: Sql, payment: Payment, sent: MethodToJudge): Promise<PaymentMethod | undefined> {
    const { merchantId, paymentId, customerId } = payment;
    const { paymentToken: token } = sent;
    if (customerId === null || !namesSaved(payment, sent) || !this.tokens.isLive(token, this.parts.now()))
      return undefined;
    const naming = { merchantId, paymentId, paymentMethodId: null, customerId, token };
    return [...(await findByTokens(sql, this.parts.seals, [naming], this.tokens)).values()][0];
  }

  private async blockMessage(
    sql: Sql,
    { merchantId, profileId }: Payment,
    method: JudgedMethod | undefined,
  ): Promise<string | null> {
    if (!method) return null;
    const { settings } = this.parts;
    const blocked = await this.blockedCards(sql, merchantId, method);
    const block = blockOf(method, {
      isOnBlocklist: (card) => blocked?.has({ merchantId, card }) ?? false,
      profile: profileOrNeutral(settings, merchantId, profileId),
    });
    return block?.message ?? null;
  }

  /** Undefined where the merchant's blocklist does not apply, or there is no card. */
  private async blockedCards(
    sql: Sql,
    merchantId: Payment['merchantId'],
    { card }: JudgedMethod,
  ): Promise<BlockedCards | undefined> {
    const isGuarded = isGuardedByBlocklist(this.parts.settings, merchantId);
    return card && isGuarded ? findBlockedCards(sql, new Set([merchantId]), [{ merchantId, card }]) : undefined;
  }
}
