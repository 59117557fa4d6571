export { addPageAssets } from './assets';
export type * from './checkout-view';
export { pageLocaleOf, pageLocales, type PageLocale } from './page-locale';
export { isColour } from './style/colours';
export { imageAddress, imageOrigins } from './style/page-css';
export { isStyleProperty, isStyleSelector, isStyleValue } from './style/style-rules';
export { renderCheckout } from './templates/checkout';
export { renderExpired, renderFrameRefused, renderNotFound, renderStatus } from './templates/notice';
