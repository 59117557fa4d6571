import { checkUrl, guardedConnector, type EgressPolicy } from '@payorch/platform/egress';
import { Resolver } from 'node:dns/promises';
import { Agent, type buildConnector } from 'undici';
import { type PageDomain, proofsOf } from './domain/page-domain';

/** found: the proof. missing: no answer of this name. different: an answer, but not the proof. unreachable: no answer in time. */
export type ProofResult = 'found' | 'missing' | 'different' | 'unreachable';

export interface DomainCheck {
  readonly record: ProofResult;
  readonly file: ProofResult;
}

export const isProven = ({ record, file }: DomainCheck): boolean => record === 'found' || file === 'found';

/** The TXT records of a name, each in its parts; fails as Node's resolver does. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** Of the system's name servers, or of these (`address:port`). */
export function txtResolver(servers: readonly string[], timeoutMs: number): ResolveTxt {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (servers.length > 0) resolver.setServers([...servers]);
  return (name) => resolver.resolveTxt(name);
}

export interface DomainProofsOptions {
  readonly policy: EgressPolicy;
  readonly resolveTxt: ResolveTxt;
  readonly timeoutMs: number;
  /** Opens the connections; default: to addresses that the policy allows. */
  readonly connect?: buildConnector.connector;
}

/** The file has 32 letters; a line end after them is accepted. */
const maxFileBytes = 1_024;
const absent = new Set(['ENOTFOUND', 'ENODATA']);
const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code);

/** Looks for the proofs that a merchant controls a domain. */
export class DomainProofs {
  constructor(private readonly options: DomainProofsOptions) {}

  async check(domain: Pick<PageDomain, 'domain' | 'challenge'>): Promise<DomainCheck> {
    const { record, file } = proofsOf(domain);
    const [ofRecord, ofFile] = await Promise.all([this.checkRecord(record), this.checkFile(file)]);
    return { record: ofRecord, file: ofFile };
  }

  private async checkRecord({ name, value }: { readonly name: string; readonly value: string }): Promise<ProofResult> {
    try {
      const records = await this.options.resolveTxt(name);
      if (records.length === 0) return 'missing';
      return records.some((parts) => parts.join('') === value) ? 'found' : 'different';
    } catch (error) {
      return absent.has(codeOf(error)) ? 'missing' : 'unreachable';
    }
  }

  private async checkFile({ url, content }: { readonly url: string; readonly content: string }): Promise<ProofResult> {
    const checked = checkUrl(url, this.options.policy);
    if (!checked.ok) return 'unreachable';
    const { policy, timeoutMs, connect = guardedConnector(policy, timeoutMs) } = this.options;
    // Each check has a connection of its own.
    const agent = new Agent({
      connect,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: maxFileBytes,
    });
    try {
      return await readProof(agent, checked.url, { content, timeoutMs });
    } catch {
      return 'unreachable';
    } finally {
      void agent.destroy();
    }
  }
}

/** A redirect is not followed: another host proves nothing about this one. */
async function readProof(
  agent: Agent,
  url: URL,
  { content, timeoutMs }: { readonly content: string; readonly timeoutMs: number },
): Promise<ProofResult> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { statusCode, body } = await agent.request({ origin: url.origin, path: url.pathname, method: 'GET', signal });
  const text = await body.text();
  if (statusCode === 404 || statusCode === 410) return 'missing';
  return statusCode === 200 && text.trim() === content ? 'found' : 'different';
}
