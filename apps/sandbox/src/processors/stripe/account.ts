/** The account of the sandbox's secret key. */
export const platformAccount = 'acct_sandbox';
/** Connected accounts of the platform: every id with the prefix of accounts, except these, which do not exist. */
export const isConnectedAccount = (id: string): boolean =>
  /^acct_[A-Za-z0-9_]+$/.test(id) && id !== platformAccount && !id.startsWith('acct_unknown');
/** The first segment of the paths of the pages. */
export const urlPrefix = 'stripe';
/** The version of calls without `Stripe-Version`, and of events. */
export const defaultApiVersion = '2022-11-15';
export const isApiVersion = (version: string): boolean => /^20\d\d-[01]\d-[0-3]\d(\.[a-z]{1,20})?$/.test(version);
