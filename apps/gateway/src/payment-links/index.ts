export { addPageAssets } from './page';
export { PaymentLinksModule } from './payment-links.module';
