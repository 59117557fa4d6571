export { CustomerDeletions } from './customer-deletions';
export { CustomersModule } from './customers.module';
export { CustomerDeletionRow } from './persistence/customer-deletion.rows';
