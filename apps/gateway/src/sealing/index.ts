export { checkCard, checkCvc, checkExpiry, checkMonth, checkYear } from './domain/card-checks';
export { CardSealer, type PlainCard } from './seal-card';
export { SealingModule } from './sealing.module';
