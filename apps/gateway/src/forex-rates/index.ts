export { convertFromMinor, type ForexRates, forexView } from './domain/forex-rates';
export { followForexRates, forexRates } from './forex-settings';
