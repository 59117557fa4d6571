export { MerchantRulesModule } from './merchant-rules.module';
