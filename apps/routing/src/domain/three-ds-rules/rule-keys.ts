import type { ThreeDsRuleKey } from '@payorch/contracts';
import { currencies } from '@payorch/kernel';
import { countryNames } from './country-names';

/** What a key holds: a number, any text, or one value of a closed set. */
export type KeyType =
  | { readonly kind: 'number' }
  | { readonly kind: 'str_value' }
  | { readonly kind: 'enum_variant'; readonly values: ReadonlySet<string> };

const oneOf = (values: readonly string[]): KeyType => ({ kind: 'enum_variant', values: new Set(values) });
const country = oneOf(countryNames);

/** The keys of 3DS decision rules. Each closed set is a schema of the interface, which a spec compares. */
export const ruleKeys: Readonly<Record<ThreeDsRuleKey, KeyType>> = {
  card_network: oneOf([
    ...['Visa', 'Mastercard', 'AmericanExpress', 'JCB', 'DinersClub', 'Discover', 'CartesBancaires', 'UnionPay'],
    ...['Interac', 'RuPay', 'Maestro', 'Star', 'Pulse', 'Accel', 'Nyce'],
  ]),
  card_discovery: oneOf(['manual', 'saved_card', 'click_to_pay']),
  amount: { kind: 'number' },
  currency: oneOf(currencies),
  issuer_name: { kind: 'str_value' },
  issuer_country: country,
  customer_device_platform: oneOf(['web', 'android', 'ios']),
  customer_device_type: oneOf(['mobile', 'tablet', 'desktop', 'gaming_console']),
  customer_device_display_size: oneOf([
    ...['size320x568', 'size375x667', 'size390x844', 'size414x896', 'size428x926', 'size768x1024', 'size834x1112'],
    ...['size834x1194', 'size1024x1366', 'size1280x720', 'size1366x768', 'size1440x900', 'size1920x1080'],
    ...['size2560x1440', 'size3840x2160', 'size500x600', 'size600x400', 'size360x640', 'size412x915', 'size800x1280'],
  ]),
  acquirer_country: country,
  acquirer_fraud_rate: { kind: 'number' },
};

export const isRuleKey = (text: string): text is ThreeDsRuleKey => Object.hasOwn(ruleKeys, text);
