export { CustomersModule } from './customers.module';
