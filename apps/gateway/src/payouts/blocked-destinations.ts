import { Inject, Injectable } from '@nestjs/common';
import {
  blocklistJudge,
  blocklistJudgement,
  isRefusal,
  type JudgedCard,
  outgoing,
  type Refusal,
  refuse,
} from '@payorch/contracts';
import type { Sender } from '../auth';
import { OwnerClient } from '../owners';
import { type PayoutIds, PayoutOwner } from './payout-owner';

const blocked = refuse('payment_blocked', { message: 'This payment method is blocked', reason: 'Blocked' });

/** Judges the cards of payouts by the merchant's blocklist, which payments has. Asks only where the list applies. */
@Injectable()
export class BlockedDestinations {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(PayoutOwner) private readonly payouts: Pick<PayoutOwner, 'cardOf'>,
  ) {}

  /** Refuses a card as a payment with it is refused; undefined where it is not blocked. */
  async refusalOf({ bin, extendedBin, fingerprint }: JudgedCard, sender: Sender): Promise<Refusal | undefined> {
    const { merchantId, account } = sender.merchant;
    if (!account.hasBlocklistGuard) return undefined;
    const query = outgoing(blocklistJudge, { merchantId, card: { bin, extendedBin, fingerprint } });
    const reply = await this.owner.query(query, sender);
    if (isRefusal(reply)) return reply;
    return blocklistJudgement.parse(JSON.parse(reply.toString())).isBlocked ? blocked : undefined;
  }

  /** The same for the stored card of a payout: it may have been blocked since. */
  async refusalOfStored(ids: PayoutIds, sender: Sender): Promise<Refusal | undefined> {
    if (!sender.merchant.account.hasBlocklistGuard) return undefined;
    const card = await this.payouts.cardOf(ids, sender);
    if (!card || isRefusal(card)) return card ?? undefined;
    return this.refusalOf(card, sender);
  }
}
