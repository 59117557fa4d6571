import { aPayment } from '../../../../test/test-processor/builders';
import { nextActionView } from './next-action';
import { playedMethods } from './plays';

const publicUrl = 'http://127.0.0.1:8090';
const viewOf = (data: string) =>
  nextActionView(aPayment({ method: { type: 'other', method: 'x', data, name: 'X' }, currency: 'INR' }), publicUrl);

it.each(playedMethods.filter(({ nextAction }) => nextAction !== null))(
  'the next action of $paymentMethodType with $dataName is $nextAction, and leads to its page',
  ({ dataKey, dataName, nextAction }) => {
    const view = viewOf(dataName === null ? dataKey : `${dataKey}.${dataName}`);
    expect(view).toMatchObject({
      type: nextAction,
      page_url: `${publicUrl}/dummy-connector/authorize/dummy_attempt_2`,
    });
    expect(Object.keys(view ?? {}).length).toBeGreaterThan(2);
  },
);

it('the hidden frame of a card posts to its own address', () =>
  expect(nextActionView(aPayment({ method: { type: 'card', number: '4000000000075004' } }), publicUrl)).toMatchObject({
    type: 'invoke_hidden_iframe',
    iframe_data: { three_ds_method_url: `${publicUrl}/dummy-connector/device-fingerprint/dummy_attempt_2` },
  }));

it('a bank transfer shows its account and the amount that is left', () =>
  expect(viewOf('bank_transfer.sepa_bank_transfer')).toMatchObject({
    bank_transfer_steps_and_charges_details: {
      sepa_bank_instructions: { country: 'DE' },
      receiver: { amount_received: 0, amount_remaining: 6540 },
    },
  }));

it('a UPI application gets the amount in major units', () =>
  expect(viewOf('upi.upi_intent')?.['sdk_uri']).toContain('am=65.40&cu=INR'));

it('the details of a voucher are a text with JSON', () =>
  expect(JSON.parse(viewOf('voucher.oxxo')?.['voucher_details'] as string)).toMatchObject({
    reference: expect.stringMatching(/^[0-9A-Z_]{1,8}$/) as string,
    expires_at: expect.stringMatching(/Z$/) as string,
  }));

it('a payment without a step shows none', () => expect(nextActionView(aPayment(), publicUrl)).toBeNull());
