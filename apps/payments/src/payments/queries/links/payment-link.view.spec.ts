import type { LinkTerms } from '@payorch/contracts';
import { paymentForLink } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import { z } from 'zod';
import {
  aContext,
  aPayment,
  aProfile,
  cardFields,
  create,
  later,
  merchantId,
  now,
  paymentId,
  paymentOf,
  profileId,
  receive,
  rules,
} from '../../../../test/builders';
import { type Payment, withDetails } from '../../domain/payment';
import { paymentForListing } from '../methods/method-list.view';
import { hasLink, type LinkedPayment, linkPageAfter, linkView, paymentForPage } from './payment-link.view';
import { paymentView } from '../payment/payment.view';

const context = {
  publicUrl: 'https://pay.example',
  redirectToken: rules.redirectToken,
  linkToken: rules.linkToken,
  clientSessionId: rules.clientSessionId,
  profile: aProfile,
  publishableKey: 'pk_dev_1',
  gsmRule: () => undefined,
  pollConfig: () => ({ delay_in_secs: 2, frequency: 5 }),
};
const terms: LinkTerms = { origin: null, allowedDomains: null, config: { theme: '#212E46' }, locale: 'de' };
const orderDetails = [{ product_name: 'book', quantity: 1, amount: 1000 }];
const personal = {
  billing: { address: { city: 'Ulm', zip: '89073' }, phone: null, email: null },
  shipping: { address: { city: 'Bonn' }, phone: { number: '987' }, email: 'ann@acme.example' },
};

let texts = 0;
function made(changes: Partial<LinkTerms> = {}): LinkedPayment {
  const payment = paymentOf(
    create(
      cardFields({
        link: { ...terms, ...changes },
        sessionExpirySeconds: 900,
        customerId: 'cus_1' as CustomerId,
        customer: { name: 'Jo', email: 'jo@acme.example', phone: '123' },
        shippingCost: minorUnits(50n),
        returnUrl: 'https://acme.example/done',
        browserInfo: { ip_address: '10.0.0.1' },
        details: { description: 'Two books', order_details: orderDetails, ...personal },
      }),
      false,
      aContext({ randomText: (length) => `${++texts}`.padEnd(length, 'r') }),
    ),
  );
  if (!hasLink(payment)) throw new Error('no link');
  return payment;
}
const open = `https://pay.example/payment_link/merchant_a/pay_1?locale=de&link_token=open-link-of-pay_1`;
const secure = `https://pay.example/payment_link/s/merchant_a/pay_1?locale=de&link_token=secure-link-of-pay_1`;

describe('the link of a payment', () => {
  it('has the sum, the expiry and the description of its payment', () => {
    const payment = made();
    expect(linkView(payment, { caller: 'merchant', now }, context)).toEqual({
      payment_link_id: payment.link.id,
      merchant_id: merchantId,
      processor_merchant_id: merchantId,
      link_to_pay: open,
      amount: 1050,
      created_at: now.toISOString(),
      expiry: later(900).toISOString(),
      description: 'Two books',
      status: 'active',
      currency: 'EUR',
      secure_link: null,
    });
  });

  it('is expired past its expiry', () => {
    expect(linkView(made(), { caller: 'merchant', now: later(900) }, context)).toMatchObject({ status: 'active' });
    expect(linkView(made(), { caller: 'merchant', now: later(901) }, context)).toMatchObject({ status: 'expired' });
  });

  it('has a secure link for allowed domains, which only the merchant sees', () => {
    const payment = made({ allowedDomains: ['acme.example'] });
    expect(linkView(payment, { caller: 'merchant', now }, context)).toMatchObject({ secure_link: secure });
    expect(JSON.stringify(linkView(payment, { caller: 'client', now }, context))).not.toContain('secure-link');
  });

  it('begins with the merchant’s own domain', () =>
    expect(linkView(made({ origin: 'https://pay.acme.example' }), { caller: 'merchant', now }, context)).toMatchObject({
      link_to_pay: open.replace('https://pay.example', 'https://pay.acme.example'),
    }));
});

describe('the payment object of a payment with a link', () => {
  const shown = (caller: 'merchant' | 'client', payment = made({ allowedDomains: ['acme.example'] })) =>
    JSON.parse(paymentView(payment, { caller, expandAttempts: false, expandCaptures: false }, context)) as Record<
      string,
      unknown
    >;

  it('shows the merchant the link', () => {
    expect(shown('merchant')).toMatchObject({
      payment_link: { link: open, secure_link: secure, payment_link_id: expect.stringMatching(/^plink_/) as string },
      email: 'jo@acme.example',
      ...personal,
    });
    expect(shown('merchant', { ...made(), link: undefined } as never)).toMatchObject({ payment_link: null });
  });

  it('shows a browser neither the link nor anything of the customer', () => {
    const payment = made({ allowedDomains: ['acme.example'] });
    const text = JSON.stringify(shown('client', payment));
    for (const word of [
      'Jo',
      'jo@',
      '123',
      'Ulm',
      'Bonn',
      '89073',
      '10.0.0.1',
      '4242',
      'secure',
      payment.link.secureSecret,
    ])
      expect(text).not.toContain(word);
    expect(shown('client', payment)).toMatchObject({ amount: 1050, client_secret: payment.clientSecret });
  });

  it('is listed to a browser without what is known of the customer', () => {
    const payment = made();
    const listed = paymentForListing(payment, { caller: 'client', profile: aProfile, merchant: undefined });
    expect(JSON.stringify(listed.intentData)).not.toMatch(/Jo|jo@|Ulm|Bonn|cus_1/);
    expect(listed.hidesKnown).toBe(true);
    expect(
      paymentForListing(payment, { caller: 'merchant', profile: aProfile, merchant: undefined }),
    ).not.toHaveProperty('hidesKnown');
  });
});

