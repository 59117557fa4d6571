export { Payouts } from './payouts';
export { PayoutsModule } from './payouts.module';
export { readBankAccount } from './destinations/bank-account';
export { readWallet } from './destinations/wallet';
export type { OpenAccount } from './destinations/open-destination';
export { sealedAccount } from './payout-destinations';
