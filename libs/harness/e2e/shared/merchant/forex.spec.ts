import { aMerchant, eventually, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { notAllowed, refusal, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
const noRates = refusal(404, 'IR_37', 'Unable to fetch forex rates');
const notAcceptable = notAllowed('The provided currency is not acceptable');

let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const convert = (amount: number | string, from: string, to: string) =>
  merchant.api.get(`/forex/convert_from_minor?amount=${amount}&from_currency=${from}&to_currency=${to}`);

it('without rates a merchant gets none, and a browser never gets any', async () => {
  expect(statusAndBody(await merchant.api.get('/forex/rates'))).toEqual(noRates);
  expect(statusAndBody(await convert(100, 'USD', 'EUR'))).toEqual(noRates);
  expect(statusAndBody(await merchant.client.get('/forex/rates'))).toEqual(unauthorized);
});

it('rates that the operator writes are served with their time, and convert exactly', async () => {
  const timestamp = Math.floor(Date.now() / 1_000) - 3_600;
  system.writeForexRates({ base_currency: 'USD', timestamp, rates: { EUR: '0.8', JPY: '157.31', KWD: '0.307' } });
  const rates = await eventually(async () => ok(await merchant.api.get('/forex/rates')), { withinMs: 20_000 });
  expect(rates).toEqual({
    data: {
      base_currency: 'USD',
      conversion: {
        EUR: { to_factor: '0.8', from_factor: '1.25' },
        JPY: { to_factor: '157.31', from_factor: '0.006356874960269531' },
        KWD: { to_factor: '0.307', from_factor: '3.257328990228013029' },
      },
    },
    timestamp,
  });
  expect(ok(await convert(8_000, 'EUR', 'JPY'))).toEqual({ converted_amount: '15731', currency: 'JPY' });
  expect(ok(await convert(1_000, 'USD', 'KWD'))).toEqual({ converted_amount: '3.070', currency: 'KWD' });
  for (const unknown of ['GBP', 'XXX', 'usd'])
    expect(statusAndBody(await convert(100, 'USD', unknown))).toEqual(notAcceptable);
  expect((await convert('1.5', 'USD', 'EUR')).status).toBe(400);
  expect((await convert(-1, 'USD', 'EUR')).status).toBe(400);
  expect((await merchant.api.get('/forex/convert_from_minor?amount=1&from_currency=USD')).status).toBe(400);
});
