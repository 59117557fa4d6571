import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type CardFacts as Facts, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import { withoutBlanks } from '@payorch/rest';
import { Redis } from 'ioredis';
import { readPublicKey } from '../../accounts';
import type { AuthenticatedMerchant, Sender } from '../../auth';
import { CardFacts } from '../../cards';
import { isPaymentId, messageCallerOf, paymentQuery } from '../../owners';
import type { PlainCard } from '../../sealing';
import { loggerToken } from '../../tokens';
import { PaymentOwner } from '../payment-owner';
import { encryptForMerchant } from './encrypt-for-merchant';

const redisKeyOf = (merchantId: MerchantId, paymentId: PaymentId): string =>
  `extended_card_info:${keyOf(merchantId, paymentId)}`;

/** What the merchant decrypts. The CVC is not part of it: no store may have it for longer than the authorization needs it. */
const cardText = (card: PlainCard, facts: Facts | null): string =>
  JSON.stringify({
    card_number: withoutBlanks(card.card_number),
    card_exp_month: card.card_exp_month,
    card_exp_year: card.card_exp_year,
    card_holder_name: card.card_holder_name ?? null,
    card_issuer: facts?.issuer ?? null,
    card_network: facts?.network ?? null,
    card_type: facts?.type ?? null,
    card_issuing_country: facts?.issuingCountry ?? null,
  });

/**
 * The cards of payments for merchants whose profile asks for them, encrypted for the merchant's own key. They wait in Redis
 * and nowhere else, for the time that the profile sets: a lost one is as good as an expired one.
 */
@Injectable()
export class ExtendedCardInfos {
  constructor(
    @Inject(Redis) private readonly redis: Pick<Redis, 'get' | 'set'>,
    @Inject(CardFacts) private readonly facts: Pick<CardFacts, 'of'>,
    @Inject(PaymentOwner) private readonly owner: Pick<PaymentOwner, 'query'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Stores the card of an accepted request. No fault of the store refuses a payment. */
  async store(
    card: PlainCard | undefined,
    reply: Buffer | Refusal,
    { merchantId, account }: AuthenticatedMerchant,
  ): Promise<void> {
    const isWanted = account.profiles.some(({ extendedCardInfo }) => extendedCardInfo !== undefined);
    if (!card || !isWanted || isRefusal(reply)) return;
    const payment = JSON.parse(reply.toString()) as { readonly payment_id: PaymentId; readonly profile_id: string };
    const config = account.profiles.find(({ profileId }) => profileId === payment.profile_id)?.extendedCardInfo;
    const publicKey = config && readPublicKey(config.publicKey);
    if (!publicKey || config.ttlSeconds <= 0) return;
    const payload = encryptForMerchant(cardText(card, await this.facts.of(withoutBlanks(card.card_number))), publicKey);
    await this.redis
      .set(redisKeyOf(merchantId, payment.payment_id), payload, 'EX', config.ttlSeconds)
      .catch((error: unknown) =>
        this.logger.warn({ error, payment_id: payment.payment_id }, 'the extended card info was not stored'),
      );
  }

  async retrieve(paymentId: string, sender: Sender): Promise<{ readonly payload: string } | Refusal> {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const { merchant } = sender;
    const { merchantId } = merchant;
    const query = paymentQuery({ merchantId, paymentId }, messageCallerOf(merchant));
    // The owner knows whether the payment is the caller's: of the merchant, and of the profile of `X-Profile-Id`.
    const found = await this.owner.query(query, sender);
    if (isRefusal(found)) return found;
    const payload = await this.redis.get(redisKeyOf(merchantId, paymentId)).catch(() => undefined);
    if (payload === undefined) return refuse('extended_card_info_away');
    return payload === null ? refuse('extended_card_info_not_found') : { payload };
  }
}
