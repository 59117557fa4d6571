import type { Outgoing, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import type { Profile } from '../accounts';
import type { Sender } from '../auth';
import type { PaymentRequest } from './domain/payment-request';
import { PaymentLinkTerms } from './payment-link-terms';
import { PaymentOwner } from './payment-owner';

const merchantId = 'acme' as MerchantId;
const profileId = 'pro_1' as ProfileId;
const newOf = (languages?: string) => ({ profileId, languages });
const existing = { paymentId: 'pay_1' as PaymentId, isConfirmed: false };
const ofProfile = { theme: '#111111', allowed_domains: ['acme.example'], domain_name: 'Pay.acme.example:8443' };

function termsOf(payment: object | Refusal = { profile_id: profileId, payment_link: { link: 'l' } }, isProven = true) {
  const asked: Outgoing[] = [];
  const profiles = {
    retrieve: (_: MerchantId, id: string) =>
      Promise.resolve(
        id === profileId
          ? ({ details: { payment_link_config: ofProfile } } as unknown as Profile)
          : refuse('profile_not_found', { id }),
      ),
  };
  const domains = {
    serves: async (...place: readonly unknown[]) => isProven && place.join() === 'acme,pay.acme.example,pro_1',
  };
  const owner = {
    command: () => Promise.reject(new Error('a link sends no command')),
    query: (query: Outgoing) => {
      asked.push(query);
      return Promise.resolve('kind' in payment ? (payment as Refusal) : Buffer.from(JSON.stringify(payment)));
    },
  };
  return { terms: new PaymentLinkTerms(profiles, domains, new PaymentOwner(owner)), asked };
}
const senderOf = (kind: 'merchant' | 'client') =>
  ({
    merchant: { merchantId, kind, account: {} },
    trace: { correlationId: 'c', traceparent: 't' },
  }) as unknown as Sender;
const merchant = senderOf('merchant');
const requestOf = (fields: object) => fields as PaymentRequest;

describe('the link of a new payment', () => {
  it('has the terms of request and profile, in the language of the request', async () => {
    const sent = requestOf({ payment_link: true, payment_link_config: { theme: '#222222' } });
    const made = await termsOf().terms.of(sent, newOf('xx, fr-CH;q=0.9, en;q=0.8'), merchant);
    expect(made).toMatchObject({
      link: { locale: 'fr', allowedDomains: ['acme.example'], config: { theme: '#222222', sdk_layout: 'tabs' } },
    });
  });

  it.each([undefined, '*', 'xx, tlh;q=0.9'])(
    'has no language where the request names none of the pages (%s): then it is that of the browser',
    async (languages) => {
      const sent = requestOf({ payment_link: true, session_expiry: 900 });
      expect(await termsOf().terms.of(sent, newOf(languages), merchant)).not.toHaveProperty('link.locale');
    },
  );

  it('has the domain of the profile in its address only while it is proven', async () => {
    const sent = requestOf({ payment_link: true });
    const originOf = async (isProven: boolean) => termsOf(undefined, isProven).terms.of(sent, newOf(), merchant);
    expect(await originOf(true)).toMatchObject({ link: { origin: 'https://pay.acme.example:8443' } });
    expect(await originOf(false)).toMatchObject({ link: { origin: null } });
  });

  it('is not made unless the request wants it', async () => {
    expect(await termsOf().terms.of(requestOf({}), newOf(), merchant)).toEqual({});
    expect(await termsOf().terms.of(requestOf({ payment_link: false }), newOf(), merchant)).toEqual({});
  });

  it('of a profile that is gone is refused', async () => {
    const sent = requestOf({ payment_link: true });
    expect(await termsOf().terms.of(sent, { ...newOf(), profileId: 'pro_2' as ProfileId }, merchant)).toMatchObject({
      code: 'profile_not_found',
    });
  });
});

describe('the link of a payment that exists', () => {
  const sent = requestOf({ payment_link_config: { theme: '#333333' } });

  it('gets other terms by the profile of the payment', async () =>
    expect(await termsOf().terms.of(sent, existing, merchant)).toMatchObject({
      link: { allowedDomains: ['acme.example'], config: { theme: '#333333' } },
    }));

  it('costs nothing where the request says nothing of it', async () => {
    const { terms, asked } = termsOf();
    expect(await terms.of(requestOf({ payment_link_config: null }), existing, merchant)).toEqual({});
    expect(asked).toEqual([]);
  });

  it.each<[string, PaymentRequest]>([
    ['payment_link_config', sent],
    ['payment_link_config_id', requestOf({ payment_link_config_id: 'winter' })],
  ])('a browser cannot set %s', async (field, body) => {
    const { terms, asked } = termsOf();
    expect(await terms.of(body, existing, senderOf('client'))).toMatchObject({
      code: 'not_for_clients',
      details: { field },
    });
    expect(asked).toEqual([]);
  });

  it('is refused where the payment has none', async () =>
    expect(
      await termsOf({ profile_id: profileId, payment_link: null }).terms.of(sent, existing, merchant),
    ).toMatchObject({ code: 'precondition_failed' }));

  it('passes on that there is no such payment', async () =>
    expect(await termsOf(refuse('payment_not_found')).terms.of(sent, existing, merchant)).toMatchObject({
      code: 'payment_not_found',
    }));
});
