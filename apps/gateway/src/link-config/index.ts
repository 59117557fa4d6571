export { frameSourceOf, isAllowedFrame } from './allowed-domains';
export { checkLinkConfig, readProfileLinkConfig } from './check-link-config';
export { defaultStyle } from './default-style';
export { languagesIn } from './languages';
export { linkTermsOf } from './merge-link-config';
