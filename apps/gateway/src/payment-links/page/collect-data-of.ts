import { methodTypeNames } from '../../feature-matrix';
import type { CollectView } from './collect-view';
import { pageMessages } from './messages';
import { collectMethods } from './script/collect-methods';
import type { CollectData } from './script/page-data';

/** What the script needs of the view. */
export function collectDataOf(view: CollectView): CollectData {
  const { style, locale } = view;
  return {
    basePath: view.basePath,
    publishableKey: view.publishableKey,
    clientSecret: view.clientSecret,
    paymentMethodId: view.paymentMethodId,
    returnUrl: view.returnUrl,
    expiresAt: view.expiresAt,
    locale,
    messages: pageMessages(locale),
    methods: collectMethods(view.enabledMethods),
    layout: 'tabs',
    showsCardFirst: style.show_card_form_by_default,
    hidesNickname: true,
    showsLabels: true,
    buttonWaitsForForm: false,
    cardTerms: null,
    methodTerms: {},
    methodNames: methodTypeNames,
    countries: [],
  };
}
