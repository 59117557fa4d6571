import type { PageFrame } from './checkout-view';
import type { CollectView } from './collect-view';
import { pageMessages } from './messages';
import { methodTypeNames } from './method-type-names';
import { collectMethods } from './script/methods/collect-methods';
import type { CollectData, OneFormData } from './script/page-data';

/** What the script of every page needs whose form is sent once. */
export const oneFormSettings = (
  view: PageFrame & Pick<CollectView, 'publishableKey' | 'clientSecret' | 'expiresAt' | 'returnUrl'>,
): Omit<OneFormData, 'methods' | 'methodNames'> => ({
  basePath: view.basePath,
  publishableKey: view.publishableKey,
  clientSecret: view.clientSecret,
  returnUrl: view.returnUrl,
  expiresAt: view.expiresAt,
  locale: view.locale,
  messages: pageMessages(view.locale),
  layout: view.style.sdk_layout === 'tabs' ? 'tabs' : 'accordion',
  showsCardFirst: view.style.show_card_form_by_default,
  hidesNickname: true,
  showsLabels: true,
  buttonWaitsForForm: false,
  cardTerms: null,
  methodTerms: {},
  countries: [],
});

/** What the script needs of the view. */
export const collectDataOf = (view: CollectView): CollectData => ({
  ...oneFormSettings(view),
  paymentMethodId: view.paymentMethodId,
  methods: collectMethods(view.enabledMethods),
  methodNames: methodTypeNames,
});
