export { CurrentRates } from './current-rates';
export { ForexModule } from './forex.module';
