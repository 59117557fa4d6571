import { paymentMethodRows } from '@payorch/contracts';
import { exponents } from '@payorch/kernel';
import { CountryAlpha2 } from '@payorch/rest';
import { methodTypeNames } from './method-type-names';
import type { CheckoutView, PageStyle } from './checkout-view';
import { checkoutMessages, pageMessages } from './messages';
import { merchantNameOf } from './templates/frame';
import type { DataName, NamesOfData } from './script/methods/method-list';
import type { PageData } from './script/page-data';

/** The data that a request may carry for each payment method type, from the interface's table. */
export const dataNames: NamesOfData = paymentMethodRows.reduce<Record<string, DataName[]>>((names, row) => {
  const id = `${row.paymentMethod}/${row.paymentMethodType}`;
  (names[id] ??= []).push([row.dataKey, row.dataName]);
  return names;
}, {});

/** The merchant's terms by payment method type; a hidden or empty message is none. */
function methodTermsOf({ custom_message_for_payment_method_types: methods }: PageStyle): Record<string, string> {
  return Object.fromEntries(
    (methods ?? []).flatMap(({ payment_method: method, payment_method_types: types }) =>
      types.flatMap(({ payment_method_type: type, message }) =>
        message && message.value !== '' && message.display_mode !== 'hidden'
          ? [[`${method}/${type}`, message.value] as const]
          : [],
      ),
    ),
  );
}

function cardTermsOf({ custom_message_for_card_terms: text, show_card_terms: show }: PageStyle): PageData['cardTerms'] {
  return text ? { text, show: show ?? 'auto' } : null;
}

/** What the script needs of the view. */
export function pageDataOf(view: CheckoutView): PageData {
  const { style, locale } = view;
  return {
    basePath: view.basePath,
    publishableKey: view.publishableKey,
    clientSecret: view.clientSecret,
    paymentId: view.paymentId,
    returnUrl: view.returnUrl,
    locale,
    expiresAt: view.expiresAt,
    amount: view.amount,
    currency: view.currency,
    currencyDigits: exponents[view.currency],
    messages: checkoutMessages(locale),
    known: view.known,
    showsLabels: style.payment_form_label_type !== 'never',
    listsSavedMethods: view.listsSavedMethods,
    anotherAddress: view.anotherAddress,
    showsCardFirst: style.show_card_form_by_default,
    hidesNickname: style.hide_card_nickname_field,
    buttonWaitsForForm: style.enable_button_only_on_form_ready,
    skipsStatus: style.skip_status_screen === true,
    merchantName: merchantNameOf(view),
    description: view.description,
    isSetup: style.is_setup_mandate_flow === true,
    buttonText: style.payment_button_text ?? null,
    isTestMode: view.isTestMode,
    totalLabel: merchantNameOf(view) ?? pageMessages(locale).titlePlain,
    layout: style.sdk_layout === 'tabs' ? 'tabs' : 'accordion',
    cardTerms: cardTermsOf(style),
    methodTerms: methodTermsOf(style),
    methodNames: methodTypeNames,
    dataNames,
    countries: CountryAlpha2,
  };
}
