export { CurrentRates } from './current-rates';
export { ForexModule } from './forex.module';
export { followForexRates, forexRates } from './forex-settings';
