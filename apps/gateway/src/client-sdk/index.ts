export { ClientSdkModule } from './client-sdk.module';
