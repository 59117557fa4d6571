import type { Caller, LinkTerms } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { aContext, aPayment, aProfile, cardFields, create, later, now, paymentOf } from '../../../../test/builders';
import { confirmPayment } from '../decide/confirm-payment';
import { updatePayment } from '../decide/update-payment';
import { checkCaller } from './caller';
import { mostTriesOfLink } from './manual-retry';
import type { Payment } from '../payment';
import { isSeenByStranger, type LinkState, linkStateOf, seesSavedMethods } from './payment-link';
import { redactPayment } from '../redact-payment';

const terms: LinkTerms = {
  origin: null,
  allowedDomains: ['acme.example'],
  config: { theme: '#212E46', transaction_details: [{ key: 'Policy of', value: 'Jo' }] },
  locale: 'de',
};
let texts = 0;
const context = aContext({ randomText: (length) => `${++texts}`.padEnd(length, 'r') });
/** Links of these tests live as long as other payments do. */
const linked = paymentOf(create(cardFields({ link: terms, sessionExpirySeconds: 900 }), false, context));
const plain = paymentOf(create(cardFields(), false, context));

const client = (clientSecret: string): Caller => ({ kind: 'client', clientSecret });
const merchant: Caller = { kind: 'merchant' };
const [openSecret, secureSecret] = [linked.clientSecret, linked.link!.secureSecret];

it('a payment has a link with an id, a language and a second client secret of its own', () => {
  expect(linked.link).toMatchObject({ ...terms, locale: 'de' });
  expect(linked.link!.id).toMatch(/^plink_.{20}$/);
  expect(secureSecret).toMatch(/^pay_1_secret_.{20}$/);
  expect(secureSecret).not.toBe(openSecret);
  expect(plain.link).toBeUndefined();
  expect(paymentOf(create(cardFields({ link: { ...terms, locale: undefined } }), false)).link!.locale).toBeNull();
});

describe('a client', () => {
  it('needs one of the secrets of the payment, in time', () => {
    for (const secret of [openSecret, secureSecret]) {
      expect(checkCaller(linked, client(secret), now)).toBeUndefined();
      expect(checkCaller(linked, client(secret), later(901))).toMatchObject({ code: 'client_secret_expired' });
      expect(checkCaller(plain, client(secret), now)).toMatchObject({ code: 'client_secret_invalid' });
    }
    expect(checkCaller(linked, client(`${openSecret}x`), now)).toMatchObject({ code: 'client_secret_invalid' });
  });

  it.each<[string, Payment, Caller, boolean]>([
    ['of a payment without a link', plain, client(plain.clientSecret), true],
    ['with the secret of the secure link', linked, client(secureSecret), true],
    ['with the secret of the open link', linked, client(openSecret), false],
    ['that is the merchant', linked, merchant, true],
  ])('%s sees saved payment methods: %s', (_, payment, caller, sees) =>
    expect(seesSavedMethods(payment, caller)).toBe(sees),
  );

  it('of a payment with a link may be a stranger', () => {
    expect(isSeenByStranger(linked, 'client')).toBe(true);
    expect(isSeenByStranger(plain, 'client')).toBe(false);
    expect(isSeenByStranger(linked, 'merchant')).toBe(false);
  });
});

describe('an update', () => {
  const about = { merchantId: linked.merchantId, paymentId: linked.paymentId, confirm: null, callerIp: null };
  const changed: LinkTerms = { origin: 'https://pay.acme.example', allowedDomains: null, config: { theme: '#fff' } };
  const update = (payment: Payment, caller: Caller, link: LinkTerms | undefined) =>
    updatePayment(payment, { ...about, caller, fields: { details: {}, ...(link && { link }) } }, context);

  it('replaces what the page shows, and keeps id, secrets and language', () => {
    const { id, locale } = linked.link!;
    expect(paymentOf(update(linked, merchant, changed)).link).toEqual({ ...changed, id, locale, secureSecret });
    expect(paymentOf(update(linked, merchant, undefined)).link).toEqual(linked.link);
  });

  it('of a client is refused by name', () =>
    expect(update(linked, client(openSecret), changed)).toMatchObject({
      code: 'not_for_clients',
      details: { field: 'payment_link_config' },
    }));

  it.each([null, false] as const)('of a lower amount leaves nothing capturable above it (confirm: %s)', (confirm) => {
    const created = paymentOf(create(cardFields({ link: terms }), confirm, context));
    const amount = minorUnits(700n);
    const updated = paymentOf(
      updatePayment(created, { ...about, caller: merchant, fields: { amount, details: {} } }, context),
    );
    expect(updated).toMatchObject({ money: { amount }, amountCapturable: confirm === false ? 0n : amount });
  });

  it('makes no link', () => expect(paymentOf(update(plain, merchant, changed)).link).toBeUndefined());
});

