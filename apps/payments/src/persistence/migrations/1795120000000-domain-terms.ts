import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Row-level security hides all rows until the transaction names its merchants. */
const everyMerchant = `SET LOCAL payorch.merchants = '{"*"}'`;

/** SQL: the objects of the array `list`, in their order, with the key `from` renamed. */
const renamedInEach = (list: string, from: string, to: string): string =>
  `(SELECT coalesce(jsonb_agg((element - '${from}') || jsonb_build_object('${to}', element -> '${from}') ORDER BY place), '[]')
    FROM jsonb_array_elements(coalesce(${list}, '[]')) WITH ORDINALITY AS listed (element, place))`;

/** SQL: `object` with the key renamed where it is there. */
const renamed = (object: string, from: string, to: string): string =>
  `CASE WHEN ${object} ? '${from}' THEN (${object} - '${from}') || jsonb_build_object('${to}', ${object} -> '${from}') ELSE ${object} END`;

interface Terms {
  readonly pendingReplies: string;
  readonly view: string;
  readonly saved: string;
  readonly requestedBy: string;
  readonly authorized: string;
  readonly followUp: string;
  readonly syncCount: string;
  readonly authorizationTerms: string;
  readonly reportedAt: string;
  readonly checking: string;
  readonly noWorkers: string;
  readonly pendingReply: string;
  readonly syncDue: string;
  readonly beginCheckDue: string;
}

const before: Terms = {
  pendingReplies: 'waiters',
  view: 'wants',
  saved: 'kept',
  requestedBy: 'askers',
  authorized: 'held',
  followUp: 'following',
  syncCount: 'asked',
  authorizationTerms: 'hold',
  reportedAt: 'heardAt',
  checking: 'asked',
  noWorkers: 'alone',
  pendingReply: 'waiter',
  syncDue: 'payment.ask_due',
  beginCheckDue: 'payment.begin_due',
};

const after: Terms = {
  pendingReplies: 'pendingReplies',
  view: 'view',
  saved: 'saved',
  requestedBy: 'requestedBy',
  authorized: 'authorized',
  followUp: 'followUp',
  syncCount: 'syncCount',
  authorizationTerms: 'authorizationTerms',
  reportedAt: 'reportedAt',
  checking: 'checking',
  noWorkers: 'no_workers',
  pendingReply: 'pendingReply',
  syncDue: 'payment.sync_due',
  beginCheckDue: 'payment.begin_check_due',
};

const renameStored = (from: Terms, to: Terms): string[] => [
  `UPDATE intents SET body = (body - '${from.pendingReplies}' - '${from.saved}' - 'extensions') || jsonb_build_object(
     '${to.pendingReplies}', ${renamedInEach(`body -> '${from.pendingReplies}'`, from.view, to.view)},
     '${to.saved}', body -> '${from.saved}',
     'extensions', ${renamedInEach(`body -> 'extensions'`, from.requestedBy, to.requestedBy)})`,
  `UPDATE attempts SET body = jsonb_set(body, '{facts}', ${renamed(`(body -> 'facts')`, from.authorized, to.authorized)})`,
  `UPDATE attempts SET body = jsonb_set(body, '{facts}', ${renamed(`(body -> 'facts')`, from.followUp, to.followUp)})`,
  `UPDATE attempts SET body = ${renamed('body', from.syncCount, to.syncCount)}`,
  `UPDATE attempts SET body = jsonb_set(body, '{${from.authorizationTerms}}',
     ${renamed(`(body -> '${from.authorizationTerms}')`, from.reportedAt, to.reportedAt)})
   WHERE jsonb_typeof(body -> '${from.authorizationTerms}') = 'object'`,
  `UPDATE attempts SET body = ${renamed('body', from.authorizationTerms, to.authorizationTerms)}`,
  `UPDATE attempts SET body = jsonb_set(body, '{beginCheck}', CASE body ->> 'beginCheck'
     WHEN '${from.checking}' THEN '"${to.checking}"'::jsonb ELSE '"${to.noWorkers}"'::jsonb END)
   WHERE body ->> 'beginCheck' IN ('${from.checking}', '${from.noWorkers}')`,
  ...[
    [from.syncDue, to.syncDue],
    [from.beginCheckDue, to.beginCheckDue],
  ].map(
    ([type, newType]) =>
      `UPDATE jobs SET type = '${newType}', id = '${newType}' || substr(id, length('${type}') + 1) WHERE type = '${type}'`,
  ),
  `UPDATE jobs SET data = (data - '${from.pendingReply}') || jsonb_build_object('${to.pendingReply}',
     ${renamed(`(data -> '${from.pendingReply}')`, from.view, to.view)})
   WHERE type = 'payment.answer_due'`,
];

/** Columns, stored keys and jobs get the names that the domain uses. */
export class DomainTerms1795120000000 implements MigrationInterface {
  name = 'DomainTerms1795120000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(everyMerchant);
    await runner.query('ALTER TABLE attempts RENAME COLUMN held_amount TO authorized_amount');
    await runner.query('ALTER TABLE attempts RENAME CONSTRAINT attempts_held TO attempts_authorized');
    for (const statement of renameStored(before, after)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(everyMerchant);
    for (const statement of renameStored(after, before)) await runner.query(statement);
    await runner.query('ALTER TABLE attempts RENAME CONSTRAINT attempts_authorized TO attempts_held');
    await runner.query('ALTER TABLE attempts RENAME COLUMN authorized_amount TO held_amount');
  }
}
