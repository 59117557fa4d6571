export { CredentialChecksModule } from './credential-checks.module';
