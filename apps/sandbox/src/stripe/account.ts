/** The account whose key opens this sandbox. */
export const platformAccount = 'acct_sandbox';
/** What a call without `Stripe-Version` gets, and what events are written in. */
export const defaultApiVersion = '2022-11-15';
export const isApiVersion = (version: string): boolean => /^20\d\d-[01]\d-[0-3]\d(\.[a-z]{1,20})?$/.test(version);
