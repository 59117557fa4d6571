import { aCheckoutView, aCollectView, anExpiredView, aStatusView, aStyle } from '../../test/checkout-views';
import { checkoutScript, collectScript } from '../assets';
import { pageLocales } from '../page-locale';
import type { PlainInput } from '../plain-form';
import { renderCheckout } from './checkout';
import { renderCollect } from './collect';
import {
  renderCollectExpired,
  renderCollectNotFound,
  renderExpired,
  renderFrameRefused,
  renderNotFound,
  renderRedirect,
  renderStatus,
  renderUsed,
} from './notice';
import { renderPlain } from './plain';

const nonce = 'nonce-1';
const dataOf = (page: string) => JSON.parse(/id="checkout-data"[^>]*>(.*?)<\/script>/s.exec(page)![1]!) as object;

describe('the checkout page', () => {
  it('shows the amount, the order and the time that is left', () => {
    const orderLines = [{ name: 'Tea', quantity: 2, amount: 1000, picture: 'https://cdn.example/tea.png' }];
    const page = renderCheckout(aCheckoutView({ orderLines, description: 'Two teas' }), nonce);
    for (const text of [
      'Pay Test merchant',
      '€65.40',
      'Two teas',
      'Tea',
      'Quantity: 2',
      '€20.00',
      'Pay before <time datetime="2026-11-23T15:00:00.000Z" data-local>November 23, 2026',
      '<img class="picture" src="https://cdn.example/tea.png" alt=""',
    ])
      expect(page).toContain(text);
  });

  it('shows where the goods go, if the merchant named it', () => {
    const shippingLines = ['Ann Lee', '12047 Berlin <b>', 'Germany'];
    const page = renderCheckout(aCheckoutView({ shippingLines }), nonce);
    for (const text of ['Delivery address', 'Ann Lee', '12047 Berlin &lt;b&gt;', 'Germany'])
      expect(page).toContain(text);
    expect(renderCheckout(aCheckoutView(), nonce)).not.toContain('<address>');
  });

  it('has its script at an address of its own, and its data beside it', () => {
    const page = renderCheckout(aCheckoutView({ basePath: '/pay' }), nonce);
    expect(page).toContain(`<script src="/pay/payment_link_assets/${checkoutScript.name}" nonce="nonce-1" defer>`);
    expect(dataOf(page)).toMatchObject({
      basePath: '/pay',
      publishableKey: 'pk_1',
      clientSecret: 'pay_1_secret_x',
      paymentId: 'pay_1',
      amount: 6540,
      currency: 'EUR',
      currencyDigits: 2,
      layout: 'tabs',
      listsSavedMethods: false,
      dataNames: { 'bank_redirect/ideal': [['bank_redirect', 'ideal']] },
      methodNames: { ideal: 'iDEAL' },
    });
  });

  it('loads nothing from another origin, and has no style or script without its nonce', () => {
    const page = renderCheckout(aCheckoutView(), nonce);
    expect(page.replace(/<script type="application\/json".*?<\/script>/s, '')).not.toMatch(/https?:\/\//);
    const tags = [...page.matchAll(/<(?:script|style)\b[^>]*>/g)].map(([tag]) => tag);
    expect(tags.length).toBe(4);
    expect(tags.filter((tag) => !tag.includes('nonce="nonce-1"'))).toEqual([]);
    expect(page).not.toMatch(/ style="| on[a-z]+="/);
  });

  it('says without scripts what the customer can do', () => {
    const page = renderCheckout(aCheckoutView(), nonce);
    expect(page).toMatch(/<noscript>\s*<p class="note">This page needs JavaScript/);
    expect(page).toContain('href="/payment_link/plain/acme/pay_1?locale=en&amp;link_token=t">Pay without JavaScript');
    expect(renderCheckout(aCheckoutView({ paysWithoutScript: false }), nonce)).not.toContain('>Pay without JavaScript');
  });

  it('shows an outline at once, and has the lists that the form is made of', () => {
    const answers = { payment: { status: 'requires_payment_method' }, methods: { payment_methods: [] } };
    const known = { ...answers, saved: null, wallets: null };
    const page = renderCheckout(aCheckoutView({ known }), nonce);
    expect(page).toContain('<div class="outline" aria-hidden="true">');
    expect(dataOf(page)).toMatchObject({ known });
  });

  it('links to the merchant’s terms and support, and to nothing that is no address', () => {
    const transaction_details = [
      { key: 'Terms', value: 'https://acme.example/terms' },
      { key: 'Support', value: 'help@acme.example' },
      { key: 'Script', value: 'javascript:alert(1)' },
    ];
    const page = renderCheckout(aCheckoutView({ style: aStyle({ transaction_details }) }), nonce);
    expect(page).toMatch(
      /<a href="https:\/\/acme.example\/terms" target="_blank" rel="noreferrer noopener">Terms<\/a>/,
    );
    expect(page).toContain('<a href="mailto:help@acme.example"');
    expect(page).toMatch(/<dt class="">Script<\/dt>\s*<dd class="">javascript:alert\(1\)<\/dd>/);
    expect(page).not.toMatch(/<dt class="">Terms/);
  });

  it.each(pageLocales)('is written in %s', (locale) => {
    const page = renderCheckout(aCheckoutView({ locale, isTestMode: true }), nonce);
    expect(page).toContain(`<html lang="${locale}" dir="${['ar', 'he'].includes(locale) ? 'rtl' : 'ltr'}">`);
    expect(page).toContain('class="test-mode"');
  });

  it('shows only what the configuration lets it', () => {
    const style = aStyle({ display_sdk_only: true, show_merchant_name: false, payment_form_header_text: 'Checkout' });
    const page = renderCheckout(aCheckoutView({ style }), nonce);
    expect(page).toContain('<title>Payment</title>');
    expect(page).toContain('>Checkout</h2>');
    expect(page).not.toMatch(/class="amount"|Test merchant|class="test-mode"/);
    expect(renderCheckout(aCheckoutView({ style, isTestMode: true }), nonce)).toContain('class="test-mode">Test mode<');
  });

  it('has the merchant’s details in their order', () => {
    const transaction_details = [
      { key: 'Second', value: 'b' },
      { key: 'First', value: 'a', ui_configuration: { position: 1, is_value_bold: true } },
    ];
    const page = renderCheckout(aCheckoutView({ style: aStyle({ transaction_details }) }), nonce);
    expect(page).toMatch(/First<\/dt>\s*<dd class="bold">a<\/dd>[^]*Second/);
  });

  it.each(['</script><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '<!--<script>', '<%= it.nonce %>'])(
    'the text %j stays text everywhere',
    (payload) => {
      const style = aStyle({
        seller_name: payload,
        payment_button_text: payload,
        payment_form_header_text: payload,
        theme: payload,
        logo: payload,
        transaction_details: [{ key: payload, value: payload }],
        background_colour: payload,
        custom_message_for_card_terms: payload,
        payment_link_ui_rules: { body: { color: payload }, [payload]: { color: 'red' } },
      });
      const orderLines = [{ name: payload, quantity: 1, amount: 1, picture: payload }];
      const page = renderCheckout(aCheckoutView({ style, orderLines, description: payload }), nonce);
      expect(page.match(/<script/g)).toHaveLength(2);
      expect(page).not.toContain('<img');
      expect(page).not.toContain('<!--');
      expect(dataOf(page)).toMatchObject({ buttonText: payload, cardTerms: { text: payload, show: 'auto' } });
    },
  );
});

describe('the status page', () => {
  it.each([
    ['succeeded', null, 'Your payment of €65.40 is confirmed.'],
    ['processing', null, 'This can take some time.'],
    ['failed', 'The card was declined.', 'The card was declined.'],
    ['failed', null, 'The payment was not made.'],
    ['cancelled', null, 'This payment was cancelled'],
    ['requires_payment_method', null, 'It was not paid yet.'],
  ])('a payment that is %s for the reason %j: %s', (status, reason, text) =>
    expect(renderStatus(aStatusView({ status, reason }), nonce)).toContain(text),
  );

  it('leads to the shop, and where the customer can still pay', () => {
    const page = renderStatus(
      aStatusView({ status: 'failed', linkToPay: 'https://pay.example/payment_link/acme/pay_1' }),
      nonce,
    );
    expect(page).toContain('href="https://shop.example/done">Back to the shop</a>');
    expect(page).toContain('href="https://pay.example/payment_link/acme/pay_1">Try again</a>');
  });

  it('has nothing that opens the payment', () =>
    expect(renderStatus(aStatusView(), nonce)).not.toMatch(/secret|pk_|checkout-data|<form/));

  it('says to whom, for what and when, with the reference', () => {
    const view = aStatusView({ description: 'Two teas', changedAt: '2026-11-23T15:00:00.000Z' });
    const facts = /<dl class="facts">(.*?)<\/dl>/s.exec(renderStatus(view, nonce))![1]!.replace(/<[^>]*>|\n */g, '');
    expect(facts).toBe('Paid toTest merchantForTwo teasDateNovember 23, 2026 at 3:00 PM UTCReferencepay_1');
  });
});

it('pages without a payment say why', () => {
  expect(renderExpired(anExpiredView(), nonce)).toMatch(
    /This link has expired[^]*November 23, 2026[^]*Back to the shop/,
  );
  expect(renderNotFound(anExpiredView(), nonce)).toContain('There is no such payment');
  expect(renderFrameRefused(anExpiredView(), nonce)).toContain('This page cannot be shown here');
});

describe('the page of a collect link', () => {
  it('has its script, and the data of an open link beside it', () => {
    const page = renderCollect(aCollectView({ basePath: '/pay' }), nonce);
    expect(page).toContain(`<script src="/pay/payment_link_assets/${collectScript.name}" nonce="nonce-1" defer>`);
    expect(page).toContain('No money is taken now.');
    expect(page).not.toMatch(/class="amount"|>Pay without JavaScript/);
    expect(dataOf(page)).toMatchObject({
      basePath: '/pay',
      publishableKey: 'pk_1',
      clientSecret: 'pm_1_secret_x',
      paymentMethodId: 'pm_1',
      methods: [{ id: 'card', inputs: [{ path: 'payment_method_data.card.card_holder_name' }] }],
    });
  });

  it.each([
    ['used', renderUsed, 'This link has been used'],
    ['expired', renderCollectExpired, 'This link has expired'],
    ['unknown', renderCollectNotFound, 'There is no such link'],
  ] as const)('that is %s has nothing that saves a payment method', (_, render, title) => {
    const page = render(anExpiredView(), nonce);
    expect(page).toContain(title);
    expect(page).not.toMatch(/secret|pk_|checkout-data|<form/);
  });
});

describe('the page without scripts', () => {
  const bank: PlainInput = {
    name: 'payment_method_data.bank_redirect.ideal.bank_name',
    label: 'Bank',
    type: 'select',
    value: 'ing',
    inputMode: 'text',
    autocomplete: 'off',
    choices: [['ing', 'Ing']],
    error: 'Choose one.',
  };
  const methods = [
    { id: 'wallet/ali_pay', name: 'Alipay', inputs: [] },
    { id: 'bank_redirect/ideal', name: 'iDEAL', inputs: [bank] },
  ];

  it('has a form for each payment method, and no script', () => {
    const page = renderPlain(aCheckoutView(), { methods, message: 'Choose another one.' }, nonce);
    const form =
      '<form class="checkout" method="post" action="/payment_link/plain/acme/pay_1?locale=en&amp;link_token=t"';
    expect(page.split(form)).toHaveLength(3);
    for (const text of [
      'name="chosen_method" value="bank_redirect/ideal"',
      'Pay with Alipay',
      '<option value="ing" selected>Ing</option>',
      'aria-invalid="true" aria-describedby="field-1-0-error"',
      'role="alert">Choose another one.',
    ])
      expect(page).toContain(text);
    expect(page).not.toMatch(/<script|secret|pk_1/);
  });

  it('says that there is no way to pay where there is none', () =>
    expect(renderPlain(aCheckoutView(), { methods: [], message: null }, nonce)).toContain(
      'Without JavaScript there is no way to pay here.',
    ));

  it('what the browser sent stays text', () => {
    const sent: PlainInput = { ...bank, type: 'text', value: '"><script>alert(1)</script>', label: '<b>' };
    const forms = [{ id: 'x', name: '<i>', inputs: [sent] }];
    expect(renderPlain(aCheckoutView(), { methods: forms, message: null }, nonce)).not.toMatch(/<script|<b>|<i>/);
  });

  it('leaves the frame of a merchant for the bank', () =>
    expect(renderRedirect(aStatusView(), 'https://bank.example/a?b=1&c', nonce)).toContain(
      'href="https://bank.example/a?b=1&amp;c" target="_top">Continue</a>',
    ));
});
