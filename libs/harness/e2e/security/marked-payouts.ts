import { ok, type Receiver } from '@payorch/harness';
import { aPayoutMerchant, ibanOf, payoutBody, toBank, toIban, toWallet } from '../support/payouts';
import { addressOf, mark, merchantText } from './marked-person';
import { system } from './marker-system';
import { noting } from './noted-answers';

/** Ten digits that every number of the run contains. */
const stem = mark.digits().slice(0, 10);

/** A card of sixteen digits with the stem and a right check digit. */
function cardNumber(): string {
  const digits = `40000${stem}`;
  const sum = [...digits].reduce((total, digit, at) => {
    const counted = at % 2 === 0 ? 2 * Number(digit) : Number(digit);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** `payout_method_data` of each kind. */
function destinations() {
  const expiring = { expiry_month: '10', expiry_year: '35', card_holder_name: mark.text('payee') };
  return {
    card: { payout_type: 'card', payout_method_data: { card: { card_number: cardNumber(), ...expiring } } },
    ach: toBank({ bank_account_number: mark.digits(), bank_routing_number: '110000000' }),
    sepa: toIban(ibanOf(`TEST${stem}`)),
    pix: toBank({ pix_key: mark.email('pix') }),
    paypal: toWallet({ paypal: { email: mark.email('paypal') } }),
    venmo: toWallet({ venmo: { telephone_number: `+1${mark.digits()}` } }),
    apple_pay: toWallet({ apple_pay_decrypt: { dpan: cardNumber(), ...expiring } }),
    google_pay: toWallet({ google_pay_decrypt: { application_primary_account_number: cardNumber(), ...expiring } }),
  };
}

/** The fields of a payout about its recipient. */
const recipient = (name: string) => ({
  customer_id: `payee_${name}`,
  name: mark.text(`${name}name`),
  email: mark.email(name),
  phone: mark.digits(),
  phone_country_code: '+1',
  billing: addressOf(name),
  description: mark.text(`${name}description`),
  metadata: { note: merchantText.text('payoutnote') },
});

/** Payouts to each kind of destination: the accounts' numbers and the recipients are marked. */
export async function payOut(receiver: Receiver): Promise<void> {
  const webhook_details = { webhook_url: receiver.url };
  const payer = await aPayoutMerchant(system, { account: { webhook_details }, connectors: ['pretendpay'] });
  const [api, client] = [noting(payer.api), noting(payer.client)];
  const create = async (more: object, headers = {}) => ok(await api.post('/payouts/create', more, headers));
  for (const [kind, destination] of Object.entries(destinations())) {
    const body = payoutBody({ ...recipient(kind), ...destination, recurring: true });
    const { payout_id } = await create(body, { 'idempotency-key': kind });
    ok(await api.get(`/payouts/${payout_id}?force_sync=true`));
  }
  const { ach, sepa } = destinations();
  const first = await create(payoutBody({ ...recipient('first'), ...ach, confirm: false }));
  const path = `/payouts/${first.payout_id}`;
  const json = { 'content-type': 'application/json' };
  ok(await api.raw('PUT', path, JSON.stringify({ ...recipient('second'), ...sepa }), json));
  ok(await api.post(`${path}/confirm`, {}));
  const { payout_type: _, payout_method_data: __, confirm: ___, ...open } = payoutBody(recipient('linked'));
  const linked = await create({ ...open, payout_link: true, payout_link_config: { test_mode: true } });
  const { client_secret } = linked;
  ok(await client.post(`/payouts/${linked.payout_id}/confirm`, { client_secret, ...sepa }));
  ok(await api.post('/payouts/list', { limit: 20 }));
}
