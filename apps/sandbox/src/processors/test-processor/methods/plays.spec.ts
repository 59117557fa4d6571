import { dataOfPath, isKnownData, playOf, playedMethods, type Step } from './plays';

const pathOf = ({ dataKey, dataName }: { dataKey: string; dataName: string | null }) =>
  dataName === null ? dataKey : `${dataKey}.${dataName}`;

it('every payment method type has a course', () => {
  expect(new Set(playedMethods.map((row) => row.paymentMethodType)).size).toBe(121);
  for (const { nextAction, settles } of playedMethods) {
    if (nextAction === 'redirect_to_url') expect(settles).toBe('on_return');
    if (nextAction === null) expect(['at_once', 'by_itself']).toContain(settles);
    else expect(settles).not.toBe('at_once');
  }
});

it('every next action but the hidden frame, which is a card’s, has a payment method', () => {
  const steps: Record<Exclude<Step, 'invoke_hidden_iframe'>, true> = {
    redirect_to_url: true,
    qr_code_information: true,
    fetch_qr_code_information: true,
    display_bank_transfer_information: true,
    display_voucher_information: true,
    wait_screen_information: true,
    invoke_upi_intent_sdk: true,
    invoke_upi_qr_flow: true,
    collect_otp: true,
    third_party_sdk_session_token: true,
  };
  expect(new Set(playedMethods.flatMap(({ nextAction }) => nextAction ?? []))).toEqual(new Set(Object.keys(steps)));
});

it.each([
  ['wallet.ali_pay_redirect', 'redirect_to_url', 'on_return'],
  ['wallet.ali_pay_qr', 'qr_code_information', 'by_customer'],
  ['wallet.google_pay', null, 'at_once'],
  ['bank_debit.sepa_bank_debit', null, 'by_itself'],
  ['bank_redirect.blik', 'wait_screen_information', 'by_itself'],
  ['crypto', 'redirect_to_url', 'on_return'],
])('a payment by %s has the next action %s and settles %s', (path, step, settles) => {
  expect(isKnownData(path)).toBe(true);
  expect(playOf(dataOfPath(path))).toMatchObject({ step, settles });
});

it.each(['wallet', 'wallet.constructor', 'constructor', 'bank_redirect.swish_qr', ''])('%j names no data', (path) =>
  expect(isKnownData(path)).toBe(false),
);

it('the path of every row is known, and leads back to its data', () => {
  for (const row of playedMethods) {
    expect(isKnownData(pathOf(row))).toBe(true);
    expect(dataOfPath(pathOf(row))).toEqual({ dataKey: row.dataKey, dataName: row.dataName });
  }
});
