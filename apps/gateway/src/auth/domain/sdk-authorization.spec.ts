import { readSdkAuthorization } from './sdk-authorization';

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const whole =
  'profile_id=pro_1,publishable_key=pk_dev_1,client_secret=pay_1_secret_x,customer_id=cus_1,payment_id=pay_1';
const read = {
  profileId: 'pro_1',
  publishableKey: 'pk_dev_1',
  clientSecret: 'pay_1_secret_x',
  clientSessionId: undefined,
};

describe('the Authorization header of a client SDK', () => {
  it.each([
    ['as a payment shows it', whole],
    ['without a customer', 'profile_id=pro_1,publishable_key=pk_dev_1,client_secret=pay_1_secret_x'],
    ['in another order', 'client_secret=pay_1_secret_x,publishable_key=pk_dev_1,profile_id=pro_1'],
  ])('names profile, publishable key and client secret %s', (_, text) =>
    expect(readSdkAuthorization(encoded(text))).toEqual(read),
  );

  it('names the client session', () =>
    expect(readSdkAuthorization(encoded(`${whole},client_session_id=cs_1`))).toEqual({
      ...read,
      clientSessionId: 'cs_1',
    }));

  it.each([
    ['an empty header', ''],
    ['the token of a dashboard', `Bearer ${encoded(whole)}`],
    ['plain text', whole],
    ['no profile', encoded('publishable_key=pk_dev_1,client_secret=s')],
    ['no publishable key', encoded('profile_id=pro_1,client_secret=s')],
    ['a profile of other characters', encoded('profile_id=pro 1,publishable_key=pk_dev_1,client_secret=s')],
    ['an empty client secret', encoded('profile_id=pro_1,publishable_key=pk_dev_1,client_secret=')],
    ['a secret key', encoded('profile_id=pro_1,publishable_key=dev_secret,client_secret=s')],
    ['other bytes', Buffer.from([0xff, 0xfe, 0x3d]).toString('base64')],
  ])('with %s is not read', (_, header) => expect(readSdkAuthorization(header)).toBeUndefined());
});
