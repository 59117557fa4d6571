import { type PageStyle, type StyleRules } from '@payorch/checkout-page';
import type { JsonObject } from '@payorch/contracts';
import {
  checkDto,
  PaymentCreatePaymentLinkConfig,
  type PaymentLinkBackgroundImageConfig as BackgroundImage,
} from '@payorch/rest';
import { defaultStyle } from '../../payment-links';

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

const rulesOf = (rules: object | null | undefined): StyleRules | null =>
  rules
    ? Object.fromEntries(
        Object.entries(rules).filter((rule): rule is [string, Record<string, string>] => isTexts(rule[1])),
      )
    : null;

type Background = NonNullable<PageStyle['background_image']>;

/** The shape of the request allows one size of three. */
function sizeOf(size: BackgroundImage['size']): NonNullable<Background['size']> | null {
  const { Variants, Percentage, Pixels } = size ?? {};
  if (Variants !== undefined) return { Variants };
  if (Percentage !== undefined) return { Percentage };
  return Pixels === undefined ? null : { Pixels };
}

const backgroundOf = (image: BackgroundImage | null | undefined): Background | null =>
  image ? { url: image.url, position: image.position ?? null, size: sizeOf(image.size) } : null;

/** The stored configuration of a link as its page takes it. It was checked when it was accepted. */
export function pageStyleOf(stored: JsonObject, merchantName: string | null): PageStyle {
  const checked = checkDto(PaymentCreatePaymentLinkConfig, { ...stored });
  const config: Partial<PaymentCreatePaymentLinkConfig> = checked.kind === 'valid' ? checked.value : {};
  const branding = stored['branding_visibility'];
  return {
    ...config,
    theme: config.theme ?? defaultStyle.theme,
    logo: config.logo ?? defaultStyle.logo,
    seller_name: config.seller_name ?? merchantName ?? '',
    sdk_layout: config.sdk_layout ?? defaultStyle.sdk_layout,
    display_sdk_only: config.display_sdk_only ?? defaultStyle.display_sdk_only,
    enabled_saved_payment_method: config.enabled_saved_payment_method ?? defaultStyle.enabled_saved_payment_method,
    hide_card_nickname_field: config.hide_card_nickname_field ?? defaultStyle.hide_card_nickname_field,
    show_card_form_by_default: config.show_card_form_by_default ?? defaultStyle.show_card_form_by_default,
    enable_button_only_on_form_ready:
      config.enable_button_only_on_form_ready ?? defaultStyle.enable_button_only_on_form_ready,
    show_merchant_name: config.show_merchant_name ?? defaultStyle.show_merchant_name,
    background_image: backgroundOf(config.background_image),
    branding_visibility: typeof branding === 'boolean' ? branding : null,
    sdk_ui_rules: rulesOf(config.sdk_ui_rules),
    payment_link_ui_rules: rulesOf(config.payment_link_ui_rules),
  };
}
