import {
  aMerchant,
  apiAt,
  cardFields,
  cards,
  ok,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { visit } from '../../support/browser';
import { testCardTrace } from '../../support/card-markers';
import {
  absent,
  idLike,
  missing,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
  wrongValue,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
const config = {
  allowed_domains: ['shop.acme.example'],
  theme: '#102030',
  business_specific_configs: { winter: { theme: '#405060' } },
};

beforeAll(async () => {
  [merchant, other] = await Promise.all([aMerchant(system), aMerchant(system)]);
  const profile = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
  ok(await merchant.api.post(profile, { payment_link_config: config }));
  ok(await merchant.api.post('/payments', { amount: 100, currency: 'EUR', customer_id: 'cus_ada' }));
  const { card_cvc: _, ...stored } = cardFields(cards.succeeds).payment_method_data.card;
  const card = { payment_method: 'card', payment_method_type: 'credit', customer_id: 'cus_ada' };
  ok(await merchant.api.post('/payment_methods', { ...card, card: stored }));
});

const body = (more: object = {}) => ({
  amount: 6540,
  currency: 'EUR',
  payment_link: true,
  return_url: 'https://acme.example/done',
  customer_id: 'cus_ada',
  email: 'ada@acme.example',
  billing: { address: { city: 'Ulm an der Donau', first_name: 'Ada' } },
  description: 'Two books',
  order_details: [{ product_name: 'book', quantity: 2, amount: 3270 }],
  ...more,
});
const made = async (more: object = {}, headers: Record<string, string> = {}, by = merchant): Promise<Json> =>
  ok(await by.api.post('/payments', body(more), headers));
const linkOf = (id: string, by = merchant): Promise<Answer> => by.api.get(`/payment_link/${id}`);
const noLink = absent('Payment Link does not exist in our records');
const browser = { accept: 'text/html', 'accept-language': 'en' };
const inFrame = { ...browser, 'sec-fetch-dest': 'iframe', referer: 'https://shop.acme.example/' };
const open = (url: string, headers: Record<string, string> = browser): Promise<Answer> => {
  const { origin } = new URL(url);
  return apiAt(origin).get(url.slice(origin.length), headers);
};

/** What the page gives its script. */
const dataIn = ({ text }: Answer): Json =>
  JSON.parse(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(text)![1]!) as Json;

/** A browser that has nothing but a page. */
const holderOf = (page: Answer) => {
  const { publishableKey, clientSecret, paymentId } = dataIn(page);
  const api = apiAt(system.baseUrl('gateway'), { 'api-key': publishableKey });
  return {
    secret: clientSecret as string,
    saved: async (): Promise<Json> => ok(await api.get(`/customers/payment_methods?client_secret=${clientSecret}`)),
    payment: async (): Promise<Json> => ok(await api.get(`/payments/${paymentId}?client_secret=${clientSecret}`)),
    methods: async (): Promise<Json> => ok(await api.get(`/account/payment_methods?client_secret=${clientSecret}`)),
    link: (id: string) => api.get(`/payment_link/${id}?client_secret=${clientSecret}`),
    pay: (more: object = {}) =>
      api.post(`/payments/${paymentId}/confirm`, { client_secret: clientSecret, ...cardFields(), ...more }),
  };
};

describe('a payment with a link', () => {
  it('shows the merchant its links, alone and in a list', async () => {
    const payment = await made({ session_expiry: 3_600 }, { 'accept-language': 'fr-CH, en;q=0.5' });
    const { link, secure_link, payment_link_id } = payment.payment_link;
    const base = `${system.baseUrl('gateway')}/payment_link`;
    const ids = `${merchant.merchantId}/${payment.payment_id}`;
    expect(payment_link_id).toEqual(idLike('plink'));
    expect(link).toMatch(new RegExp(`^${base}/${ids}\\?locale=fr&link_token=[\\w-]{43}$`));
    expect(secure_link).toMatch(new RegExp(`^${base}/s/${ids}\\?locale=fr&link_token=[\\w-]{43}$`));
    const shown = ok(await linkOf(payment_link_id));
    expect(shown).toEqual({
      payment_link_id,
      merchant_id: merchant.merchantId,
      processor_merchant_id: merchant.merchantId,
      link_to_pay: link,
      secure_link,
      amount: 6540,
      currency: 'EUR',
      description: 'Two books',
      status: 'active',
      created_at: payment.created,
      expiry: payment.expires_on,
    });
    const listed = ok(await merchant.api.post('/payment_link/list', { 'created.gte': payment.created, limit: 100 }));
    expect(listed).toContainEqual(shown);
    expect(ok(await merchant.api.post('/payment_link/list', { 'created.lt': payment.created }))).not.toContainEqual(
      shown,
    );
    expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`)).payment_link).toEqual(payment.payment_link);
  });

  it('belongs to its merchant alone', async () => {
    const { payment_link } = await made();
    expect(statusAndBody(await linkOf(payment_link.payment_link_id, other))).toEqual(noLink);
    expect(statusAndBody(await linkOf('plink_none'))).toEqual(noLink);
    expect(ok(await other.api.post('/payment_link/list', {}))).toEqual([]);
  });

  it('is paid by a browser that has only its page', async () => {
    const { payment_link, payment_id } = await made();
    const page = await open(payment_link.link);
    expect(page.status).toBe(200);
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.text).toContain('Two books');
    const paid = ok(await holderOf(page).pay());
    expect(paid).toMatchObject({ payment_id, status: 'succeeded', amount_received: 6540, payment_link: null });
    const after = await open(payment_link.link);
    expect(after.status).toBe(200);
    expect(after.text).not.toMatch(/pk_|_secret_/);
    expect(ok(await linkOf(payment_link.payment_link_id)).status).toBe('active');
  });

  it('is updated by its merchant', async () => {
    const payment = await made();
    const update = (more: object) => merchant.api.post(`/payments/${payment.payment_id}`, more);
    expect((await open(payment.payment_link.link)).text).toContain('#102030');
    ok(await update({ amount: 700, payment_link_config_id: 'winter' }));
    const page = await open(payment.payment_link.link);
    expect(page.text).toContain('#405060');
    expect(page.text).toContain('7.00');
    expect(ok(await linkOf(payment.payment_link.payment_link_id)).amount).toBe(700);
  });
});

describe('a person with the open link', () => {
  it('learns nothing of the customer, and nothing of the secure link', async () => {
    const { payment_link } = await made({ payment_link_config: { enabled_saved_payment_method: true } });
    const page = await open(payment_link.link);
    const holder = holderOf(page);
    expect(await holder.saved()).toMatchObject({ customer_payment_methods: [], is_guest_customer: true });
    const seen = [
      page.text,
      await holder.payment(),
      await holder.methods(),
      ok(await holder.link(payment_link.payment_link_id)),
    ];
    for (const one of seen) {
      const text = typeof one === 'string' ? one : JSON.stringify(one);
      expect(text).not.toMatch(/ada@|Ulm an der Donau|"Ada|cus_ada/);
      expect(text).not.toMatch(testCardTrace);
      expect(text).not.toContain(payment_link.secure_link);
    }
    const paid = ok(await holder.pay());
    expect(paid).toMatchObject({ status: 'succeeded', email: null, billing: null, payment_method_data: null });
  });

  it('does not save a card among those of the customer', async () => {
    const { payment_id, client_secret } = await made({ customer_id: `cus_${Date.now()}` });
    const acceptance = { acceptance_type: 'online', online: { user_agent: 'a browser' } };
    const body = { client_secret, setup_future_usage: 'off_session', customer_acceptance: acceptance, ...cardFields() };
    const message = 'setup_future_usage can only be set by the merchant: a publishable key cannot change it';
    expect(statusAndBody(await merchant.client.post(`/payments/${payment_id}/confirm`, body))).toEqual(
      refusal(400, 'IR_16', message),
    );
  });

  it('sees saved payment methods only in the frame that the merchant allows', async () => {
    const { payment_link, client_secret } = await made({ payment_link_config: { enabled_saved_payment_method: true } });
    const page = await open(payment_link.secure_link, inFrame);
    expect(page.headers['content-security-policy']).toContain('frame-ancestors shop.acme.example');
    const holder = holderOf(page);
    expect(holder.secret).not.toBe(client_secret);
    const { customer_payment_methods: saved } = await holder.saved();
    expect(saved).toMatchObject([{ card: { last4_digits: '4242' } }]);
    const [{ payment_token }] = saved;
    const { payment_method_data: _, ...method } = cardFields();
    const paid = ok(await holder.pay({ ...method, payment_method_data: undefined, payment_token, card_cvc: '123' }));
    expect(paid.status).toBe('succeeded');
  });

  it.each<[string, Record<string, string>]>([
    ['as a page of its own', { ...inFrame, 'sec-fetch-dest': 'document' }],
    ['in a frame of another site', { ...inFrame, referer: 'https://evil.example/' }],
    ['without a browser’s word', browser],
  ])('cannot open the secure one %s', async (_, headers) => {
    const { payment_link } = await made();
    const page = await open(payment_link.secure_link, headers);
    expect([page.status, page.text.includes('_secret_')]).toEqual([403, false]);
    expect(statusAndBody(await open(payment_link.secure_link, { ...headers, accept: '*/*' }))).toEqual(
      refusal(403, 'IR_22', 'Access forbidden. Not authorized to access this resource payment_link'),
    );
  });

  it('needs its token, which opens nothing else', async () => {
    const { payment_link, payment_id } = await made();
    const token = new URL(payment_link.link).search;
    const base = `${system.baseUrl('gateway')}/payment_link`;
    const ids = `${merchant.merchantId}/${payment_id}`;
    const another = `${merchant.merchantId}/${(await made()).payment_id}`;
    for (const path of [
      ids,
      `s/${ids}`,
      `s/${ids}${token}`,
      `status/${ids}`,
      `${another}${token}`,
      `status/${another}${token}`,
    ]) {
      expect(statusAndBody(await visit(`${base}/${path}`))).toEqual(noLink);
      expect((await open(`${base}/${path}`, inFrame)).status).toBe(404);
    }
    expect((await open(`${base}/status/${ids}${token}`)).status).toBe(200);
  });
});

describe('a request about links is refused', () => {
  const create = (more: object) => merchant.api.post('/payments', body(more));

  it.each<[string, object, ReturnType<typeof refusal>]>([
    [
      'with a colour that is none',
      { payment_link_config: { theme: 'red;}' } },
      wrongValue('payment_link_config.theme. Allowed: #rgb, #rrggbb, rgb(r, g, b) or a colour name of CSS 2.1'),
    ],
    [
      'with raw CSS',
      { payment_link_config: { payment_link_ui_rules: { '#submit': { background: 'url(//x)' } } } },
      wrongValue(
        'payment_link_config.payment_link_ui_rules.#submit.background. Allowed: colours, fonts, texts, borders, margins, paddings, shadows and gap, with words, numbers and colours',
      ),
    ],
    [
      'with a configuration that the profile lacks',
      { payment_link_config_id: 'summer' },
      wrongValue('payment_link_config_id'),
    ],
    [
      'with a configuration, but without a link',
      { payment_link: false, payment_link_config: {} },
      precondition('payment_link_config is only for a payment with a payment link'),
    ],
  ])('%s', async (_, more, error) => expect(statusAndBody(await create(more))).toEqual(error));

  it('for a payment that exists without one', async () => {
    const { payment_id } = await made({ payment_link: false });
    const update = async (more: object) => statusAndBody(await merchant.api.post(`/payments/${payment_id}`, more));
    expect(await update({ payment_link: true })).toEqual(
      notAllowed('payment_link can only be sent when a payment is created'),
    );
    expect(await update({ payment_link_config_id: 'winter' })).toEqual(
      precondition('payment_link_config_id is only for a payment with a payment link'),
    );
  });

  it('of a profile with a site that is none', async () => {
    const path = `/account/${other.merchantId}/business_profile/${other.profileId}`;
    expect(statusAndBody(await other.api.post(path, { payment_link_config: { allowed_domains: ['*'] } }))).toEqual(
      wrongValue(
        'payment_link_config.allowed_domains[0]. Allowed: a host such as acme.example, *.acme.example, https://acme.example or localhost:5500; a port is a number, and * stands for the first label alone',
      ),
    );
  });

  it('with another page, key or secret than there are', async () => {
    const { payment_link } = await made();
    expect(statusAndBody(await merchant.api.post('/payment_link/list', { limit: 1_001 }))).toEqual(
      notAllowed('limit should be in between 0 and 1000'),
    );
    expect(statusAndBody(await merchant.client.get(`/payment_link/${payment_link.payment_link_id}`))).toEqual(
      missing('client_secret'),
    );
    const { client_secret } = await made();
    const wrong = await merchant.client.get(
      `/payment_link/${payment_link.payment_link_id}?client_secret=${client_secret}`,
    );
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'IR_09']);
  });
});
