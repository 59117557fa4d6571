import { Injectable } from '@nestjs/common';
import type { Numbered, StateEntry } from '../../kit/ledger/entries';
import type { Memory } from '../../kit/ledger/journal';
import { Journal } from '../../kit/ledger/journal';
import type { Authentication } from './authentication';

export const connector = 'threedsecureio';

/** All authentications in memory, restored from the ledger. */
@Injectable()
export class Authentications implements Memory {
  private readonly byId = new Map<string, Authentication>();
  private readonly byAcsId = new Map<string, string>();

  constructor(private readonly journal: Journal) {
    journal.attach(this);
  }

  apply(entry: Numbered<StateEntry>): void {
    if (!('authentication' in entry)) return;
    const authentication = entry['authentication'] as Authentication;
    this.byId.set(authentication.id, authentication);
    this.byAcsId.set(authentication.acsId, authentication.id);
  }

  find(id: string): Authentication | undefined {
    return this.byId.get(id);
  }

  /** The authentication of an open challenge. */
  challenged(acsId: string): Authentication | undefined {
    const found = this.byId.get(this.byAcsId.get(acsId) ?? '');
    return found?.status === 'C' ? found : undefined;
  }

  store(authentication: Authentication, fault: string | null): void {
    this.journal.commit({ connector, payment_id: null, fault, authentication }, undefined);
  }
}
