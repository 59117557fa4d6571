import { sampleCards, demoPayment } from './demo.mjs';
import { memoryMiB } from './process-stats.mjs';
import { bold, dim, seconds } from './progress.mjs';

const mib = (servers) => servers.reduce((sum, { pid }) => sum + (memoryMiB(pid) ?? 0), 0);

/** The memory of apps and infrastructure in MiB; zero when unknown. */
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

/** The addresses, keys and cards that a developer needs for the next payment. */
export function summaryLines(summary, { layout, tookMs, detached }) {
  const row = (name, text) => `  ${bold(name.padEnd(12))}${text}`;
  const cards = Object.entries(sampleCards).map(([number, what]) => `${number} ${what}`);
  const { appsMiB, infrastructureMiB } = summary.memory;
  const { subscribers } = summary;
  return [
    '',
    row('API', `${summary.api}   health ${summary.api}/health/ready   admin key ${summary.adminApiKey}`),
    row('Docs', `${summary.api}/docs`),
    row('Merchant', `${summary.merchantId}   profile ${summary.profileId}`),
    row('Keys', `api-key ${summary.apiKey}   publishable ${summary.publishableKey}`),
    row('Subscribers', `broker ${subscribers.brokers} (${subscribers.protocol})   ${subscribers.add}`),
    row('Connectors', `${summary.connectors.join(', ')} (sandbox at ${summary.sandbox})`),
    row('Cards', cards.join('   ')),
    row('Database', `psql "$(cat ${layout.readerUrl})" reads every schema and changes nothing`),
    row('Logs', `${layout.logs}/<app>.log`),
    ...(appsMiB ? [row('Memory', `${appsMiB} MiB in the apps, ${infrastructureMiB} MiB in the infrastructure`)] : []),
    row('Try', summary.curl),
    '',
    detached
      ? `ready in ${seconds(tookMs)}; npm run stop stops it`
      : `ready in ${seconds(tookMs)}; Ctrl-C drains the services and stops`,
  ];
}
