export { ConfigsModule } from './configs.module';
export { withoutClosingSlash } from './http/closing-slash';
export { LanesOfAccounts } from './lanes-of-accounts';
export { ConfigRepository } from './persistence/config.repository';
export { ConfigRow } from './persistence/config.rows';
