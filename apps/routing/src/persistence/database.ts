import { AccountSettingRow } from './account-settings.rows';
import { AccountSettings1793000000000 } from './migrations/1793000000000-account-settings';

/** The schema of this service: its tables and migrations. */
export const database = {
  schema: 'routing',
  entities: [AccountSettingRow],
  migrations: [AccountSettings1793000000000],
};
