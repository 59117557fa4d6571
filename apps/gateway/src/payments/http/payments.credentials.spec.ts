import 'reflect-metadata';
import { answer, money, paymentsServer } from '../../../test/payments-server';

const { owner, call } = paymentsServer();

describe('credentials in a request', () => {
  const own = { merchant_connector_details: { creds_identifier: 'own' } };
  const unknown = { merchant_connector_details: { creds_identifier: 'unknown' } };
  const account = { merchantConnectorId: 'mca_1.crd_1', connector: 'stripe_test' };
  const lastSent = () => owner.sentMessages.at(-1);

  it('a new payment has them, with the account version from which services know them', async () => {
    owner.replies = [answer('{}')];
    await call('POST', '/payments', { ...money, ...own });
    expect(lastSent()).toMatchObject({
      type: 'payment.create',
      data: { fields: { credentials: account } },
      options: { accountVersion: 9 },
    });
  });

  it.each(['/payments/pay_1', '/payments/pay_1/confirm'])(
    'POST %s has them for the profile of the payment',
    async (url) => {
      owner.replies = [answer('{"profile_id":"pro_2"}'), answer('{}')];
      await call('POST', url, own);
      expect(owner.sentMessages.map(({ type }) => type)).toEqual([
        'payment.get',
        url.endsWith('confirm') ? 'payment.confirm' : 'payment.update',
      ]);
      expect(lastSent()).toMatchObject({ data: { fields: { credentials: account } }, options: { accountVersion: 9 } });
    },
  );

  it.each([
    ['/payments/pay_1/capture', {}, 'payment.capture'],
    ['/payments/pay_1/cancel', {}, 'payment.cancel'],
    ['/payments/sync', { payment_id: 'pay_1', force_sync: true }, 'payment.sync'],
  ])('POST %s names them', async (url, body, type) => {
    owner.replies = [answer('{}')];
    await call('POST', url, { ...body, ...own });
    expect(lastSent()).toMatchObject({ type, data: { namedCredentials: ['mca_1.crd_1'] } });
  });

  it.each([
    ['/payments', money],
    ['/payments/pay_1/capture', {}],
    ['/payments/pay_1/cancel', {}],
    ['/payments/sync', { payment_id: 'pay_1' }],
  ])('POST %s with unknown ones is refused, and nothing is sent', async (url, body) => {
    expect((await call('POST', url, { ...body, ...unknown })).statusCode).toBe(400);
    expect(owner.sentMessages).toEqual([]);
  });

  it.each([
    ['/payments/pay_1', {}],
    ['/payments/pay_1/confirm', {}],
    ['/payments/sync', { payment_id: 'pay_1' }],
  ])('POST %s of a browser is refused by name, and nothing is sent', async (url, body) => {
    const sent = { ...body, ...own, client_secret: 's' };
    const response = await call('POST', url, sent, { 'api-key': 'pk_dev_right' });
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: { code: 'IR_16', message: expect.stringContaining('merchant_connector_details') as string } },
    ]);
    expect(owner.sentMessages).toEqual([]);
  });
});
