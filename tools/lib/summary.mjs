import { sampleCards, demoPayment } from './demo.mjs';
import { memoryMiB } from './process-stats.mjs';
import { bold, dim, seconds } from './say.mjs';

const mib = (servers) => servers.reduce((sum, { pid }) => sum + (memoryMiB(pid) ?? 0), 0);

/** What runs in how much memory; zero where the machine does not tell. */
export const memoryOf = ({ apps, servers }) => ({
  appsMiB: Math.round(mib(apps)),
  infrastructureMiB: Math.round(mib(servers)),
});

const hopLine = ({ ms, topic, type, partition, offset }) =>
  `    ${String(ms).padStart(6)} ms  ${topic.padEnd(32)} ${type.padEnd(28)} ${dim(`partition ${partition} offset ${offset}`)}`;

/** The journey of the first payment, hop by hop. */
export const journeyLines = ({ paymentId, status, tookMs, hops }) => [
  `  ${bold('One payment')}  ${paymentId}`,
  `    ${'0'.padStart(6)} ms  POST /payments`,
  ...hops.map(hopLine),
  `    ${String(tookMs).padStart(6)} ms  answered: ${status}`,
];

export const curlOf = ({ api, apiKey }) =>
  `curl -s ${api}/payments -H 'api-key: ${apiKey}' -H 'content-type: application/json' -d '${JSON.stringify(demoPayment())}'`;

/** Everything a developer needs to make the next payment alone. */
export function summaryLines(summary, { layout, tookMs, detached }) {
  const row = (name, text) => `  ${bold(name.padEnd(11))}${text}`;
  const cards = Object.entries(sampleCards).map(([number, what]) => `${number} ${what}`);
  const { appsMiB, infrastructureMiB } = summary.memory;
  return [
    '',
    row('API', `${summary.api}   health ${summary.api}/health/ready   admin key ${summary.adminApiKey}`),
    row('Docs', `${summary.api}/docs`),
    row('Merchant', `${summary.merchantId}   profile ${summary.profileId}`),
    row('Keys', `api-key ${summary.apiKey}   publishable ${summary.publishableKey}`),
    row('Connectors', `${summary.connectors.join(', ')} (sandbox at ${summary.sandbox})`),
    row('Cards', cards.join('   ')),
    row('Logs', `${layout.logs}/<app>.log`),
    ...(appsMiB ? [row('Memory', `${appsMiB} MiB in the apps, ${infrastructureMiB} MiB in what they stand on`)] : []),
    row('Try', summary.curl),
    '',
    detached
      ? `ready in ${seconds(tookMs)}; npm run stop ends it`
      : `ready in ${seconds(tookMs)}; Ctrl-C drains what is in flight and stops`,
  ];
}
