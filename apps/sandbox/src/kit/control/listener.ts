import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from '@payorch/platform/telemetry';
import { sandboxLogger } from '../settings';

const retryMs = 100;

/** The HTTP listener. While it is closed, connections are refused and open ones end, as when a host is down. */
@Injectable()
export class Listener {
  private reopenTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(sandboxLogger) private readonly logger: Logger,
  ) {}

  closeFor(ms: number): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    const address = server.address() as AddressInfo | null;
    if (!address) return;
    server.close();
    server.closeAllConnections();
    this.logger.info({ ms }, 'listener closed');
    this.listenAfter(ms, server, address);
  }

  /** Another process may have taken the port meanwhile: the listener retries until the port is free. */
  private listenAfter(ms: number, server: Server, address: AddressInfo): void {
    this.reopenTimer = setTimeout(() => {
      const onError = (error: Error) => {
        this.logger.warn({ err: error }, 'listener cannot reopen yet');
        this.listenAfter(retryMs, server, address);
      };
      server.once('error', onError);
      server.listen(address.port, address.address, () => server.off('error', onError));
    }, ms);
  }

  /** Cancels the reopening: a process that shuts down must not listen again. */
  cancel(): void {
    clearTimeout(this.reopenTimer);
  }
}
