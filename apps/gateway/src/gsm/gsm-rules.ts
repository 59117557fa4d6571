import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@payorch/contracts';
import type { ViewedChange } from '../idempotency';
import { ChangeGlobalSettings } from '../settings';
import {
  type GsmKey,
  type GsmRequest,
  type GsmRule,
  gsmRuleMessage,
  newGsmRule,
  updatedGsmRule,
} from './domain/gsm-rule';
import { GsmRuleRepository } from './persistence/gsm-rule.repository';

const notFound = refuse('not_found', { message: 'GSM with given key does not exist in our records' });
const exists = refuse('already_exists', { message: 'GSM with given key already exists in our records' });

/** The rules that define the meaning of a processor's error. */
@Injectable()
export class GsmRules {
  constructor(
    @Inject(ChangeGlobalSettings) private readonly settings: ChangeGlobalSettings,
    @Inject(GsmRuleRepository) private readonly rules: GsmRuleRepository,
  ) {}

  create(
    sent: GsmKey & GsmRequest & { readonly status: string },
    trace: ViewedChange<GsmRule>,
  ): Promise<GsmRule | Refusal> {
    const rule = newGsmRule(sent);
    return this.settings.of(trace, async (sql, version) => {
      if (!(await this.rules.insert(sql, rule))) return exists;
      return { result: rule, message: gsmRuleMessage(rule, version) };
    });
  }

  async retrieve(key: GsmKey): Promise<GsmRule | Refusal> {
    return (await this.settings.read((sql) => this.rules.find(sql, key))) ?? notFound;
  }

  update(key: GsmKey, sent: GsmRequest, trace: ViewedChange<GsmRule>): Promise<GsmRule | Refusal> {
    return this.settings.of(trace, async (sql, version) => {
      const stored = await this.rules.find(sql, key);
      if (!stored) return notFound;
      const rule = updatedGsmRule(stored, sent);
      await this.rules.update(sql, rule);
      return { result: rule, message: gsmRuleMessage(rule, version) };
    });
  }

  delete(key: GsmKey, trace: ViewedChange<GsmRule>): Promise<GsmRule | Refusal> {
    return this.settings.of(trace, async (sql, version) => {
      const rule = await this.rules.find(sql, key);
      if (!rule) return notFound;
      await this.rules.delete(sql, key);
      return { result: rule, message: gsmRuleMessage(rule, version, true) };
    });
  }
}
