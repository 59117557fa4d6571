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
  private opens: NodeJS.Timeout | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(sandboxLogger) private readonly logger: Logger,
  ) {}

  closeFor(ms: number): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    const place = server.address() as AddressInfo | null;
    if (!place) return;
    server.close();
    server.closeAllConnections();
    this.logger.info({ ms }, 'not listening for a while');
    this.openAfter(ms, server, place);
  }

  /** Meanwhile another process may have taken the port: the door opens when that one lets it go. */
  private openAfter(ms: number, server: Server, place: AddressInfo): void {
    this.opens = setTimeout(() => {
      const onTaken = (error: Error) => {
        this.logger.warn({ err: error }, 'cannot listen again yet');
        this.openAfter(retryMs, server, place);
      };
      server.once('error', onTaken);
      server.listen(place.port, place.address, () => server.off('error', onTaken));
    }, ms);
  }

  /** Ends the outage for good: a process that is to end must not open its door again. */
  cancel(): void {
    clearTimeout(this.opens);
  }
}
