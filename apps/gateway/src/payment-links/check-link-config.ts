import { isStyleProperty, isStyleSelector, isStyleValue } from '@payorch/checkout-page/style';
import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { BusinessPaymentLinkConfig, checkDto, PaymentCreatePaymentLinkConfig, type Violation } from '@payorch/rest';
import { domains } from './allowed-domains';
import {
  anything,
  at,
  atMost,
  colour,
  domain,
  each,
  image,
  oneOf,
  refuseWrong,
  type Rule,
  text,
  type Wrong,
  wrongAsViolated,
} from './config-values';
import type { LinkConfig, LinkConfigValues, StoredLinkConfig } from './link-config';

const layouts = ['tabs', 'accordion', 'spaced_accordion'] as const;
const most = { details: 50, methods: 150, rules: 50, declarations: 30, configs: 50 } as const;

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
const isMap = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const selectors = 'the parts of the page that docs/payment-link-page.md lists';
const properties =
  'colours, fonts, texts, borders, margins, paddings, shadows and gap, with words, numbers and colours';

const styleOf =
  (scope: Parameters<typeof isStyleSelector>[0]): Rule<unknown> =>
  (value) => [
    ...atMost(most.rules, 'rules')(entriesOf(value).length),
    ...entriesOf(value)
      .slice(0, most.rules)
      .flatMap(([selector, rule]) =>
        isStyleSelector(scope, selector)
          ? at(`.${shown(selector)}`, declarations(rule))
          : [{ path: `.${shown(selector)}`, allowed: selectors }],
      ),
  ];

/** A key of the merchant's in an answer, without what does not belong into a line of text. */
const shown = (key: string): string => key.replace(/[^\w#.:-]/g, '?').slice(0, 40);

const declarations: Rule<unknown> = (rule) =>
  isMap(rule)
    ? [
        ...atMost(most.declarations, 'properties')(entriesOf(rule).length),
        ...entriesOf(rule).flatMap(([property, value]) =>
          isStyleProperty(property) && typeof value === 'string' && isStyleValue(value)
            ? []
            : [{ path: `.${shown(property)}`, allowed: properties }],
        ),
      ]
    : [{ path: '', allowed: 'an object of properties and their values' }];

const share = (most: number, size: number | undefined): readonly Wrong[] =>
  size === undefined ? [] : atMost(most, '')(size);

/** The fields whose shape alone does not make them safe; the shape has been checked before. */
const rules: { readonly [K in keyof LinkConfigValues]: Rule<LinkConfigValues[K]> } = {
  theme: colour,
  logo: (logo) => (logo === '' ? [] : image(logo)),
  seller_name: text,
  sdk_layout: oneOf(...layouts),
  display_sdk_only: anything,
  enabled_saved_payment_method: anything,
  hide_card_nickname_field: anything,
  enable_manual_retry: anything,
  show_card_form_by_default: anything,
  transaction_details: each(most.details, ({ key, value }) => [...at('.key', text(key)), ...at('.value', text(value))]),
  background_image: ({ url, size }) => [
    ...at('.url', image(url)),
    ...at('.size.Percentage', share(1_000, size?.Percentage)),
    ...at('.size.Pixels', share(10_000, size?.Pixels)),
  ],
  details_layout: anything,
  payment_button_text: text,
  custom_message_for_card_terms: text,
  custom_message_for_payment_method_types: each(most.methods, ({ payment_method_types: types }) =>
    at(
      '.payment_method_types',
      each<(typeof types)[number]>(most.methods, ({ message }) => at('.message.value', text(message.value)))(types),
    ),
  ),
  payment_button_colour: colour,
  skip_status_screen: anything,
  payment_button_text_colour: colour,
  background_colour: colour,
  sdk_ui_rules: styleOf('form'),
  payment_link_ui_rules: styleOf('page'),
  enable_button_only_on_form_ready: anything,
  payment_form_header_text: text,
  payment_form_label_type: anything,
  show_card_terms: anything,
  is_setup_mandate_flow: anything,
  color_icon_card_cvc_error: colour,
  show_merchant_name: anything,
};

const field = 'payment_link_config';

const wrongAt = <K extends keyof LinkConfigValues>(config: LinkConfig, name: K): readonly Wrong[] => {
  const value: LinkConfigValues[K] | null | undefined = config[name];
  return value === null || value === undefined ? [] : at(`.${name}`, rules[name](value));
};

const names = Object.keys(rules) as (keyof LinkConfigValues)[];
const wrongIn = (config: LinkConfig): readonly Wrong[] => names.flatMap((name) => wrongAt(config, name));

/** Refuses the values that no page may have. */
export const checkLinkConfig = (config: LinkConfig | null | undefined): Refusal | undefined =>
  config ? refuseWrong(field, wrongIn(config)) : undefined;

/** Refuses the fields whose shape is not the interface's. */
const wrongShape = (violations: readonly Violation[], ...parents: readonly string[]): Refusal => {
  const place = [field, ...parents];
  return joinRefusals(violations.map((one) => wrongAsViolated(place, one))) ?? refuse('invalid_value', { field });
};

const configIds = /^[A-Za-z0-9_-]{1,64}$/;

const ids = '1 to 64 letters, digits, _ and -';

/** A named configuration has the shape of a payment's own; the interface does not describe it. */
function checkNamed(id: string, config: unknown): Refusal | undefined {
  const parent = 'business_specific_configs';
  if (!configIds.test(id)) return refuseWrong(field, [{ path: `.${parent}.${shown(id)}`, allowed: `names of ${ids}` }]);
  const checked = checkDto(PaymentCreatePaymentLinkConfig, config);
  if (checked.kind === 'invalid') return wrongShape(checked.violations, parent, id);
  return refuseWrong(field, at(`.${parent}.${id}`, wrongIn(checked.value)));
}

/** The configuration of a profile, as its request or its row has it; refused where a page may not have a value of it. */
export function readProfileLinkConfig(sent: unknown): StoredLinkConfig | null | Refusal {
  if (sent === null || sent === undefined) return null;
  const checked = checkDto(BusinessPaymentLinkConfig, sent);
  if (checked.kind === 'invalid') return wrongShape(checked.violations);
  return checkProfileLinkConfig(checked.value) ?? checked.value;
}

/** The same for the configuration of a profile, with its named configurations and its domains. */
function checkProfileLinkConfig(config: StoredLinkConfig): Refusal | undefined {
  const { domain_name: host, allowed_domains: sites, business_specific_configs: named } = config;
  const configs = entriesOf(named);
  const counted = at('.business_specific_configs', atMost(most.configs, 'configurations')(configs.length));
  return joinRefusals([
    checkLinkConfig(config),
    host ? refuseWrong(field, at('.domain_name', domain(host))) : undefined,
    sites ? refuseWrong(field, at('.allowed_domains', domains(sites))) : undefined,
    ...(counted.length > 0 ? [refuseWrong(field, counted)] : configs.map(([id, one]) => checkNamed(id, one))),
  ]);
}
