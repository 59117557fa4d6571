export { frameSourceOf, isAllowedFrame } from './allowed-domains';
export { checkLinkConfig, readProfileLinkConfig } from './check-link-config';
export { readCollectLinkConfig } from './collect-config';
export { checkEnabledMethods, type PageMethods } from './enabled-methods';
export { checkLook } from './generic-link-config';
export { languagesIn } from './languages';
export { defaultStyle, linkTermsOf } from './merge-link-config';
export { readPayoutLinkConfig } from './payout-config';