describe('the page of a link', () => {
  const parts = { context, merchantName: 'ACME', now };
  const allowed = { allowedDomains: ['acme.example'] };
  const saving = { ...terms.config, enabled_saved_payment_method: true };

  it('shows the total and the order, and survives its encoding', () => {
    const payment = made();
    const page = paymentForPage(payment, 'open', parts);
    expect(page).toMatchObject({
      profileId,
      state: 'payable',
      status: 'requires_confirmation',
      money: { amount: 1100n, currency: 'EUR' },
      description: 'Two books',
      orderDetails,
      returnUrl: 'https://acme.example/done',
      merchantName: 'ACME',
      publishableKey: 'pk_dev_1',
      linkToPay: open,
      locale: 'de',
      config: terms.config,
      unifiedMessage: null,
      linkToStatus: `https://pay.example/payment_link/status/merchant_a/${paymentId}?locale=de&link_token=open-link-of-pay_1`,
    });
    const sent = JSON.stringify(z.encode(paymentForLink, page));
    expect(paymentForLink.parse(JSON.parse(sent))).toEqual(page);
    // The page says where the goods go, and nothing else of the customer.
    expect(page.shippingAddress).toEqual({ city: 'Bonn' });
    expect(sent).not.toMatch(/Jo|jo@|Ulm|cus_1|987|ann@/);
  });

  it('says what a chosen plan of installments adds to the total, and nothing without one', () => {
    const payment = made();
    const plan = { number_of_installments: 3, billing_frequency: 'month' };
    const planned = (interest: bigint | null) => ({
      ...withDetails(payment, { ...payment.details, installment_data: plan }),
      extras: { ...payment.extras, installmentInterest: interest === null ? null : minorUnits(interest) },
    });
    expect(paymentForPage(payment, 'open', parts)).not.toHaveProperty('planInterest');
    expect(paymentForPage(planned(255n), 'open', parts).planInterest).toBe(255n);
    expect(paymentForPage(planned(null), 'open', parts).planInterest).toBe(0n);
  });

  it.each([
    ['open', { ...allowed, config: saving }, false],
    ['secure', { ...allowed, config: saving }, true],
    ['secure', allowed, false],
  ] as const)('the %s page of %j lists saved payment methods: %s', (kind, changes, lists) => {
    const payment = made(changes);
    const page = paymentForPage(payment, kind, parts);
    expect(page.listsSavedMethods).toBe(lists);
    expect(page.clientSecret).toBe(lists ? payment.link.secureSecret : payment.clientSecret);
  });

  it('of a guest lists nothing', () => {
    const guest = { ...made({ ...allowed, config: saving }), customerId: null };
    expect(paymentForPage(guest, 'secure', parts)).toMatchObject({
      listsSavedMethods: false,
      clientSecret: guest.clientSecret,
    });
  });
});

describe('the page to which a browser returns from a processor', () => {
  const pageOf = (payment: Payment, config = {}, allowedDomains: string[] | null = null) => {
    const { link } = made({ config, allowedDomains });
    return linkPageAfter({ ...payment, link }, context);
  };

  it('is the form of an open link while the customer can pay', () => {
    expect(pageOf(aPayment.declined())).toBe(open);
    expect(pageOf(aPayment.unconfirmed())).toBe(open);
  });

  it.each<[string, () => string | null]>([
    ['paid', () => pageOf(aPayment.charged())],
    ['at the bank', () => pageOf(aPayment.challenged())],
    ['declined, where the link closes', () => pageOf(aPayment.declined(), { enable_manual_retry: false })],
    ['declined, where the form is for a frame', () => pageOf(aPayment.declined(), {}, ['acme.example'])],
    ['declined, without a link', () => linkPageAfter(aPayment.declined(), context)],
  ])('is the merchant’s for a payment that is %s', (_, page) => expect(page()).toBeNull());
});

describe('what the page of a link shows of a failure', () => {
  const shownOf = (payment: Payment) =>
    paymentForPage({ ...payment, link: made().link }, 'open', { context, merchantName: null, now });

  it('is a code that a customer may know, and no text of the processor', () => {
    const error = { code: 'x', message: 'Lost card', reason: null, standardisedCode: 'card_lost_or_stolen' };
    const lost = paymentOf(
      receive(aPayment.authorizing(), { kind: 'declined', reference: 'ref_1', error, retry: 'never' }),
    );
    expect(shownOf(lost)).toMatchObject({ standardisedCode: 'do_not_honor', unifiedMessage: null });
    expect(
      JSON.stringify(shownOf(lost), (_, value: unknown) => (typeof value === 'bigint' ? '0' : value)),
    ).not.toContain('Lost');
  });

  it('says that the customer may go on at the bank, until the link expires', () => {
    expect(shownOf(aPayment.challenged()).isAtBank).toBe(true);
    expect(shownOf(aPayment.declined()).isAtBank).toBeUndefined();
  });
});
