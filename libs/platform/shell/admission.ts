import { refuse } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { AccountSettings, Incoming } from '@payorch/platform/kafka';
import type { AddressedReply } from './step';

export type Answered = AddressedReply & { readonly command: Incoming };
export type DeadLettered = { readonly incoming: Incoming; readonly cause: Error };

/** The message arrived after its deadline, and no caller waits for a reply. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/** The sender knew account settings that this service has not received. */
export class SettingsUnknown extends Error {
  override readonly name = 'SettingsUnknown';
}

export interface AdmissionParts {
  readonly clock: Clock;
  readonly settings: Pick<AccountSettings, 'waitForVersion'>;
  /** Initial time to wait for settings, in ms; doubled with every attempt for a message without a reply address. */
  readonly settingsWaitMs: number;
  readonly merchantOf: (incoming: Incoming) => string | undefined;
}

/** Each message of a batch is in exactly one list. */
interface Admitted {
  readonly ready: Incoming[];
  readonly refused: Answered[];
  readonly deadLettered: DeadLettered[];
  /** To be admitted again, in this order, after the others. */
  readonly deferred: Incoming[];
}

type Verdict = 'ready' | 'late' | 'behind';

/**
 * With the usual 250 ms about 8 s in all: longer than a service needs to follow the settings again after a broker
 * restart.
 */
const attempts = 5;

/**
 * Decides whether a message may begin: not after its deadline, and not on account settings older than its sender knew.
 * A command with a reply address is refused for the settings only, and may be sent again; its deadline is checked after
 * the inbox, which knows whether the command began before. Any other message is retried for a while and then
 * dead-lettered; none is dropped. Later messages of its key wait behind it.
 */
export class Admission {
  /** Merchants whose settings did not arrive in time: their next messages wait for a shorter time. */
  private readonly merchantsWithoutSettings = new Set<string>();

  constructor(private readonly parts: AdmissionParts) {}

  async admit(batch: readonly Incoming[], attempt: number): Promise<Admitted> {
    const verdicts = await Promise.all(batch.map((incoming) => this.verdictOf(incoming, attempt)));
    const admitted: Admitted = { ready: [], refused: [], deadLettered: [], deferred: [] };
    const deferredKeys = new Set<string>();
    for (const [index, incoming] of batch.entries()) {
      const verdict = verdicts[index]!;
      if (incoming.key !== null && deferredKeys.has(incoming.key)) admitted.deferred.push(incoming);
      else if (verdict === 'ready') admitted.ready.push(incoming);
      else if (incoming.context.replyTo) admitted.refused.push(...settingsOutdated(incoming));
      else if (verdict === 'behind' && this.isWorthAnAttempt(incoming, attempt)) {
        admitted.deferred.push(incoming);
        if (incoming.key !== null) deferredKeys.add(incoming.key);
      } else admitted.deadLettered.push({ incoming, cause: this.deadLetterCauseOf(incoming, verdict) });
    }
    return admitted;
  }

  private async verdictOf(incoming: Incoming, attempt: number): Promise<Verdict> {
    const { deadline, accountVersion } = incoming.context;
    if (deadline !== undefined && deadline < this.parts.clock.now()) return incoming.context.replyTo ? 'ready' : 'late';
    const merchant = this.parts.merchantOf(incoming);
    if (accountVersion === undefined || merchant === undefined) return 'ready';
    const waitMs = this.parts.settingsWaitMs * 2 ** attempt;
    if (!(await this.parts.settings.waitForVersion(merchant, accountVersion, waitMs))) return 'behind';
    this.merchantsWithoutSettings.delete(merchant);
    return 'ready';
  }

  private isWorthAnAttempt(incoming: Incoming, attempt: number): boolean {
    return attempt + 1 < attempts && !this.merchantsWithoutSettings.has(this.parts.merchantOf(incoming) ?? '');
  }

  private deadLetterCauseOf(incoming: Incoming, verdict: Verdict): Error {
    const { deadline, accountVersion } = incoming.context;
    if (verdict === 'late') return new DeadlinePassed(`not begun before its deadline ${deadline?.toISOString()}`);
    const merchant = this.parts.merchantOf(incoming) ?? '';
    this.merchantsWithoutSettings.add(merchant);
    return new SettingsUnknown(`version ${accountVersion} of the settings of ${merchant} did not arrive`);
  }
}

/** The settings or the data keys of the command's merchant did not arrive in time: its caller sends it again. */
export const settingsOutdated = (command: Incoming): Answered[] => {
  const { replyTo } = command.context;
  return replyTo ? [{ to: replyTo, reply: refuse('settings_outdated'), command }] : [];
};
