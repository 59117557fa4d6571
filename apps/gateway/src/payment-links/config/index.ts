export { frameSourceOf, isAllowedFrame } from './allowed-domains';
export { checkLinkConfig, readProfileLinkConfig } from './check-link-config';
export { checkLook, type CollectLinkConfig, readCollectLinkConfig } from './collect-config';
export { languagesIn } from './languages';
export { defaultStyle, linkTermsOf } from './merge-link-config';
