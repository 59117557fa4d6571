export { checkCard, checkCvc, checkExpiry, checkMonth, checkYear, inPlace } from './domain/card-checks';
export { cardNetworkOf } from './domain/card-network';
export { CardSealer, type MaskedCard, type PlainCard } from './seal-card';
export { SealingModule } from './sealing.module';
