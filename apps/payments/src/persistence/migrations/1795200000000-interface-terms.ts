import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Row-level security hides all rows until the transaction names its merchants. */
const everyMerchant = `SET LOCAL payorch.merchants = '{"*"}'`;

interface Terms {
  readonly allKeysRequired: string;
  readonly cvcStored: string;
  readonly replyDue: string;
  readonly amountsDiffer: string;
}

const before: Terms = {
  allKeysRequired: 'wantsWhole',
  cvcStored: 'held',
  replyDue: 'payment.answer_due',
  amountsDiffer: 'sums_differ',
};

const after: Terms = {
  allKeysRequired: 'allKeysRequired',
  cvcStored: 'stored',
  replyDue: 'payment.reply_due',
  amountsDiffer: 'amounts_differ',
};

const renameStored = (from: Terms, to: Terms): string[] => [
  `UPDATE intents SET body = (body - '${from.allKeysRequired}')
     || jsonb_build_object('${to.allKeysRequired}', body -> '${from.allKeysRequired}')
   WHERE body ? '${from.allKeysRequired}'`,
  `UPDATE attempts SET body = jsonb_set(body, '{method,card,cvc}', '"${to.cvcStored}"')
   WHERE body #>> '{method,card,cvc}' = '${from.cvcStored}'`,
  `UPDATE jobs SET type = '${to.replyDue}', id = '${to.replyDue}' || substr(id, length('${from.replyDue}') + 1)
   WHERE type = '${from.replyDue}'`,
  `UPDATE incidents SET kind = '${to.amountsDiffer}' WHERE kind = '${from.amountsDiffer}'`,
];

/** Stored keys, jobs and incidents get the terms of the interface. */
export class InterfaceTerms1795200000000 implements MigrationInterface {
  name = 'InterfaceTerms1795200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(everyMerchant);
    for (const statement of renameStored(before, after)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(everyMerchant);
    for (const statement of renameStored(after, before)) await runner.query(statement);
  }
}
