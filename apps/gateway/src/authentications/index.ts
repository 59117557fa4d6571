export { AuthenticationsModule } from './authentications.module';
