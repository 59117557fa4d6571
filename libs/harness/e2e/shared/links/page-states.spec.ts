import { aMerchant, cards, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { linkOf, overflowOf, seriousViolations } from '../../support/checkout-page';
import { checkoutWindows, narrow, wide } from '../../support/checkout-windows';

/** What a customer meets where a payment does not go on at once: in three languages, at both widths. */
const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

/** The present page can be read and fits, narrow and wide. */
async function fits(): Promise<void> {
  for (const size of [narrow, wide]) {
    await at.page.setViewportSize(size);
    expect([size.width, await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([size.width, [], 0]);
  }
}

/** Pays with a card on the page of a new link; the fields are found without their labels, which each language has its own. */
async function pays(language: string, card: string, more: object = {}) {
  const { payment, address } = await linkOf(merchant, more, language);
  await at.open({ locale: language });
  await at.page.goto(address);
  await at.page.locator('#field-card-number').fill(card);
  await at.page.locator('#field-card-expiry').fill('0335');
  await at.page.locator('#field-card-cvc').fill('123');
  return { payment, address, press: () => at.page.locator('.submit').click() };
}

const texts = {
  en: {
    declined: 'Your card was declined. Try another card.',
    atBank: ['Your bank is waiting for you', 'Continue at your bank', 'Use another card'],
    unknown: 'We are checking whether the payment went through. Do not pay again.',
    notReceived: 'Nothing was charged: your payment did not reach us. You can try again.',
    expired: 'This link has expired',
  },
  de: {
    declined: 'Ihre Karte wurde abgelehnt. Versuchen Sie es mit einer anderen Karte.',
    atBank: ['Ihre Bank wartet auf Sie', 'Bei Ihrer Bank weitermachen', 'Eine andere Karte verwenden'],
    unknown: 'Wir prüfen, ob die Zahlung erfolgt ist. Zahlen Sie nicht noch einmal.',
    notReceived: 'Es wurde nichts abgebucht: Ihre Zahlung hat uns nicht erreicht. Sie können es noch einmal versuchen.',
    expired: 'Dieser Link ist abgelaufen',
  },
  he: {
    declined: 'הכרטיס נדחה. נסו כרטיס אחר.',
    atBank: ['הבנק מחכה לך', 'המשך בבנק', 'שימוש בכרטיס אחר'],
    unknown: 'אנחנו בודקים אם התשלום עבר. אין לשלם שוב.',
    notReceived: 'לא חויבת: התשלום לא הגיע אלינו. אפשר לנסות שוב.',
    expired: 'תוקף הקישור פג',
  },
} as const;

describe.each(['en', 'de', 'he'] as const)('in %s', (language) => {
  const expected = texts[language];

  it('a declined card', async () => {
    const { press } = await pays(language, cards.declined);
    await press();
    await at.page.getByText(expected.declined).waitFor();
    await fits();
  });

  it('a bank whose page was left', async () => {
    const { address, press } = await pays(language, cards.threeDs, { authentication_type: 'three_ds' });
    await press();
    await at.page.locator('a.authorize').waitFor();
    await at.page.goto(address);
    const [title, goOn, other] = expected.atBank;
    await at.page.getByRole('heading', { name: title }).waitFor();
    expect(await at.page.getByRole('link', { name: goOn }).count()).toBe(1);
    expect(await at.page.getByRole('button', { name: other }).count()).toBe(1);
    await fits();
  });

  it('a lost connection', async () => {
    const { press } = await pays(language, cards.succeeds);
    await at.page.route('**/confirm', (route) => route.abort('connectionreset'));
    await press();
    await at.page.getByText(expected.unknown).waitFor();
    await fits();
    await at.page.getByText(expected.notReceived).waitFor();
    await fits();
  });

  it('a link whose time is over', async () => {
    const { payment, address } = await linkOf(merchant, { session_expiry: 60 }, language);
    await at.open({ locale: language });
    await at.page.clock.install();
    await at.page.goto(address);
    await at.page.locator('.submit').waitFor();
    await at.page.clock.fastForward(61_000);
    await at.page.getByRole('heading', { name: expected.expired }).waitFor();
    await fits();
    expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toMatchObject({ attempt_count: 1 });
  });
});
