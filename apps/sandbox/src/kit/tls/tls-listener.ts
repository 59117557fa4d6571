import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { SandboxSettings } from '../settings';
import { sandboxSettings } from '../settings';
import { testCertificate, testCertificateKey } from './test-certificate';

const pemOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** Serves the sandbox's paths over TLS too, to clients with a certificate that the sandbox issued. */
@Injectable()
export class TlsListener {
  private server: Server | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  async open(): Promise<void> {
    const { tls } = this.settings;
    if (tls === null) return;
    const certificate = pemOf(testCertificate);
    const options = { cert: certificate, key: pemOf(testCertificateKey), ca: certificate, requestCert: true };
    const plain = this.host.httpAdapter.getHttpServer() as HttpServer;
    const server = createServer(options, (request, response) => void plain.emit('request', request, response));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(tls.port, tls.host, resolve);
    });
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
