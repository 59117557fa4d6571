import { createLogger, type Logger, type LogLevel } from './logger';
import { processMetrics } from './metric-definitions';
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
    metrics.setBrokerState({
      groups: [{ groupId: 'payments', topic: 'payments.commands', members: 2, lag: 4 }],
      deadLetters: [{ topic: 'dead_letters', depth: 5 }],
    });
    metrics.countAttemptEnded({
      connector: 'stripe',
      paymentMethod: 'card',
      result: 'declined',
      errorClass: 'do_not_honor',
    });
    metrics.countOperation({ connector: 'stripe', flow: 'capture', source: 'call', outcome: 'unknown' });
    metrics.countCredentialsRefused('stripe');
    metrics.observeConnectorCall({ connector: 'stripe', flow: 'authorize', outcome: 'unknown' }, 30);
    metrics.setOutboxPending({ rows: 3, oldestSeconds: 40 });
    metrics.countDeadLetter('payments.commands', 'unreadable');
    metrics.setJobsDue(2);
    metrics.setJobsLate(9);
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
      'kafka_consumergroup_members{group="payments"} 2',
      'kafka_dead_letter_messages{topic="dead_letters"} 5',
      'kafka_broker_reachable 1',
      'payment_attempts_ended_total{connector="stripe",payment_method="card",result="declined",error_class="do_not_honor"} 1',
      'operations_total{connector="stripe",flow="capture",source="call",outcome="unknown"} 1',
      'connector_credentials_refused_total{connector="stripe"} 1',
      'connector_call_duration_seconds_count{connector="stripe",flow="authorize",outcome="unknown"} 1',
      'outbox_pending 3',
      'outbox_oldest_age_seconds 40',
      'dead_letters_total{topic="payments.commands",cause="unreadable"} 1',
      'jobs_due 2',
      'jobs_late_seconds 9',
      'webhook_deliveries_total{outcome="delivered"} 1',
      'connector_turned_away_total{connector="stripe",share="sync",waited_for="breaker"} 1',
      'incidents_open 1',
    ])
      expect(text).toContain(line);
  });

  it('a service shows only what it measures', async () => {
    const { text } = await createMetrics().render();
    // Only the histogram without labels begins with zeros.
    expect((text.match(/^\w+ 0$/gm) ?? []).filter((line) => !line.startsWith('messaging_batch_size_'))).toEqual([]);
  });

  it('a consumer group that the broker no longer knows is no longer shown', async () => {
    const metrics = createMetrics();
    const groups = [{ groupId: 'refunds', topic: 'refunds.commands', members: 1, lag: 4 }];
    metrics.setBrokerState({ groups, deadLetters: [] });
    metrics.setBrokerState({ groups: [{ ...groups[0]!, groupId: 'payments', members: 0 }], deadLetters: [] });
    const { text } = await metrics.render();
    expect(text).toContain('kafka_consumergroup_members{group="payments"} 0');
    expect(text).not.toContain('group="refunds"');
  });

  it('an object that has its outcome is no longer shown as one without', async () => {
    const metrics = createMetrics();
    const total = { connector: 'stripe', count: 2, oldest_seconds: 90 };
    metrics.setWithoutOutcome([
      { ...total, object: 'payment', waits_for: 'processor' },
      { ...total, object: 'payment', waits_for: 'customer', connector: null },
    ]);
    metrics.setWithoutOutcome([{ ...total, object: 'payment', waits_for: 'customer', connector: null }]);
    const { text } = await metrics.render();
    const labels = '{object="payment",connector="none",waits_for="customer"}';
    expect(text).toContain(`objects_without_outcome${labels} 2`);
    expect(text).toContain(`objects_without_outcome_oldest_age_seconds${labels} 90`);
    expect(text).not.toContain('processor"');
  });

  it('without an answer of the broker nothing is known of groups and dead letters', async () => {
    const metrics = createMetrics();
    const groups = [{ groupId: 'refunds', topic: 'refunds.commands', members: 1, lag: 4 }];
    metrics.setBrokerState({ groups, deadLetters: [{ topic: 'dead_letters', depth: 0 }] });
    metrics.setBrokerState(undefined);
    const { text } = await metrics.render();
    expect(text).toContain('kafka_broker_reachable 0');
    expect(text).not.toMatch(/refunds\.commands|topic="dead_letters"/);
  });

  it('the process metrics that rules and dashboards may use exist', async () => {
    const metrics = createMetrics();
    metrics.collectProcess();
    const { text } = await metrics.render();
    expect(processMetrics.filter(({ name }) => !text.includes(`\n${name} `))).toEqual([]);
  });

  it('process metrics are collected once, however often collectProcess is called', async () => {
    const metrics = createMetrics();
    metrics.collectProcess();
    metrics.collectProcess();
    expect((await metrics.render()).text).toContain('process_cpu_seconds_total');
  });
});
