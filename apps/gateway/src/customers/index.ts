export { Customers } from './customers';
export { CustomersModule } from './customers.module';
export { CustomerDeletionRow } from './persistence/customer-deletion.rows';
