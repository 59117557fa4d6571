export { ConfigsModule } from './configs.module';
export { withoutClosingSlash } from './http/closing-slash';
export { ConfigRepository } from './persistence/config.repository';
export { ConfigRow } from './persistence/config.rows';
