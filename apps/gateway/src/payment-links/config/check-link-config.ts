import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { BusinessPaymentLinkConfig, checkDto, PaymentCreatePaymentLinkConfig, type Violation } from '@payorch/rest';
import { isStyleProperty, isStyleSelector, isStyleValue } from '../page';
import { areAllowedDomains } from './allowed-domains';
import { type Check, isColourText, isDomainName, isImage, isOneOf, isText } from './config-values';
import type { LinkConfig, LinkConfigValues, StoredLinkConfig } from './link-config';

const layouts = ['tabs', 'accordion', 'spaced_accordion'] as const;
const most = { details: 50, methods: 150, rules: 50, declarations: 30, configs: 50 } as const;

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
const isMap: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const areRules =
  (scope: Parameters<typeof isStyleSelector>[0]): Check =>
  (value) =>
    entriesOf(value).length <= most.rules &&
    entriesOf(value).every(([selector, rule]) => isStyleSelector(scope, selector) && isRule(rule));

const isRule: Check = (rule) =>
  isMap(rule) &&
  entriesOf(rule).length <= most.declarations &&
  entriesOf(rule).every(
    ([property, value]) => isStyleProperty(property) && typeof value === 'string' && isStyleValue(value),
  );

const isShare = (size: number | undefined, limit: number): boolean => size === undefined || size <= limit;

/** The fields whose shape alone does not make them safe; the shape has been checked before. */
const checks: { readonly [K in keyof LinkConfigValues]: (value: LinkConfigValues[K]) => boolean } = {
  theme: isColourText,
  logo: (logo) => logo === '' || isImage(logo),
  seller_name: isText,
  sdk_layout: isOneOf(...layouts),
  display_sdk_only: () => true,
  enabled_saved_payment_method: () => true,
  hide_card_nickname_field: () => true,
  enable_manual_retry: () => true,
  show_card_form_by_default: () => true,
  transaction_details: (details) =>
    details.length <= most.details && details.every(({ key, value }) => isText(key) && isText(value)),
  background_image: ({ url, size }) =>
    isImage(url) && isShare(size?.Percentage, 1_000) && isShare(size?.Pixels, 10_000),
  details_layout: () => true,
  payment_button_text: isText,
  custom_message_for_card_terms: isText,
  custom_message_for_payment_method_types: (methods) =>
    methods.length <= most.methods &&
    methods.every(({ payment_method_types: types }) => types.every(({ message }) => isText(message.value))),
  payment_button_colour: isColourText,
  skip_status_screen: () => true,
  payment_button_text_colour: isColourText,
  background_colour: isColourText,
  sdk_ui_rules: areRules('form'),
  payment_link_ui_rules: areRules('page'),
  enable_button_only_on_form_ready: () => true,
  payment_form_header_text: isText,
  payment_form_label_type: () => true,
  show_card_terms: () => true,
  is_setup_mandate_flow: () => true,
  color_icon_card_cvc_error: isColourText,
  show_merchant_name: () => true,
};

const field = 'payment_link_config';
const wrong = (...path: readonly string[]): Refusal => refuse('invalid_value', { field: [field, ...path].join('.') });

const passes = <K extends keyof LinkConfigValues>(config: LinkConfig, name: K): boolean => {
  const value: LinkConfigValues[K] | null | undefined = config[name];
  return value === null || value === undefined || checks[name](value);
};

const names = Object.keys(checks) as (keyof LinkConfigValues)[];
const failedIn = (config: LinkConfig): readonly string[] => names.filter((name) => !passes(config, name));

/** Refuses the fields with values that no page may have. */
export const checkLinkConfig = (config: LinkConfig | null | undefined): Refusal | undefined =>
  config ? joinRefusals(failedIn(config).map((name) => wrong(name))) : undefined;

/** Refuses the fields whose shape is not the interface's. */
const wrongShape = (violations: readonly Violation[], ...parents: readonly string[]): Refusal =>
  joinRefusals(violations.map(({ path }) => wrong(...parents, ...path.map(String)))) ?? wrong(...parents);

const configIds = /^[A-Za-z0-9_-]{1,64}$/;

/** A named configuration has the shape of a payment's own; the interface does not describe it. */
function checkNamed(id: string, config: unknown): Refusal | undefined {
  const path = ['business_specific_configs', id];
  if (!configIds.test(id)) return wrong(path[0]!);
  const checked = checkDto(PaymentCreatePaymentLinkConfig, config);
  if (checked.kind === 'invalid') return wrongShape(checked.violations, ...path);
  return joinRefusals(failedIn(checked.value).map((name) => wrong(...path, name)));
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
  const { domain_name: domain, allowed_domains: domains, business_specific_configs: named } = config;
  const configs = entriesOf(named);
  return joinRefusals([
    checkLinkConfig(config),
    domain && !isDomainName(domain) ? wrong('domain_name') : undefined,
    domains && !areAllowedDomains(domains) ? wrong('allowed_domains') : undefined,
    ...(configs.length > most.configs
      ? [wrong('business_specific_configs')]
      : configs.map(([id, one]) => checkNamed(id, one))),
  ]);
}
