import { paymentBody, RunningSandbox } from '../../../../test/running-sandbox';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await RunningSandbox.start();
});
afterAll(() => sandbox.stop());

interface Step {
  readonly page_url: string;
  readonly qr_code_url: string;
  readonly iframe_data: { readonly three_ds_method_url: string };
}
const openStep = async (body: object) => {
  const { id, status, next_action } = await sandbox.json('POST', '/dummy-connector/payment', body);
  expect(status).toBe('processing');
  return { id: String(id), step: next_action as Step };
};
const statusOf = async (id: string) => (await sandbox.json('GET', `/dummy-connector/payments/${id}`))['status'];
const byCode = () =>
  paymentBody({
    payment_method_data: { payment_method: 'wallet', payment_method_type: 'cashapp', data: 'wallet.cashapp_qr' },
  });
const form = { 'content-type': 'application/x-www-form-urlencoded' };

it('the address of a QR code shows an image while the step is open', async () => {
  const { id, step } = await openStep(byCode());
  const image = await sandbox.call('GET', step.qr_code_url);
  expect(image).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' } });
  expect(image.text).toMatch(/^<svg /);
  const completed = await sandbox.call('GET', `${step.page_url.replace('authorize', 'complete')}?confirm=true`);
  // The customer's phone stays where it is: only a redirect returns to the shop.
  expect(completed.status).toBe(200);
  expect(await statusOf(id)).toBe('succeeded');
  expect((await sandbox.call('GET', step.qr_code_url)).text).toContain('This link is not valid');
});

it('the post of a hidden frame approves the payment of its card', async () => {
  const { id, step } = await openStep(paymentBody({}, '4000000000075004'));
  const url = step.iframe_data.three_ds_method_url;
  expect((await sandbox.call('POST', url, {}, form)).status).toBe(204);
  expect(await statusOf(id)).toBe('succeeded');
  expect((await sandbox.call('POST', url, {}, form)).status).toBe(204);
});

it('the post of a hidden frame approves no other step', async () => {
  const { id, step } = await openStep(byCode());
  await sandbox.call('POST', step.page_url.replace('authorize', 'device-fingerprint'), {}, form);
  expect(await statusOf(id)).toBe('processing');
});

it('a void ends a payment that would settle by itself', async () => {
  const blik = paymentBody({
    payment_method_data: { payment_method: 'bank_redirect', payment_method_type: 'blik', data: 'bank_redirect.blik' },
  });
  const { id } = await openStep(blik);
  const voided = await sandbox.json('POST', `/dummy-connector/payments/${id}/void`, { reference: 'void_blik' });
  expect(voided).toMatchObject({ status: 'voided', next_action: null });
});

it('the table of payment methods is published', async () => {
  const { payment_methods } = await sandbox.json('GET', '/dummy-connector/payment-methods');
  expect(payment_methods).toContainEqual({
    payment_method: 'bank_redirect',
    payment_method_type: 'swish',
    data_key: 'wallet',
    data_name: 'swish_qr',
    next_action: 'qr_code_information',
    settles: 'by_customer',
  });
});
