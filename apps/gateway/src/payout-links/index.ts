export { PayoutLinksModule } from './payout-links.module';
