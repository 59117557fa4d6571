export { networks, type EgressPolicy } from './address';
export { checkUrl, type UrlCheck } from './check-url';
export { type ClientTls, guardedConnector, type Resolve } from './guarded-connector';
export { egressAllow, egressPolicy, egressPorts } from './settings';
