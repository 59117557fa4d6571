/** Every app with its preferred port; an app without a schema stores nothing in Postgres. */
export const apps = {
  gateway: { port: 8080, schema: 'gateway' },
  payments: { port: 8081, schema: 'payments' },
  refunds: { port: 8082, schema: 'refunds' },
  payouts: { port: 8083, schema: 'payouts' },
  routing: { port: 8084, schema: 'routing' },
  'connector-worker': { port: 8085, schema: 'connector_worker' },
  webhooks: { port: 8086, schema: 'webhooks' },
  sandbox: { port: 8090, schema: null },
} as const;

export type AppName = keyof typeof apps;
export type SchemaName = Exclude<(typeof apps)[AppName]['schema'], null>;
export const allApps = Object.keys(apps) as AppName[];
export const schemaNames = Object.values(apps).flatMap(({ schema }) => (schema ? [schema] : []));
