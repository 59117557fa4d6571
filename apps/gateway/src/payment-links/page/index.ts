export type * from './checkout-view';
export { pageLocaleOf, pageLocales, type PageLocale } from './page-locale';
