import { nextStepOf, pageAddress } from './next-step';

const step = (next_action: unknown) => nextStepOf({ next_action });

it('a redirect leads to its address', () => {
  const address = 'https://pay.example/payments/redirect/pay_1/acme/pay_1_1?redirect_token=x';
  const redirect = { kind: 'redirect', url: address };
  expect(step({ type: 'redirect_to_url', redirect_to_url: address })).toEqual(redirect);
  expect(step({ type: 'redirect_inside_popup', popup_url: address, redirect_response_url: 'x' })).toEqual(redirect);
});

it.each(['javascript:alert(1)', 'data:text/html,x', '//x.example', ' https://x.example', 'https://a b', '', undefined])(
  '%j is no address of a page',
  (text) => {
    expect(pageAddress(text)).toBeNull();
    expect(step({ type: 'redirect_to_url', redirect_to_url: text })).toEqual({ kind: 'unknown' });
  },
);

it('a QR code is an image in the response itself', () => {
  const action = {
    type: 'qr_code_information',
    image_data_url: 'data:image/png;base64,AAAA',
    qr_code_url: 'https://q.example/1',
  };
  expect(step(action)).toEqual({
    kind: 'qr_code',
    image: action.image_data_url,
    link: 'https://q.example/1',
    text: null,
  });
  expect(step({ ...action, image_data_url: 'https://q.example/1.png' })).toMatchObject({ image: null });
  expect(step({ type: 'qr_code_information', image_data_url: 'data:text/html,x', qr_code_url: '' })).toEqual({
    kind: 'unknown',
  });
});

it('a bank transfer shows the account', () => {
  const details = {
    sepa_bank_instructions: { iban: 'DE00', bic: 'SNDB', account_holder_name: 'Sandbox', reference: 'R1' },
    receiver: { amount_received: 0 },
  };
  expect(step({ type: 'display_bank_transfer_information', bank_transfer_steps_and_charges_details: details })).toEqual(
    {
      kind: 'transfer',
      lines: [
        { label: { key: 'iban' }, value: 'DE00' },
        { label: { text: 'Bic' }, value: 'SNDB' },
        { label: { key: 'holder' }, value: 'Sandbox' },
        { label: { key: 'reference' }, value: 'R1' },
      ],
      link: null,
    },
  );
});

it('the details of a voucher are JSON in a text', () => {
  const voucher_details = JSON.stringify({
    reference: 'ABC',
    download_url: 'https://v.example/1',
    instructions_url: 'javascript:1',
  });
  expect(step({ type: 'display_voucher_information', voucher_details })).toEqual({
    kind: 'voucher',
    lines: [{ label: { key: 'reference' }, value: 'ABC' }],
    link: null,
    download: 'https://v.example/1',
  });
  expect(step({ type: 'display_voucher_information', voucher_details: 'plain' })).toMatchObject({
    lines: [{ value: 'plain' }],
  });
});

it.each([
  [{ type: 'wait_screen_information', display_from_timestamp: 1 }, 'wait'],
  [{ type: 'invoke_upi_intent_sdk', sdk_uri: 'upi://pay?pa=x' }, 'app'],
  [{ type: 'invoke_upi_intent_sdk', sdk_uri: 'javascript:1' }, 'unknown'],
  [{ type: 'third_party_sdk_session_token' }, 'unknown'],
  [{ type: 'constructor' }, 'unknown'],
  [null, 'unknown'],
])('%j: %s', (action, kind) => expect(step(action).kind).toBe(kind));
