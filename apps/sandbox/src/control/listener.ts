import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from '@payorch/platform/telemetry';
import { sandboxLogger } from '../settings';

const retryMs = 100;

/** The processor's door: closed, every connection is refused and the open ones end, as when a host goes away. */
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
    this.logger.info({ ms }, 'not listening for a while');
    this.listenAfter(ms, server, address);
  }

  /** Meanwhile another process may have taken the port: the door opens when that one lets it go. */
  private listenAfter(ms: number, server: Server, address: AddressInfo): void {
    this.reopenTimer = setTimeout(() => {
      const onError = (error: Error) => {
        this.logger.warn({ err: error }, 'cannot listen again yet');
        this.listenAfter(retryMs, server, address);
      };
      server.once('error', onError);
      server.listen(address.port, address.address, () => server.off('error', onError));
    }, ms);
  }

  /** Ends the outage for good: a process that is to end must not open its door again. */
  cancel(): void {
    clearTimeout(this.reopenTimer);
  }
}
