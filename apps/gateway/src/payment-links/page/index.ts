export { addPageAssets } from './assets';
export type * from './checkout-view';
export type * from './collect-view';
export { pageMessages } from './messages';
export { pageLocaleIn, pageLocaleOf, pageLocales, type PageLocale } from './page-locale';
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
export { walletMethods } from './script/method-list';
export { nextStepOf } from './script/next-step';
export { paymentOf } from './script/payment-state';
export { isColour } from './style/colours';
export { imageAddress, imageOrigins } from './style/page-css';
export { isStyleProperty, isStyleSelector, isStyleValue } from './style/style-rules';
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
export { renderPlain } from './templates/plain';
