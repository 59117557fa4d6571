export { ConfigsModule } from './configs.module';
export { withoutClosingSlash } from './http/closing-slash';
export { ConfigRow } from './persistence/config.rows';
