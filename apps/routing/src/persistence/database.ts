import { AccountSettingRow } from './account-settings.rows';
import { AccountSettings1793000000000 } from './migrations/1793000000000-account-settings';
import { RoutingAlgorithms1795500000133 } from './migrations/1795500000133-routing-algorithms';
import { RoutingAlgorithmRow } from './routing-algorithms.rows';

/** The schema of this service: its tables and migrations. */
export const database = {
  schema: 'routing',
  entities: [AccountSettingRow, RoutingAlgorithmRow],
  migrations: [AccountSettings1793000000000, RoutingAlgorithms1795500000133],
};
