import { createLogger, type Logger, type LogLevel } from './logger';
import { createMetrics } from './metrics';
import { nestLogger } from './nest-logger';

const card = '4242424242424242';

function recorded(level: LogLevel = 'info'): {
  logger: Logger;
  lines: () => Record<string, unknown>[];
  text: () => string;
} {
  const written: string[] = [];
  const logger = createLogger({
    service: 'payments',
    level,
    destination: { write: (line) => void written.push(line) },
  });
  return {
    logger,
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
    text: () => written.join(''),
  };
}

describe('createLogger', () => {
  it('createLogger writes a JSON line with service, level, time and fields', () => {
    const { logger, lines } = recorded();
    logger.info({ payment_id: 'pay_1' }, 'captured');
    logger.warn('late');
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'info', service: 'payments', payment_id: 'pay_1', message: 'captured' }),
      expect.objectContaining({ level: 'warn', message: 'late' }),
    ]);
    expect(lines()[0]!['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('createLogger writes only lines of its level and above', () => {
    const { logger, lines } = recorded('warn');
    logger.info('no');
    logger.error('yes');
    expect(lines().map(({ message }) => message)).toEqual(['yes']);
  });

  it('createLogger masks messages, fields, errors and the fields of children', () => {
    const { logger, text, lines } = recorded();
    logger.info(`message ${card}`);
    logger.info({ note: `fact ${card}`, api_key: 'k-1' }, `message ${card}`);
    logger.error({ error: new Error(`error ${card}`) }, 'failed');
    logger.child({ request: { card_number: '4111' }, note: card }).info('child');
    expect(text()).not.toMatch(/4242 ?4242|k-1|4111/);
    expect(lines()).toHaveLength(4);
  });

  it('an unknown outcome is a warning, and every other event of an operation is at its own level', () => {
    const { logger, lines } = recorded();
    logger.operation({ event: 'operation.answered', payment_id: 'pay_1', outcome: 'captured' });
    logger.operation({ event: 'operation.unknown', payment_id: card, code: 'TIMEOUT' });
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 'info',
        service: 'payments',
        message: 'operation.answered',
        payment_id: 'pay_1',
      }),
      expect.objectContaining({ level: 'warn', message: 'operation.unknown', payment_id: '***4242', code: 'TIMEOUT' }),
    ]);
  });

  it('at level warn an answered operation is not logged', () => {
    const { logger, lines } = recorded('warn');
    logger.operation({ event: 'operation.answered' });
    logger.operation({ event: 'webhook.given_up' });
    expect(lines()).toEqual([expect.objectContaining({ message: 'webhook.given_up' })]);
  });

  it('a warning and an error are written at once, with the lines before', () => {
    const flushed: number[] = [];
    const written: string[] = [];
    const write = (line: string): void => void written.push(line);
    const destination = { write, flushSync: () => void flushed.push(written.length) };
    const logger = createLogger({ service: 'payments', level: 'info', destination });
    logger.info('one');
    logger.operation({ event: 'operation.begun' });
    expect(flushed).toEqual([]);
    logger.operation({ event: 'operation.unknown' });
    logger.child({ a: 1 }).error('four');
    expect(flushed).toEqual([3, 4]);
  });

  it('no text breaks a log line', () => {
    const { logger, text } = recorded();
    logger.info({ name: 'a\n{"level":"fatal"}\u2028' }, 'line\nbreak');
    expect(text().match(/\n/g)).toHaveLength(1);
    expect(text().endsWith('\n')).toBe(true);
  });
});

describe('nestLogger', () => {
  it('nestLogger preserves context and errors, and lowers the level of start-up lines', () => {
    const { logger, lines } = recorded('debug');
    const nest = nestLogger(logger);
    nest.log('Mapped {/x, GET} route', 'RouterExplorer');
    nest.error('boom', 'a stack', 'ExceptionsHandler');
    nest.error(new Error(`with ${card}`));
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'debug', context: 'RouterExplorer', message: 'Mapped {/x, GET} route' }),
      expect.objectContaining({ level: 'error', context: 'ExceptionsHandler', detail: ['a stack'], message: 'boom' }),
      expect.objectContaining({ level: 'error', message: 'Error' }),
    ]);
  });
});

describe('metrics', () => {
  it('all metrics exist, under the names that dashboards use', async () => {
    const metrics = createMetrics();
    metrics.observeHttpRequest({ method: 'POST', route: '/payments', status: 200 }, 0.01);
    metrics.observeMessage({ destination: 'payments.commands', type: 'payment.create', outcome: 'done' }, 0.002);
    metrics.observeBatch(17);
    metrics.setConsumerLag('payments', 'payments.commands', 4);
    metrics.observeConnectorCall({ connector: 'stripe', flow: 'authorize', outcome: 'unknown' }, 30);
    metrics.setOutboxPending(3);
    metrics.countDeadLetter('payments.commands', 'unreadable');
    metrics.setJobsDue(2);
    metrics.countWebhookDelivery('delivered');
    metrics.countNotAdmitted({ connector: 'stripe', share: 'sync', waitedFor: 'breaker' });
    metrics.setIncidents(1);
    const { text, contentType } = await metrics.render();
    expect(contentType).toContain('text/plain');
    for (const line of [
      'http_server_request_duration_seconds_count{method="POST",route="/payments",status="200"} 1',
      'messaging_process_duration_seconds_count{destination="payments.commands",type="payment.create",outcome="done"} 1',
      'messaging_batch_size_sum 17',
      'kafka_consumergroup_lag{group="payments",topic="payments.commands"} 4',
      'connector_call_duration_seconds_count{connector="stripe",flow="authorize",outcome="unknown"} 1',
      'outbox_pending 3',
      'dead_letters_total{topic="payments.commands",cause="unreadable"} 1',
      'jobs_due 2',
      'webhook_delivery_total{outcome="delivered"} 1',
      'connector_turned_away_total{connector="stripe",share="sync",waited_for="breaker"} 1',
      'needs_attention 1',
    ])
      expect(text).toContain(line);
  });

  it('process metrics are collected once, however often collectProcess is called', async () => {
    const metrics = createMetrics();
    metrics.collectProcess();
    metrics.collectProcess();
    expect((await metrics.render()).text).toContain('process_cpu_seconds_total');
  });
});