describe('the life of a link', () => {
  const secondsOf = (fields: Parameters<typeof cardFields>[0], sessionExpirySeconds = 900) => {
    const at = aContext({ profile: { ...aProfile, sessionExpirySeconds } });
    const { createdAt, expiresAt } = paymentOf(create(cardFields(fields), false, at));
    return (expiresAt.getTime() - createdAt.getTime()) / 1000;
  };

  it('is a day, longer where the profile’s sessions are longer, and otherwise as its request says', () => {
    expect(secondsOf({ link: terms })).toBe(86_400);
    expect(secondsOf({ link: terms }, 604_800)).toBe(604_800);
    expect(secondsOf({ link: terms, sessionExpirySeconds: 60 })).toBe(60);
    expect(secondsOf({ link: terms, sessionExpirySeconds: 7_890_000 })).toBe(7_890_000);
  });

  it('changes nothing of a payment without one', () => expect(secondsOf({})).toBe(900));
});

describe('the state of a link', () => {
  const retried = { ...aProfile, manualRetry: true };
  const withLink = (payment: Payment): Payment => ({ ...payment, link: linked.link! });
  const declined = withLink(aPayment.declined());
  const closed = { ...declined, link: { ...linked.link!, config: { enable_manual_retry: false } } };
  const triedOften = { ...declined, attempts: Array.from({ length: mostTriesOfLink }, () => declined.attempts[0]!) };
  it.each<[string, Payment, number, typeof aProfile, LinkState]>([
    ['a new payment', withLink(aPayment.withoutMethod()), 0, aProfile, 'payable'],
    ['a payment with its payment method', withLink(aPayment.unconfirmed()), 0, aProfile, 'payable'],
    ['at its last moment', withLink(aPayment.withoutMethod()), 900, aProfile, 'payable'],
    ['past it', withLink(aPayment.withoutMethod()), 901, aProfile, 'expired'],
    ['under way', withLink(aPayment.authorizing()), 0, aProfile, 'ended'],
    ['at the bank', withLink(aPayment.challenged()), 0, aProfile, 'ended'],
    ['paid', withLink(aPayment.charged()), 0, aProfile, 'ended'],
    ['paid, past its moment', withLink(aPayment.charged()), 901, aProfile, 'ended'],
    ['declined', withLink(aPayment.declined()), 0, aProfile, 'payable'],
    ['declined, past half of its session', withLink(aPayment.declined()), 451, aProfile, 'payable'],
    ['declined, past its moment', withLink(aPayment.declined()), 901, retried, 'ended'],
    ['declined, where the link lets no customer try again', closed, 0, retried, 'ended'],
    ['declined as often as a link permits', triedOften, 0, aProfile, 'ended'],
    ['of a deleted customer', { ...withLink(aPayment.withoutMethod()), isRedacted: true }, 0, aProfile, 'expired'],
  ])('%s', (_, payment, seconds, profile, state) => expect(linkStateOf(payment, profile, later(seconds))).toBe(state));

  it('only a payable link can be paid', () => {
    const about = { merchantId: linked.merchantId, paymentId: linked.paymentId, callerIp: null };
    const pay = (payment: Payment, seconds: number, profile = aProfile) => {
      const at = aContext({ now: later(seconds), profile });
      const caller = client(payment.clientSecret);
      return confirmPayment(payment, { ...about, caller, fields: { details: {} } }, at).kind === 'decided';
    };
    expect(pay(linked, 900)).toBe(true);
    expect(pay(linked, 901)).toBe(false);
    expect(pay(declined, 900)).toBe(true);
    expect(pay(declined, 901, retried)).toBe(false);
    expect(pay(closed, 10, retried)).toBe(false);
    expect(pay(triedOften, 10, retried)).toBe(false);
  });

  it('the merchant’s own retries are those of the profile', () => {
    const about = { merchantId: linked.merchantId, paymentId: linked.paymentId, callerIp: null };
    const retry = (profile = aProfile) =>
      confirmPayment(declined, { ...about, caller: merchant, fields: { details: {} } }, aContext({ profile })).kind;
    expect([retry(), retry(retried)]).toEqual(['refused', 'decided']);
  });
});

it('a deleted customer is not named in the lines of the merchant', () => {
  const { link } = redactPayment(linked, { isLast: false })!;
  expect(link).toEqual({ ...linked.link, config: { theme: '#212E46' } });
});
