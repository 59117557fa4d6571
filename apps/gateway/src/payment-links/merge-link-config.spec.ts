import type { StoredLinkConfig } from './link-config';
import { defaultStyle, linkTermsOf } from './merge-link-config';

const profile: StoredLinkConfig = {
  theme: '#111111',
  logo: 'https://acme.example/logo.png',
  payment_button_text: 'Pay ACME',
  show_merchant_name: false,
  domain_name: 'Pay.acme.example',
  allowed_domains: ['acme.example'],
  branding_visibility: false,
  business_specific_configs: { winter: { theme: '#222222', payment_button_text: 'Pay in winter', logo: null } },
};

const terms = (config: object | null, configId: string | null, stored: StoredLinkConfig | null = profile) =>
  linkTermsOf({ config, configId }, stored);

describe('the terms of a link', () => {
  it('are the defaults where neither payment nor profile says anything else', () =>
    expect(terms(null, null, null)).toEqual({ origin: null, allowedDomains: null, config: defaultStyle }));

  it('are those of the profile, with its domains', () =>
    expect(terms(null, null)).toEqual({
      origin: 'https://pay.acme.example',
      allowedDomains: ['acme.example'],
      config: {
        ...defaultStyle,
        theme: '#111111',
        logo: 'https://acme.example/logo.png',
        payment_button_text: 'Pay ACME',
        show_merchant_name: false,
        branding_visibility: false,
      },
    }));

  it('take each field from the payment, then from the named configuration, then from the profile', () =>
    expect(terms({ theme: '#333333', payment_button_text: null }, 'winter')).toMatchObject({
      config: {
        theme: '#333333',
        payment_button_text: 'Pay in winter',
        logo: 'https://acme.example/logo.png',
        sdk_layout: 'tabs',
      },
    }));

  it('have no domains of the payment', () =>
    expect(terms({ allowed_domains: ['evil.test'], domain_name: 'evil.test' }, null, null)).toEqual({
      origin: null,
      allowedDomains: null,
      config: defaultStyle,
    }));

  it.each(['summer', 'constructor', ''])('a configuration that the profile does not have is refused: %s', (id) =>
    expect(terms(null, id)).toMatchObject({ code: 'invalid_value', details: { field: 'payment_link_config_id' } }),
  );

  it('a profile from before the checks is checked now', () =>
    expect(terms(null, null, { theme: 'red;}' })).toMatchObject({
      code: 'value_not_allowed',
      details: { field: 'payment_link_config.theme' },
    }));
});
