import type { PaymentReturned } from '@payorch/contracts';
import type { PaymentId, ProfileId } from '@payorch/kernel';
import { createHmac } from 'node:crypto';
import { returnResponse, signParameters } from './return-address';

type Returned = PaymentReturned & { readonly returnUrl: string };

const returned = (change: Partial<Returned> = {}): Returned => ({
  returnUrl: 'https://acme.example/done',
  status: 'succeeded',
  paymentId: 'pay_1' as PaymentId,
  profileId: 'pro_1' as ProfileId,
  clientSecret: 'pay_1_secret_x',
  amount: 6540,
  manualRetryAllowed: null,
  startAgainAttemptId: null,
  inPopup: false,
  linkPage: null,
  ...change,
});

const hex = (text: string) => createHmac('sha512', 'key').update(text).digest('hex');

describe('returnResponse', () => {
  it("the result has the interface's order and a sorted signature", () => {
    const signature = hex(
      'amount=6540&manual_retry_allowed=false&payment_id=pay_1&payment_intent_client_secret=pay_1_secret_x&status=succeeded',
    );
    const answer = returnResponse(returned(), { hashKey: 'key', withHttpPost: false });
    expect(answer.return_url_with_query_params).toBe(
      'https://acme.example/done?status=succeeded&payment_id=pay_1&payment_intent_client_secret=pay_1_secret_x' +
        `&amount=6540&manual_retry_allowed=false&signature=${signature}&signature_algorithm=HMAC-SHA512`,
    );
    expect(answer).toMatchObject({ return_url: 'https://acme.example/done', http_method: 'GET', headers: [] });
    expect(answer.params[0]).toEqual(['status', 'succeeded']);
  });

  it("the merchant's own parameters are signed decoded", () => {
    const answer = returnResponse(returned({ returnUrl: 'https://acme.example/?basket=a%20b&z=1' }), {
      hashKey: 'key',
      withHttpPost: false,
    });
    const signed =
      'amount=6540&basket=a b&manual_retry_allowed=false&payment_id=pay_1&payment_intent_client_secret=pay_1_secret_x&status=succeeded&z=1';
    expect(new Map(answer.params).get('signature')).toBe(hex(signed));
    expect(answer.return_url).toBe('https://acme.example/');
  });

  /** Payments that were created before may have a return URL that a browser chose. */
  it('the attack by a value that reads as parameters has another signature than the result that it pretends', () => {
    const returnUrl = 'https://acme.example/done?q=1%26status%3Dsucceeded%26t%3D2';
    const settings = { hashKey: 'key', withHttpPost: false };
    const { params } = returnResponse(returned({ returnUrl, status: 'failed' }), settings);
    const rest = params.filter(([name]) => !['q', 'status', 'signature', 'signature_algorithm'].includes(name));
    const pretended = [...rest, ['q', '1'], ['status', 'succeeded'], ['t', '2&status=failed']] as const;
    const joined = [...rest, ['q', '1'], ['status', 'failed'], ['status', 'succeeded'], ['t', '2']] as const;
    for (const parameters of [pretended, joined])
      expect(signParameters(parameters, 'key')).not.toBe(new Map(params).get('signature'));
    expect(new Map(params).get('signature')).toBe(
      hex(
        'amount=6540&manual_retry_allowed=false&payment_id=pay_1&payment_intent_client_secret=pay_1_secret_x' +
          '&q=1%26status%3Dsucceeded%26t%3D2&status=failed',
      ),
    );
  });

  it("parameters of the result replace those of the merchant's address", () => {
    const returnUrl = 'https://acme.example/done?status=open&signature=x&a=1&amount=1&signature_algorithm=none';
    const { params } = returnResponse(returned({ returnUrl }), { hashKey: 'key', withHttpPost: false });
    expect(params.map(([name]) => name)).toEqual([
      ...['a', 'status', 'payment_id', 'payment_intent_client_secret', 'amount', 'manual_retry_allowed'],
      ...['signature', 'signature_algorithm'],
    ]);
    expect(new Map(params).get('status')).toBe('succeeded');
    expect(new Map(params).get('signature')).toBe(
      hex(
        'a=1&amount=6540&manual_retry_allowed=false&payment_id=pay_1&payment_intent_client_secret=pay_1_secret_x&status=succeeded',
      ),
    );
  });

  it('without a key nothing is signed', () => {
    const { params } = returnResponse(returned(), { hashKey: null, withHttpPost: false });
    expect(params.map(([name]) => name)).toEqual([
      'status',
      'payment_id',
      'payment_intent_client_secret',
      'amount',
      'manual_retry_allowed',
    ]);
  });

  it('the amount is absent for a POST', () => {
    const { params, http_method } = returnResponse(returned({ manualRetryAllowed: true }), {
      hashKey: null,
      withHttpPost: true,
    });
    expect(http_method).toBe('POST');
    expect(params).toEqual([
      ['status', 'succeeded'],
      ['payment_id', 'pay_1'],
      ['payment_intent_client_secret', 'pay_1_secret_x'],
      ['manual_retry_allowed', 'true'],
    ]);
  });
});

it('the signature equals that of another implementation', () =>
  expect(
    signParameters(
      [
        ['status', 'succeeded'],
        ['payment_id', 'pay_1'],
      ],
      'secret',
    ),
  ).toBe(
    'b73f67e06cd16c67e96f59c06c2fd63d939c2ff6bc8e988dd52c1b1b61e97199' +
      '4f760710f448571888608926e5a5e26b438fb5af224159039550eec9cf7a4412',
  ));
