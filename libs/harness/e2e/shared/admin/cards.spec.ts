import { aMerchant, cardFields, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';
import { upload as uploadTo } from '../../support/upload';
import { refusal, statusAndBody, unreadable } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

/** Random digits that belong to no test card. */
const iin = String(Date.now()).slice(-8).replace(/^./, '9');
const facts = {
  card_issuer: 'Bank of Jersey',
  card_network: 'Mastercard',
  card_type: 'CREDIT',
  card_issuing_country: 'JERSEY',
};
const create = (body: object) => system.admin.post('/cards/create', body);
const update = (body: object) => system.admin.post('/cards/update', body);

const upload = (text: string, name = 'file', headers: Record<string, string> = {}) =>
  uploadTo(system.admin, '/cards/update-batch', text, { name, headers });

describe('card information', () => {
  it('is created once, changed and read', async () => {
    const made = ok(await create({ card_iin: iin, ...facts, card_subtype: 'GOLD' }));
    expect(made).toEqual({ card_iin: iin, ...facts, card_sub_type: 'GOLD' });
    expect(statusAndBody(await create({ card_iin: iin }))).toEqual(
      refusal(400, 'IR_38', 'CardInfo with given key already exists in our records'),
    );
    const changed = { ...made, card_type: 'DEBIT' };
    expect(ok(await update({ card_iin: iin, card_type: 'DEBIT' }))).toEqual(changed);
    expect(ok(await merchant.api.get(`/cards/${iin}`))).toEqual(changed);
    expect(statusAndBody(await update({ card_iin: '000000' }))).toEqual(
      refusal(404, 'IR_37', 'Card info with given key does not exist in our records'),
    );
  });

  it('is retrieved by six or eight digits', async () => {
    const length = 'The provided card IIN length is invalid, please provide an IIN with 6 digits';
    expect(statusAndBody(await merchant.api.get('/cards/4242'))).toEqual(refusal(400, 'IR_32', length));
    expect(statusAndBody(await merchant.api.get('/cards/000000'))).toEqual(
      refusal(400, 'IR_31', 'The provided card IIN does not exist'),
    );
    expect(statusAndBody(await create({ card_iin: '42424' }))).toEqual(refusal(400, 'IR_32', length));
  });

  it('is returned to a browser only with a client secret', async () => {
    const { client_secret } = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD' }));
    const path = (secret: string) => `/cards/${iin}?client_secret=${secret}`;
    expect(ok(await merchant.client.get(path(client_secret)))).toMatchObject({ card_iin: iin });
    expect((await merchant.client.get(path('pay_1_secret_x'))).status).toBe(404);
    expect((await merchant.client.get(path(`${client_secret}x`))).status).toBe(400);
    expect((await merchant.client.get(path('nothing'))).status).toBe(400);
  });

  it('is shown for the card of a payment as soon as it is stored', async () => {
    // Its issuer stays in the table: no other spec compares that of this card.
    const number = '6011111111111117';
    const body = paymentBody(cardFields(number));
    const card = async () => ok(await merchant.api.post('/payments', body)).payment_method_data.card;
    const prefix = number.slice(0, 8);
    await upload(`card_iin,card_type\n${prefix},\n`);
    expect(await card()).toMatchObject({ card_network: 'Discover', card_type: null });
    ok(await update({ card_iin: prefix, ...facts }));
    expect(await card()).toMatchObject({ ...facts, card_isin: '601111' });
    ok(await update({ card_iin: prefix, card_network: 'Discover' }));
  });
});

describe('an upload', () => {
  it('stores valid rows, and reports the outcome of each row', async () => {
    const rows = ['card_iin,card_issuer,card_network', `${iin},"Bank, renamed",`, '77,X,', '88888888,B,Visa', ''];
    const [renamed, wrong, fresh] = ok(await upload(rows.join('\n')));
    expect(renamed).toMatchObject({ line_number: 2, card_issuer: 'Bank, renamed', migration_status: 'Success' });
    expect(renamed).toMatchObject({ card_network: facts.card_network, migration_error: null });
    expect(wrong).toMatchObject({ line_number: 3, card_iin: '77', migration_status: 'Failed' });
    expect(fresh).toMatchObject({ card_iin: '88888888', card_network: 'Visa', migration_status: 'Success' });
    expect(ok(await merchant.api.get('/cards/88888888'))).toMatchObject({ card_issuer: 'B' });
  });

  it('may be larger than other bodies', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `7${String(n).padStart(7, '0')},Bank ${n},Visa`);
    const results = ok(await upload(['card_iin,card_issuer,card_network', ...lines].join('\n')));
    expect(results).toHaveLength(5_000);
    expect(ok(await merchant.api.get('/cards/70004999'))).toMatchObject({ card_issuer: 'Bank 4999' });
  });

  it('is allowed only for the operator, and must be a file', async () => {
    expect((await upload('card_iin\n', 'file', { 'api-key': 'unknown' })).status).toBe(401);
    expect(statusAndBody(await upload('card_iin\n', 'other'))).toEqual(
      refusal(400, 'IR_04', 'Missing required param: file'),
    );
    expect(statusAndBody(await create({ card_iin: iin, card_network: 'Vista' })).body.error).toMatchObject({
      code: 'IR_06',
    });
  });

  it('is refused by every other route', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=part' };
    const { payment_id } = ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' })));
    const answer = await merchant.api.raw('POST', `/payments/${payment_id}/capture`, '--part--', type);
    expect(statusAndBody(answer)).toEqual(unreadable('Content type error'));
  });
});
