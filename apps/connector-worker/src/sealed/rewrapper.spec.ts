import type { SealOwner, SealToRewrap } from '@payorch/contracts';
import { Secret } from '@payorch/kernel';
import { digestOf } from '@payorch/platform/rewrap';
import { CurrentPrivateKeys, describeSeal, newX25519Jwk, open, parsePublicKeys, seal } from '@payorch/platform/sealing';
import { cardNumber, Shop } from '../../test/builders';
import { purposes, purposesOf } from './purposes';
import { Rewrapper } from './rewrapper';

const [older, newer, gone] = ['older', 'newer', 'gone'].map((kid) => newX25519Jwk(kid));
const ring = new CurrentPrivateKeys(new Secret(JSON.stringify([newer, older])));
const rewrapper = new Rewrapper(ring);
const { merchantId } = new Shop();

const sealFor = (purpose: string, jwk = older!, bound: Partial<SealToRewrap> = {}): SealToRewrap => {
  const header = { reference: 'card_1', merchantId, purpose };
  const sealed = seal(cardNumber, { publicKey: parsePublicKeys([jwk])[0]!, header });
  return { place: 'attempts.card', objectId: 'pay_1_1', ...header, sealed, ...bound };
};
const outcomeOf = (one: SealToRewrap, owner: SealOwner = 'payments') => rewrapper.rewrap(owner, [one])[0]!.outcome;

describe('a seal of an older key', () => {
  it.each([
    ...purposesOf.gateway.map((purpose) => ['gateway', purpose] as const),
    ...purposesOf.payments.map((purpose) => ['payments', purpose] as const),
    ...purposesOf.payouts.map((purpose) => ['payouts', purpose] as const),
  ])('a seal of the %s for %s is re-sealed for the current key with the same header', (owner, purpose) => {
    const one = sealFor(purpose);
    const [{ outcome, was, ...position }] = rewrapper.rewrap(owner, [one]) as [ReturnType<Rewrapper['rewrap']>[number]];
    if (outcome.kind !== 'sealed') throw new Error(outcome.fault);
    expect({ ...position, was }).toEqual({
      place: one.place,
      merchantId,
      objectId: 'pay_1_1',
      was: digestOf(one.sealed),
    });
    const header = { reference: 'card_1', merchantId, purpose };
    expect(describeSeal(outcome.sealed)).toEqual({ kid: 'newer', ...header });
    const alone = new CurrentPrivateKeys(new Secret(JSON.stringify([newer])));
    expect(open(outcome.sealed, alone.keys, header)).toBe(cardNumber);
  });

  it.each([
    ['for another merchant', sealFor(purposes.cardNumber, older, { merchantId: 'm_2' as never }), 'wrong_header'],
    ['for another card', sealFor(purposes.cardNumber, older, { reference: 'card_2' }), 'wrong_header'],
    ['for another purpose', sealFor(purposes.cardNumber, older, { purpose: purposes.methodData }), 'wrong_header'],
    ['of an owner that has no such seals', sealFor(purposes.credentials), 'wrong_header'],
    ['of a CVC', sealFor(purposes.cardCvc), 'wrong_header'],
    ['of a removed key', sealFor(purposes.cardNumber, gone), 'unknown_key'],
    ['with an invalid format', sealFor(purposes.cardNumber, older, { sealed: cardNumber }), 'malformed'],
  ])('a seal %s is answered only with its fault', (_, one, fault) =>
    expect(outcomeOf(one)).toEqual({ kind: 'failed', fault }),
  );

  it('a changed seal is answered only with its fault', () => {
    const one = sealFor(purposes.cardNumber);
    const tag = one.sealed.slice(-22);
    const changed = one.sealed.replace(tag, `${tag.startsWith('A') ? 'B' : 'A'}${tag.slice(1)}`);
    expect(outcomeOf({ ...one, sealed: changed })).toEqual({ kind: 'failed', fault: 'tampered' });
  });
});

it('an answer does not contain the sealed value', () => {
  const text = JSON.stringify(rewrapper.rewrap('payments', [sealFor(purposes.cardNumber)]));
  expect(text).not.toContain(cardNumber);
  expect(text).not.toContain(Buffer.from(cardNumber).toString('base64url'));
});
