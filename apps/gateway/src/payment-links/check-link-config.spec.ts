import { errorBody, isRefusal, type Refusal } from '@payorch/contracts';
import { PaymentCreatePaymentLinkConfig, shapeOf } from '@payorch/rest';
import { checkLinkConfig, readProfileLinkConfig } from './check-link-config';
import type { LinkConfig } from './link-config';

const refusedField = (config: object): string | undefined =>
  checkLinkConfig(config as LinkConfig)?.details['field'] as string | undefined;
const refusedFieldOfProfile = (config: object): unknown => {
  const read = readProfileLinkConfig(config);
  return isRefusal(read) ? read.details['field'] : undefined;
};

/** The field, or a place in it. */
const below = (field: string): RegExp => new RegExp(`^${field.replaceAll('.', '\\.')}(?:$|[.[])`);

const fine = {
  theme: '#212E46',
  logo: 'https://cdn.acme.example/logo.png',
  seller_name: 'ACME & Söhne <3',
  sdk_layout: 'accordion',
  display_sdk_only: false,
  enabled_saved_payment_method: true,
  hide_card_nickname_field: false,
  enable_manual_retry: false,
  show_card_form_by_default: true,
  transaction_details: [{ key: 'Policy', value: 'A-1', ui_configuration: { position: 1 } }],
  background_image: { url: 'https://cdn.acme.example/sea.jpg', position: 'top left', size: { Percentage: 50 } },
  details_layout: 'layout2',
  payment_button_text: 'Pay now',
  custom_message_for_card_terms: 'We charge once.\nNo refunds after 14 days.',
  custom_message_for_payment_method_types: [
    { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit', message: { value: 'Terms' } }] },
  ],
  payment_button_colour: 'rgb(10, 20, 30)',
  skip_status_screen: false,
  payment_button_text_colour: 'white',
  background_colour: '#fff',
  sdk_ui_rules: { '.Input': { borderRadius: '4px' } },
  payment_link_ui_rules: { '#submit': { 'background-color': '#003264' } },
  enable_button_only_on_form_ready: true,
  payment_form_header_text: 'Your card',
  payment_form_label_type: 'above',
  show_card_terms: 'never',
  is_setup_mandate_flow: false,
  color_icon_card_cvc_error: '#f00',
  show_merchant_name: true,
};

describe('the configuration of a link', () => {
  it('the values of every field pass', () => {
    expect(Object.keys(fine).sort()).toEqual([...shapeOf(PaymentCreatePaymentLinkConfig).fields].sort());
    expect(refusedField(fine)).toBeUndefined();
    expect(refusedField(Object.fromEntries(Object.keys(fine).map((name) => [name, null])))).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ...['red;}', 'url(//evil.test)', '#12', 'expression(1)', 'red}body{', 'var(--x)', ''].flatMap(
      (colour): [string, string][] => [
        ['theme', colour],
        ['payment_button_colour', colour],
        ['payment_button_text_colour', colour],
        ['background_colour', colour],
        ['color_icon_card_cvc_error', colour],
      ],
    ),
    ...[
      'http://acme.example/a.png',
      'javascript:alert(1)',
      'data:image/svg+xml,<svg/>',
      '//acme.example/a',
      'https:a b',
      'https://acme.example/a.png")',
    ].flatMap((url): [string, unknown][] => [
      ['logo', url],
      ['background_image', { url }],
    ]),
    ['background_image', { url: 'https://acme.example/a.png', size: { Pixels: 1_000_000 } }],
    ['sdk_layout', 'grid'],
    ...['pay \u202e00.1', 'a\u0000b', 'a\u2028b', 'x'.repeat(1_025)].flatMap((text): [string, unknown][] => [
      ['seller_name', text],
      ['payment_button_text', text],
      ['custom_message_for_card_terms', text],
      ['payment_form_header_text', text],
      ['transaction_details', [{ key: 'a', value: text }]],
      ['transaction_details', [{ key: text, value: 'a' }]],
      [
        'custom_message_for_payment_method_types',
        [
          {
            payment_method: 'card',
            payment_method_types: [{ payment_method_type: 'credit', message: { value: text } }],
          },
        ],
      ],
    ]),
    ['transaction_details', Array.from({ length: 51 }, () => ({ key: 'a', value: 'b' }))],
    ['payment_link_ui_rules', { '#submit': { background: 'url(//evil.test)' } }],
    ['payment_link_ui_rules', { '#submit': { 'background-color': 'url(//evil.test)' } }],
    ['payment_link_ui_rules', { '#submit': { position: 'fixed' } }],
    ['payment_link_ui_rules', { '#submit': { color: 'red;}*{display:none' } }],
    ['payment_link_ui_rules', { 'body,*': { color: 'red' } }],
    ['payment_link_ui_rules', { '</style><script>': { color: 'red' } }],
    ['payment_link_ui_rules', { '@import': { color: 'red' } }],
    ['payment_link_ui_rules', { '#submit': 'color: red' }],
    ['sdk_ui_rules', { '.Input': { content: 'x' } }],
    ['sdk_ui_rules', { '#submit': { color: 'red' } }],
  ])('%s: %j is refused', (name, value) =>
    expect(refusedField({ ...fine, [name]: value })).toMatch(below(`payment_link_config.${name}`)),
  );
});

describe('the configuration of a profile', () => {
  const profile = {
    ...fine,
    allowed_domains: ['acme.example'],
    domain_name: 'pay.acme.example',
    branding_visibility: true,
  };

  it('passes with named configurations', () => {
    const named = { winter: { theme: '#fff' }, 'summer-2': {} };
    expect(refusedFieldOfProfile({ ...profile, business_specific_configs: named })).toBeUndefined();
    expect(readProfileLinkConfig(null)).toBeNull();
  });

  it.each<[string, object]>([
    ['domain_name', { domain_name: 'https://pay.acme.example' }],
    ['domain_name', { domain_name: 'acme.example/pay' }],
    ['domain_name', { domain_name: 'acme.example"><script>' }],
    ['domain_name', { domain_name: 'localhost' }],
    ['allowed_domains', { allowed_domains: ['acme.example', '*'] }],
    ['allowed_domains', { allowed_domains: ["acme.example; script-src 'unsafe-inline'"] }],
    ['allowed_domains', { allowed_domains: Array.from({ length: 51 }, (_, n) => `a${n}.example`) }],
    ['business_specific_configs', { business_specific_configs: { 'a b': {} } }],
    ['business_specific_configs.a.theme', { business_specific_configs: { a: { theme: 'red;}' } } }],
    ['business_specific_configs.a.theme', { business_specific_configs: { a: { theme: 5 } } }],
    ['business_specific_configs.a', { business_specific_configs: { a: 'red' } }],
    ['logo', { logo: 'javascript:alert(1)' }],
    ['theme', { theme: 5 }],
  ])('%s is refused in %j', (field, changes) =>
    expect(refusedFieldOfProfile({ ...profile, ...changes })).toMatch(below(`payment_link_config.${field}`)),
  );

  it.each<[object, string]>([
    [
      { allowed_domains: ['acme.example', 'localhost:*'] },
      'payment_link_config.allowed_domains[1]. Allowed: a host such as acme.example, *.acme.example, https://acme.example or localhost:5500; a port is a number, and * stands for the first label alone',
    ],
    [
      { allowed_domains: Array.from({ length: 51 }, (_, n) => `a${n}.example`) },
      'payment_link_config.allowed_domains. Allowed: at most 50 items',
    ],
    [
      { domain_name: 'localhost' },
      'payment_link_config.domain_name. Allowed: a host with a dot, for example pay.acme.example, without a scheme or a path',
    ],
    [{ sdk_layout: 'grid' }, 'payment_link_config.sdk_layout. Allowed: tabs, accordion, spaced_accordion'],
    [
      {
        transaction_details: [
          { key: 'a', value: 'b' },
          { key: 'a', value: '\u202e' },
        ],
      },
      'payment_link_config.transaction_details[1].value. Allowed: a text of at most 1024 characters, without control characters',
    ],
    [
      { background_image: { url: 'https://acme.example/a.png', size: { Pixels: 1_000_000 } } },
      'payment_link_config.background_image.size.Pixels. Allowed: at most 10000',
    ],
    [
      { payment_link_ui_rules: { '</style>': { color: 'red' } } },
      'payment_link_config.payment_link_ui_rules.??style?. Allowed: the parts of the page that docs/payment-link-page.md lists',
    ],
    [
      { sdk_ui_rules: { '.Input': { content: 'x' } } },
      'payment_link_config.sdk_ui_rules..Input.content. Allowed: colours, fonts, texts, borders, margins, paddings, shadows and gap, with words, numbers and colours',
    ],
    [{ allowed_domains: ['a.example', 5] }, 'payment_link_config.allowed_domains[1]. Allowed: a string'],
    [
      { business_specific_configs: { a: { theme: 'red;' } } },
      'payment_link_config.business_specific_configs.a.theme. Allowed: #rgb, #rrggbb, rgb(r, g, b) or a colour name of CSS 2.1',
    ],
  ])('%j: the message says where and what is allowed', (changes, text) => {
    const refused = readProfileLinkConfig({ ...profile, ...changes });
    expect(errorBody(refused as Refusal).body.error).toMatchObject({
      type: 'invalid_request',
      code: 'IR_07',
      message: `Invalid value provided: ${text}`,
    });
  });
});
