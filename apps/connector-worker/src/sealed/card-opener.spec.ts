import { cardNumber, Shop } from '../../test/builders';
import { CardOpener } from './card-opener';
import { purposes } from './purposes';

const shop = new Shop();
const { merchantId } = shop;
const opener = (read: () => Promise<unknown>) => new CardOpener(shop.keys.privateKeys, { read: read as never });
const lost = async () => ({ kind: 'lost' });

describe('the card opener', () => {
  it('a card opens with its number and CVC, repeatedly', async () => {
    const card = shop.card('stored');
    const sealedCvc = shop.keys.seal('737', card.reference, merchantId, purposes.cardCvc);
    const cards = opener(async () => ({ kind: 'read', sealedCvc }));
    for (let call = 0; call < 2; call++) {
      const opening = await cards.open(card, merchantId);
      if (opening.kind !== 'opened') throw new Error('not opened');
      expect(opening.card.number.reveal()).toBe(cardNumber);
      expect(opening.card.cvc?.reveal()).toBe('737');
      expect(JSON.stringify(opening.card)).not.toContain(cardNumber);
    }
  });

  it('a card without a CVC opens without a read of the vault', async () => {
    const read = jest.fn(lost);
    const opening = await opener(read).open(shop.card('absent'), merchantId);
    expect(opening).toMatchObject({ kind: 'opened', card: { cvc: null } });
    expect(read).not.toHaveBeenCalled();
  });

  it('a card whose CVC is lost does not open', async () => {
    expect(await opener(lost).open(shop.card('stored'), merchantId)).toEqual({
      kind: 'failed',
      reason: 'CVC_LOST',
    });
  });

  it.each([
    ['another merchant', shop.card(), new Shop().merchantId],
    ['another card', { ...shop.card(), sealedNumber: shop.card().sealedNumber }, merchantId],
    ['an invalid seal', { ...shop.card(), sealedNumber: 'no seal' }, merchantId],
  ])('a card does not open for %s', async (_, card, merchant) => {
    expect(await opener(lost).open(card, merchant)).toEqual({ kind: 'failed', reason: 'CARD_UNREADABLE' });
  });
});
