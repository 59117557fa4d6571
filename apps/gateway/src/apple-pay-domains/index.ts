export { ApplePayDomainsModule } from './apple-pay-domains.module';
