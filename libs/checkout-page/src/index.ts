export { assetsPath, pageAssets } from './assets';
export type * from './checkout-view';
export type * from './collect-view';
export type * from './payout-view';
export { pageMessages } from './messages';
export { chosenIn, plainPayoutBody } from './payout-choices';
export { methodTypeNames } from './method-type-names';
export { pageLocaleIn, pageLocaleOf, type PageLocale } from './page-locale';
export {
  chosenMethod,
  failureText,
  isComplete,
  plainConfirmation,
  plainForms,
  plainMethods,
  plainTotalIn,
  refusedText,
  type SentForm,
} from './plain-form';
export { declineByCode } from './script/decline';
export { walletMethods } from './script/methods/method-list';
export { nextStepOf } from './script/next-step';
export { paymentOf } from './script/payment-state';
export { imageOrigins } from './style/page-css';
export { renderCheckout } from './templates/checkout';
export { renderCollect } from './templates/collect';
export {
  renderAtBank,
  renderCollectExpired,
  renderCollectNotFound,
  renderExpired,
  renderFrameRefused,
  renderNotFound,
  renderProblem,
  renderRedirect,
  renderStatus,
  renderUsed,
  renderWaiting,
} from './templates/notice';
export { renderPayout, renderPayoutStatus, renderPayoutUnknown } from './templates/payout';
export { renderPlain } from './templates/plain';
export { payoutMethodTypes } from './script/methods/payout-methods';
