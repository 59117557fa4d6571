import type { CardFacts } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { open } from '@payorch/platform/sealing';
import { generateKeyPairSync } from 'node:crypto';
import { cardNetworkOf } from './domain/card-network';
import { CardSealer, type PlainCard } from './seal-card';

const pair = generateKeyPairSync('x25519');
const merchantId = 'acme' as MerchantId;
const plain: PlainCard = {
  card_number: '4242 4242 4242 4242',
  card_exp_month: '10',
  card_exp_year: '30',
  card_holder_name: 'Jo',
  card_cvc: '123',
};

const issued: CardFacts = {
  network: 'CartesBancaires',
  issuer: 'Bank',
  type: 'DEBIT',
  subtype: null,
  issuingCountry: 'FR',
};

function sealer(result: 'stored' | 'lost' = 'stored', facts: CardFacts | null = null) {
  const vault: [string, string][] = [];
  const card = new CardSealer({
    sealingKey: { kid: 'k1', key: pair.publicKey },
    fingerprintKey: new Secret('key'),
    facts: { of: () => Promise.resolve(facts) },
    vault: {
      store: (reference, sealed) => {
        vault.push([reference, sealed]);
        return Promise.resolve(result);
      },
    },
  });
  return { card, vault };
}

const opened = (sealed: string, reference: string, purpose: string) =>
  open(sealed, new Map([['k1', pair.privateKey]]), { reference, merchantId, purpose });

describe('CardSealer', () => {
  it('the number is sealed to the workers and bound to card and merchant', async () => {
    const { card } = sealer();
    const sealed = await card.seal(plain, merchantId);
    expect(opened(sealed.sealedNumber, sealed.reference, 'card_number')).toBe('4242424242424242');
    expect(sealed).toMatchObject({
      bin: '424242',
      extendedBin: '42424242',
      last4: '4242',
      network: 'Visa',
      expiryMonth: '10',
      expiryYear: '30',
      holderName: 'Jo',
      cvc: 'stored',
    });
    expect(JSON.stringify(sealed)).not.toContain('4242424242424242');
  });

  it("the network of the card facts takes precedence over the number's", async () => {
    expect(await sealer('stored', issued).card.seal(plain, merchantId)).toMatchObject({
      network: 'CartesBancaires',
      facts: issued,
    });
    const unnamed = { ...issued, network: null };
    expect(await sealer('stored', unnamed).card.seal(plain, merchantId)).toMatchObject({ network: 'Visa' });
  });

  it('only the vault has the sealed CVC', async () => {
    const { card, vault } = sealer();
    const sealed = await card.seal(plain, merchantId);
    expect(vault).toHaveLength(1);
    expect(vault[0]![0]).toBe(sealed.reference);
    expect(opened(vault[0]![1], sealed.reference, 'card_cvc')).toBe('123');
    expect(sealed).not.toHaveProperty('cvcText');
  });

  it('a card whose CVC cannot be stored is refused before anything exists', async () =>
    expect(sealer('lost').card.seal(plain, merchantId)).rejects.toMatchObject({
      refusal: { code: 'cvc_store_unavailable' },
    }));

  it('a card without a CVC needs no Redis', async () => {
    const { card_cvc: _, ...withoutCvc } = plain;
    expect((await sealer('lost').card.seal(withoutCvc, merchantId)).cvc).toBe('absent');
  });

  it('a missing CVC is marked absent', async () => {
    const { card, vault } = sealer();
    expect((await card.seal({ ...plain, card_cvc: null }, merchantId)).cvc).toBe('absent');
    expect(vault).toEqual([]);
  });

  it.each([
    ['4242 4242 4242 4242', '424242******4242'],
    ['378282246310005', '378282*****0005'],
    ['42000000', '****0000'],
  ])('a card %s that receives money is sealed as a whole, and shown as %s', (card_number, maskedNumber) => {
    const { recipient, sealedRecipient } = sealer().card.sealRecipient({ ...plain, card_number }, merchantId);
    expect(recipient).toEqual({ maskedNumber, expiryMonth: '10', expiryYear: '30' });
    expect(JSON.parse(opened(sealedRecipient.sealed, sealedRecipient.reference, 'payment_method_data'))).toEqual({
      number: card_number.replaceAll(' ', ''),
      expiryMonth: '10',
      expiryYear: '30',
      holderName: 'Jo',
    });
  });

  it('one card has one fingerprint for a merchant, and another for another merchant', async () => {
    const { card } = sealer();
    const [first, second, foreign] = await Promise.all([
      card.seal(plain, merchantId),
      card.seal(plain, merchantId),
      card.seal(plain, 'other' as MerchantId),
    ]);
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(foreign.fingerprint).not.toBe(first.fingerprint);
    expect(second.reference).not.toBe(first.reference);
  });

  it.each([
    ['378282246310005', '378282', '37828224'],
    ['38000000000006', '380000', null],
    ['4222222222222', '422222', null],
    ['42000000', '', null],
  ])('a card %s shows the digits %j and %j', async (card_number, bin, extendedBin) =>
    expect(await sealer().card.seal({ ...plain, card_number }, merchantId)).toMatchObject({ bin, extendedBin }),
  );
});

it.each([
  ['4111111111111111', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['2221000000000009', 'Mastercard'],
  ['2720990000000007', 'Mastercard'],
  ['378282246310005', 'AmericanExpress'],
  ['38000000000006', 'DinersClub'],
  ['30569309025904', 'DinersClub'],
  ['6011111111111117', 'Discover'],
  ['6221260000000000', 'Discover'],
  ['6200000000000005', 'UnionPay'],
  ['3530111333300000', 'JCB'],
  ['6759649826438453', 'Maestro'],
  ['6521500000000000', 'RuPay'],
  ['9999999999999995', null],
  ['2721000000000000', null],
])('the number %s belongs to %s', (number, network) => expect(cardNetworkOf(number)).toBe(network));
