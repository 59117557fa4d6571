/** What a page has where no configuration says otherwise: the interface's own values. */
export const defaultStyle = {
  theme: '#212E46',
  logo: '',
  sdk_layout: 'tabs',
  display_sdk_only: false,
  enabled_saved_payment_method: false,
  hide_card_nickname_field: false,
  show_card_form_by_default: true,
  enable_button_only_on_form_ready: false,
  show_merchant_name: true,
} as const;
