import { chosenMethod, isComplete, plainConfirmation, plainForms, plainMethods } from './plain-form';

const experience = (payment_experience_type: string) => [{ payment_experience_type }];
const bankField = {
  required_field: 'payment_method_data.bank_redirect.ideal.bank_name',
  display_name: 'bank_name',
  field_type: 'user_bank',
  value: null,
};
const list = {
  payment_methods: [
    { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit', required_fields: null }] },
    {
      payment_method: 'wallet',
      payment_method_types: [
        { payment_method_type: 'ali_pay', payment_experience: experience('redirect_to_url') },
        { payment_method_type: 'we_chat_pay', payment_experience: experience('display_qr_code') },
        { payment_method_type: 'google_pay', payment_experience: experience('invoke_sdk_client') },
      ],
    },
    {
      payment_method: 'bank_redirect',
      payment_method_types: [
        {
          payment_method_type: 'ideal',
          payment_experience: null,
          bank_names: [{ bank_name: ['ing'] }],
          required_fields: { bank: bankField },
        },
      ],
    },
    { payment_method: 'bank_transfer', payment_method_types: [{ payment_method_type: 'multibanco' }] },
  ],
};
const methods = plainMethods(list);
const ideal = methods.find(({ id }) => id === 'bank_redirect/ideal')!;
const sent = { chosen_method: ideal.id, [bankField.required_field]: 'ing' };

it('the page offers what goes on by a redirect, and no card', () =>
  expect(methods.map(({ id }) => id)).toEqual(['wallet/ali_pay', 'bank_redirect/ideal']));

it.each([
  [sent, true],
  [{ chosen_method: ideal.id }, false],
  [{ ...sent, [bankField.required_field]: 'none of the choices' }, false],
])('the form %j is complete: %j', (form, expected) => {
  expect(chosenMethod(methods, form)).toBe(ideal);
  expect(isComplete(ideal, form, 'en')).toBe(expected);
});

it('a payment method that the listing does not have is not chosen', () =>
  expect(chosenMethod(methods, { chosen_method: 'wallet/google_pay' })).toBeUndefined());

it('the sent form has its values and what is wrong with them, the others have neither', () => {
  const [wallet, bank] = plainForms(methods, 'en', { chosen: ideal, sent: { [bankField.required_field]: 'x' } });
  expect(wallet).toEqual({ id: 'wallet/ali_pay', name: 'Alipay', inputs: [] });
  expect(bank!.inputs).toMatchObject([{ label: 'Bank', value: 'x', error: 'Choose one.', choices: [['ing', 'Ing']] }]);
  const [, again] = plainForms(methods, 'en', { chosen: undefined, sent: {} });
  expect(again!.inputs).toMatchObject([{ value: '', error: null }]);
});

it('the confirmation has the fields of the payment method and nothing else that was sent', () => {
  const terms = { clientSecret: 's', isRetry: true, userAgent: 'Lynx', language: 'en', hasPlan: false };
  expect(plainConfirmation(ideal, { ...sent, amount: '1', setup_future_usage: 'off_session' }, terms)).toEqual({
    client_secret: 's',
    retry_action: 'manual_retry',
    browser_info: {
      java_enabled: false,
      java_script_enabled: false,
      language: 'en',
      accept_header: 'text/html',
      user_agent: 'Lynx',
    },
    payment_method: 'bank_redirect',
    payment_method_type: 'ideal',
    payment_method_data: { bank_redirect: { ideal: { bank_name: 'ing' } } },
  });
});

it('a form takes back the plan of installments that the payment has: no payment method of the form has one', () => {
  const terms = { clientSecret: 's', isRetry: false, userAgent: undefined, language: 'en' };
  const body = (hasPlan: boolean) => plainConfirmation(ideal, {}, { ...terms, hasPlan });
  expect(body(true)).toMatchObject({ installment_data: null });
  expect(body(false)).not.toHaveProperty('installment_data');
});
