import { refuse } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { AccountSettings, Incoming } from '@payorch/platform/kafka';
import type { AddressedReply } from './step';

export type Answered = AddressedReply & { readonly command: Incoming };
export type DeadLettered = { readonly incoming: Incoming; readonly cause: Error };

/** Came after its deadline, and nobody is there to be told. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/** Its sender knew account settings that never came here. */
export class SettingsUnknown extends Error {
  override readonly name = 'SettingsUnknown';
}

export interface AdmissionParts {
  readonly clock: Clock;
  readonly settings: Pick<AccountSettings, 'waitForVersion'>;
  /** How long a batch waits for settings first; doubled with every attempt for what has nobody to be told. */
  readonly settingsWaitMs: number;
  readonly merchantOf: (incoming: Incoming) => string | undefined;
}

/** Each message of a batch in one of them. */
interface Admitted {
  readonly ready: Incoming[];
  readonly refused: Answered[];
  readonly parked: DeadLettered[];
  /** To be admitted once more, in this order, after the others. */
  readonly held: Incoming[];
}

type Verdict = 'ready' | 'late' | 'behind';

/** With the usual 250 ms some 8 s in all: longer than a service needs to follow the settings again after a broker restart. */
const attempts = 5;

/**
 * Whether a message may begin: not after its deadline, and not on account settings that are older than its sender knew. A
 * command that awaits a reply is refused for the settings alone, and may be sent again; whether it is late is judged behind
 * the inbox, which knows whether it began before. Any other message is tried again for a while and then dead-lettered; none
 * is dropped. What comes behind such a message under the same key waits behind it.
 */
export class Admission {
  /** Merchants whose settings did not come although they were waited for: their next messages are not waited for as long. */
  private readonly hopeless = new Set<string>();

  constructor(private readonly parts: AdmissionParts) {}

  async admit(batch: readonly Incoming[], attempt: number): Promise<Admitted> {
    const verdicts = await Promise.all(batch.map((incoming) => this.judge(incoming, attempt)));
    const admitted: Admitted = { ready: [], refused: [], parked: [], held: [] };
    const heldKeys = new Set<string>();
    for (const [index, incoming] of batch.entries()) {
      const verdict = verdicts[index]!;
      if (incoming.key !== null && heldKeys.has(incoming.key)) admitted.held.push(incoming);
      else if (verdict === 'ready') admitted.ready.push(incoming);
      else if (incoming.context.replyTo) admitted.refused.push(refusalOf(incoming));
      else if (verdict === 'behind' && this.isWorthAnAttempt(incoming, attempt)) {
        admitted.held.push(incoming);
        if (incoming.key !== null) heldKeys.add(incoming.key);
      } else admitted.parked.push({ incoming, cause: this.giveUp(incoming, verdict) });
    }
    return admitted;
  }

  private async judge(incoming: Incoming, attempt: number): Promise<Verdict> {
    const { deadline, accountVersion } = incoming.context;
    if (deadline !== undefined && deadline < this.parts.clock.now()) return incoming.context.replyTo ? 'ready' : 'late';
    const merchant = this.parts.merchantOf(incoming);
    if (accountVersion === undefined || merchant === undefined) return 'ready';
    const waitMs = this.parts.settingsWaitMs * 2 ** attempt;
    if (!(await this.parts.settings.waitForVersion(merchant, accountVersion, waitMs))) return 'behind';
    this.hopeless.delete(merchant);
    return 'ready';
  }

  private isWorthAnAttempt(incoming: Incoming, attempt: number): boolean {
    return attempt + 1 < attempts && !this.hopeless.has(this.parts.merchantOf(incoming) ?? '');
  }

  private giveUp(incoming: Incoming, verdict: Verdict): Error {
    const { deadline, accountVersion } = incoming.context;
    if (verdict === 'late') return new DeadlinePassed(`not begun by ${deadline?.toISOString()}`);
    const merchant = this.parts.merchantOf(incoming) ?? '';
    this.hopeless.add(merchant);
    return new SettingsUnknown(`version ${accountVersion} of the settings of ${merchant} did not come`);
  }
}

const refusalOf = (command: Incoming): Answered => ({
  to: command.context.replyTo!,
  reply: refuse('settings_behind'),
  command,
});
