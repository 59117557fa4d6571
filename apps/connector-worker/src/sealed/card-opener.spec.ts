import { cardNumber, Shop } from '../../test/builders';
import { CardOpener } from './card-opener';
import { purposes } from './purposes';

const shop = new Shop();
const { merchantId } = shop;
const opener = (take: () => Promise<unknown>) => {
  const putBack = jest.fn(async () => 'held' as const);
  const vault = { take: take as never, putBack };
  return { putBack, cards: new CardOpener(shop.keys.privateKeys, vault) };
};
const lost = async () => ({ kind: 'lost' });

describe('a card', () => {
  it('opens with its number and its CVC, which goes back where it waited with the time that was left', async () => {
    const card = shop.card('held');
    const sealedCvc = shop.keys.seal('737', card.reference, merchantId, purposes.cardCvc);
    const { cards, putBack } = opener(async () => ({ kind: 'taken', sealedCvc, remainingMs: 60_000 }));
    const opening = await cards.open(card, merchantId);
    if (opening.kind !== 'opened') throw new Error('not opened');
    expect(opening.opened.card.number.reveal()).toBe(cardNumber);
    expect(opening.opened.card.cvc?.reveal()).toBe('737');
    expect(JSON.stringify(opening.opened.card)).not.toContain(cardNumber);
    await opening.opened.putBack();
    const [reference, seal, remainingMs] = putBack.mock.calls[0] as unknown as [string, string, number];
    expect([reference, seal]).toEqual([card.reference, sealedCvc]);
    expect(remainingMs).toBeLessThanOrEqual(60_000);
    expect(remainingMs).toBeGreaterThan(50_000);
  });

  it('opens without a CVC where none was given, and asks nobody for one', async () => {
    const take = jest.fn(lost);
    const opening = await opener(take).cards.open(shop.card('absent'), merchantId);
    expect(opening).toMatchObject({ kind: 'opened', opened: { card: { cvc: null } } });
    expect(take).not.toHaveBeenCalled();
  });

  it('fails where its CVC is lost', async () => {
    expect(await opener(lost).cards.open(shop.card('held'), merchantId)).toEqual({
      kind: 'failed',
      reason: 'CVC_LOST',
    });
  });

  it.each([
    ['another merchant', shop.card(), new Shop().merchantId],
    ['another card', { ...shop.card(), sealedNumber: shop.card().sealedNumber }, merchantId],
    ['nobody', { ...shop.card(), sealedNumber: 'no seal' }, merchantId],
  ])('does not open for %s', async (_, card, merchant) => {
    expect(await opener(lost).cards.open(card, merchant)).toEqual({ kind: 'failed', reason: 'CARD_UNREADABLE' });
  });
});
