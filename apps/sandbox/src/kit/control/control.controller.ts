import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { FaultRegistry } from '../faults/fault-registry';
import { accountDigest } from '../ledger/account-digest';
import { Journal } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import { sandboxSettings } from '../settings';
import {
  chargesQuery,
  downBody,
  faultRuleBody,
  idempotencyBody,
  latencyBody,
  ledgerQuery,
  readControl as read,
  webhooksBody,
} from './control-bodies';
import { Listener } from './listener';

/** The endpoints by which tests inspect the ledger and inject faults. */
@Controller('control')
export class ControlController {
  constructor(
    private readonly faults: FaultRegistry,
    private readonly journal: Journal,
    private readonly listener: Listener,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  @Post('faults')
  @HttpCode(200)
  addFault(@Body() body: unknown) {
    this.faults.add(read(faultRuleBody, body));
    return this.listFaults();
  }

  @Get('faults')
  listFaults() {
    return { faults: this.faults.list() };
  }

  @Delete('faults')
  clearFaults() {
    this.faults.clear();
    return this.listFaults();
  }

  @Post('latency')
  @HttpCode(200)
  setLatency(@Body() body: unknown) {
    const { ms } = read(latencyBody, body);
    this.settings.latency = ms === 'reference' ? { kind: 'reference' } : { kind: 'fixed', ms };
    return { latency: this.settings.latency };
  }

  @Post('idempotency')
  @HttpCode(200)
  setIdempotency(@Body() body: unknown) {
    this.settings.honourIdempotency = read(idempotencyBody, body).honour;
    return { honour: this.settings.honourIdempotency };
  }

  @Post('webhooks')
  @HttpCode(200)
  async setWebhooks(@Body() body: unknown) {
    const { api_key, secret = null, send = null, retry_base_ms } = read(webhooksBody, body);
    if (retry_base_ms !== undefined) this.settings.webhookRetryBaseMs = retry_base_ms;
    if (secret !== null || send !== null) {
      this.journal.webhookSetting({ account: api_key ? accountDigest(api_key) : null, secret, send });
      await this.journal.flushed();
    }
    return { send, retry_base_ms: this.settings.webhookRetryBaseMs };
  }

  @Get('webhooks')
  openWebhooks() {
    const undelivered = this.journal.webhooks.undelivered();
    return {
      undelivered: undelivered.map(({ webhook: { id, type, url }, attempts }) => ({ id, type, url, attempts })),
    };
  }

  @Post('down')
  closeListener(@Body() body: unknown, @Res() reply: FastifyReply): void {
    const { ms } = read(downBody, body);
    reply.raw.once('finish', () => this.listener.closeFor(ms));
    void reply.code(200).header('connection', 'close').send({ down_ms: ms });
  }

  @Get('ledger')
  async ledger(@Query() query: unknown) {
    const { since, limit } = read(ledgerQuery, query);
    const entries = await this.journal.entriesSince(since, limit);
    return { entries, next: entries.at(-1)?.seq ?? since };
  }

  @Get('charges')
  async charges(@Query() query: unknown) {
    const { reference } = read(chargesQuery, query);
    return reference === undefined
      ? this.journal.effectIndex.summary()
      : { effects: await this.journal.effectsOf(reference) };
  }
}
