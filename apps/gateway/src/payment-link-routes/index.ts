export { mayAnswerUnder } from './domain/page-host';
export { type PageRequest, pageLocaleFor } from './domain/page-request';
export { pageStyleOf } from './domain/page-style';
export { type LinkPage, refusedPage, renderedPage } from './domain/rendered-page';
export { showErrorPages } from './http/error-pages';
export { FromBrowser, showPage, type Visit } from './http/visit';
export { PaymentLinksModule } from './payment-links.module';
