export type * from './checkout-view';
export { pageLocaleOf, pageLocales, type PageLocale } from './page-locale';
export { isColour, isStyleProperty, isStyleSelector, isStyleValue } from './style/style-rules';
