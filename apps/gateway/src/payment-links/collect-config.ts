import { BusinessCollectLinkConfig } from '@payorch/rest';
import { genericLinkReader } from './generic-link-config';

/** The configuration of an account's collect links. */
export const readCollectLinkConfig = genericLinkReader('pm_collect_link_config', BusinessCollectLinkConfig);
