import { aPayoutStatusView, aPayoutView, aStyle } from '../../test/checkout-views';
import { payoutScript } from '../assets';
import { pageLocales } from '../page-locale';
import { chosenIn, destinationText, plainPayoutBody } from '../payout-choices';
import type { PayoutData } from '../script/page-data';
import { renderPayout, renderPayoutStatus, renderPayoutUnknown } from './payout';

const nonce = 'nonce-1';
const nothing = { sent: {}, message: null };
const page = (change: Parameters<typeof aPayoutView>[0] = {}, form = nothing as Parameters<typeof renderPayout>[1]) =>
  renderPayout(aPayoutView(change), form, nonce);
const dataOf = (text: string) => JSON.parse(/id="checkout-data"[^>]*>(.*?)<\/script>/s.exec(text)![1]!) as PayoutData;
const toIban = { bank: { iban: '*********0000', account_holder_name: 'Ada' } };

describe('the page of a payout', () => {
  it('shows the sum and the time that is left, and gives its script what it needs', () => {
    const text = page({ description: 'Winnings' });
    for (const one of [
      'Receive your money',
      '€65.40',
      'Winnings',
      'Open until <time datetime="2026-11-23T15:00:00.000Z"',
    ])
      expect(text).toContain(one);
    expect(text).toContain(`<script src="/pay/payment_link_assets/${payoutScript.name}" nonce="nonce-1" defer>`);
    expect(dataOf(text)).toMatchObject({
      payoutId: 'payout_1',
      clientSecret: 'payout_1_secret_x',
      publishableKey: 'pk_1',
      buttonText: 'Receive €65.40',
      layout: 'tabs',
      methods: [{ id: 'card' }, { id: 'sepa' }, { id: 'paypal' }],
      methodNames: { sepa: 'Bank account (SEPA)' },
    });
  });

  it('has a form for each account without scripts, and no card', () => {
    const text = page();
    expect([...text.matchAll(/<form [^>]*action="([^"]+)" aria-label="([^"]+)"/g)].map(([, , name]) => name)).toEqual([
      ...['Bank account (SEPA)', 'PayPal'],
    ]);
    expect(text).toContain('action="/pay/payout_link/acme/payout_1?locale=en&amp;link_token=t"');
    expect(text).not.toMatch(/name="payout_method_data\.card|shown_total/);
    expect(page({ methodTypes: ['debit'] })).not.toContain('<form');
  });

  it('has the form that was sent again, escaped, with what is wrong', () => {
    const sent = { chosen_method: 'sepa', 'payout_method_data.bank.account_holder_name': '"><script>' };
    const text = page({}, { sent, message: 'Not so' });
    expect(text).toMatch(/role="alert">Not so/);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(1);
  });

  it('asks for nothing where the destination is known', () => {
    const text = page({ destination: toIban });
    expect(dataOf(text)).toMatchObject({
      methods: [{ id: 'stored', inputs: [] }],
      methodNames: { stored: 'The money goes to *********0000' },
    });
    const shown = text.replace(/<script type="application\/json".*?<\/script>/s, '');
    expect(shown).toContain('<p>The money goes to *********0000</p>');
    expect(shown).toMatch(/<button type="submit" class="submit">Receive €65.40</);
    expect(shown).not.toContain('Say where the money should go');
  });

  it('has nothing of another origin, and no style or script without its nonce', () => {
    const text = page().replace(/<script type="application\/json".*?<\/script>/s, '');
    expect(text).not.toMatch(/https?:\/\/| style="| on[a-z]+="/);
    const tags = [...text.matchAll(/<(?:script|style)\b[^>]*>/g)].map(([tag]) => tag);
    expect(tags.filter((tag) => !tag.includes('nonce="nonce-1"'))).toEqual([]);
  });

  it.each(pageLocales)('is written in %s', (locale) => {
    const text = page({ locale, style: aStyle({ sdk_layout: 'accordion' }) });
    expect(text).toContain(`<html lang="${locale}" dir="${['ar', 'he'].includes(locale) ? 'rtl' : 'ltr'}">`);
    expect(dataOf(text)).toMatchObject({ locale, layout: 'accordion' });
  });
});

it('a form chooses what the page offers without scripts, and nothing else', () => {
  const view = aPayoutView();
  const sent = { chosen_method: 'paypal', 'payout_method_data.wallet.paypal.email': ' a@b.example ', amount: '1' };
  expect(plainPayoutBody(chosenIn(view, sent)!, sent, view)).toEqual({
    client_secret: 'payout_1_secret_x',
    payout_type: 'wallet',
    payout_method_data: { wallet: { paypal: { email: 'a@b.example' } } },
  });
  for (const chosen_method of ['card', 'venmo', 'stored', ''])
    expect(chosenIn(view, { chosen_method })).toBeUndefined();
});

it.each([
  ['success', 'succeeded', 'The money was sent', '€65.40 was sent to you.'],
  ['pending', 'processing', 'Your payout is being processed', 'Your details have arrived.'],
  ['initiated', 'processing', 'Your payout is being processed', 'Your details have arrived.'],
  ['requires_fulfillment', 'processing', 'Your payout is being processed', 'Your details have arrived.'],
  ['failed', 'failed', 'The payout failed', 'The money did not reach you.'],
  ['ineligible', 'failed', 'The payout failed', 'The money did not reach you.'],
  ['reversed', 'failed', 'The payout failed', 'The money did not reach you.'],
  ['cancelled', 'failed', 'This payout was cancelled', 'The money did not reach you.'],
  ['expired', 'failed', 'This payout has expired', 'The money did not reach you.'],
])('of a payout that is %s the page says so, and where the money goes', (status, kind, ...texts) => {
  const text = renderPayoutStatus(aPayoutStatusView({ status, destination: toIban }), nonce);
  for (const one of [`status-${kind}`, ...texts, '*********0000', 'payout_1', 'href="https://shop.example/done"'])
    expect(text).toContain(one);
  expect(text).not.toMatch(/<form|secret|pk_/);
});

it('a confirmation with an unknown outcome leads to the page again', () => {
  const text = renderPayoutUnknown(aPayoutStatusView(), '/payout_link/acme/payout_1?link_token=t', nonce);
  expect(text).toContain('href="/payout_link/acme/payout_1?link_token=t"');
  expect(text).toContain('We do not know yet whether your details have arrived');
});

it.each([
  [{ card: { last4: '4242', card_network: 'Visa' } }, 'Visa •••• 4242'],
  [{ card: { last4: '4242', card_network: null } }, '•••• 4242'],
  [{ bank: { bank_account_number: '****6789', bank_routing_number: '***' } }, '****6789'],
  [{ bank: { pix_key: 'a***' } }, 'a***'],
  [{ wallet: { field_type: 'email', email: 'a**@b.example' } }, 'a**@b.example'],
  [{ wallet: { telephone_number: '***100' } }, '***100'],
  [{ wallet: { card_exp_month: '10' } }, null],
  [null, null],
])('the destination %j is named %s', (destination, expected) => expect(destinationText(destination)).toBe(expected));
