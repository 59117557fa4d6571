import { type Outgoing, refuse } from '@payorch/contracts';
import type { MerchantId, PayoutId } from '@payorch/kernel';
import { account } from '../../test/owner-server';
import type { Sender } from '../auth';
import { BlockedDestinations } from './blocked-destinations';

const card = { bin: '424242', extendedBin: '42424242', fingerprint: 'fp' };
const ids = { merchantId: 'acme' as MerchantId, payoutId: 'payout_7hQKZ5v1mXcB2nR8tY0Lk3w' as PayoutId };
const answer = (isBlocked: boolean) => Buffer.from(JSON.stringify({ isBlocked }));

function judgedBy(
  reply: Buffer | ReturnType<typeof refuse>,
  { isGuarded = true, stored = card as typeof card | null } = {},
) {
  const asked: Outgoing[] = [];
  const query = (message: Outgoing) => (asked.push(message), Promise.resolve(reply));
  const cardOf = jest.fn(() => Promise.resolve(stored));
  const sender = { merchant: { ...ids, account: { ...account, ...(isGuarded && { hasBlocklistGuard: true }) } } };
  const blocked = new BlockedDestinations({ query }, { cardOf });
  return { asked, cardOf, sender: sender as unknown as Sender, blocked };
}

const refused = refuse('payment_blocked', { message: 'This payment method is blocked', reason: 'Blocked' });

it.each([
  ['gets no payout, as it gets no payment', answer(true), refused],
  ['gets one where it is not on it', answer(false), undefined],
  ['is not taken for an unblocked one where payments does not answer', refuse('no_reply'), refuse('no_reply')],
])('a card of the blocklist %s', async (_, reply, expected) => {
  const { blocked, sender, asked } = judgedBy(reply);
  expect(await blocked.refusalOf(card, sender)).toEqual(expected);
  expect(await blocked.refusalOfStored(ids, sender)).toEqual(expected);
  const judged = {
    message: expect.objectContaining({ type: 'blocklist.judge' }) as unknown,
    data: { merchantId: 'acme', card },
  };
  expect(asked).toMatchObject([judged, judged]);
});

it('payments is not asked where the list does not apply', async () => {
  const { blocked, sender, asked, cardOf } = judgedBy(answer(true), { isGuarded: false });
  expect([await blocked.refusalOf(card, sender), await blocked.refusalOfStored(ids, sender)]).toEqual([
    undefined,
    undefined,
  ]);
  expect([asked, cardOf.mock.calls]).toEqual([[], []]);
});

it('a payout that goes to no card has nothing to judge', async () => {
  const { blocked, sender, asked } = judgedBy(answer(true), { stored: null });
  expect(await blocked.refusalOfStored(ids, sender)).toBeUndefined();
  expect(asked).toEqual([]);
});
