import { BusinessPayoutLinkConfig } from '@payorch/rest';
import { genericLinkReader } from './generic-link-config';

/** The configuration of the payout links of a profile. */
export const readPayoutLinkConfig = genericLinkReader('payout_link_config', BusinessPayoutLinkConfig);
