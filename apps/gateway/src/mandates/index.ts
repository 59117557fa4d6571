export { MandatesModule } from './mandates.module';
