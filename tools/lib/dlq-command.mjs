import { loadTypescript } from './load-typescript.mjs';
import { groupLines, eachLines, planLines, shownLines } from './dlq-lines.mjs';
import { login, withOperatorBroker } from './operator.mjs';
import { dataDirFromEnv, layoutOf } from './paths.mjs';
import { Problem } from './problem.mjs';
import { newProgress } from './progress.mjs';
import { settingsFrom } from './settings.mjs';
import { readState } from './system.mjs';

const brokersOf = () =>
  settingsFrom().kafkaBrokers ?? readState(layoutOf(dataDirFromEnv()))?.infrastructure.kafkaBrokers;

/** Every dead letter without its body, and what was done with them. */
async function readAll(store, { deadLetterOf }) {
  const letters = [];
  await store.read((record) => void letters.push(deadLetterOf(record)));
  return { letters, actions: await store.actions() };
}

const shownLetter = ({ key: _, shownKey, ...letter }, action) => ({
  id: letter.offset,
  state: action?.state ?? 'open',
  ...(action && { by: action.by, acted_at: action.at, reason: action.reason }),
  dead_lettered_at: letter.at,
  topic: letter.topic,
  origin: letter.origin,
  type: letter.type,
  key: shownKey,
  message_id: letter.messageId,
  cause: letter.cause,
  deadline: letter.deadline,
  size_bytes: letter.sizeBytes,
  is_sealed: letter.isSealed,
});

/** One whose record is deleted, as its action remembers it. */
const deletedLetter = (id, { state, by, at, reason, letter_at: deadLetteredAt, topic, type, key, cause }) => ({
  id,
  state,
  by,
  acted_at: at,
  reason,
  dead_lettered_at: deadLetteredAt,
  topic,
  type,
  key,
  cause,
});

/** `npm run dlq`: runs one of its commands; false if a selected message stays open. @throws Problem */
export async function dlqCommand(verb, selection, values) {
  const typed = await loadTypescript('tools/lib/dead-letters/index.ts');
  const progress = newProgress({ json: true });
  const print = (value, lines) =>
    process.stdout.write(`${values.json ? JSON.stringify(value, null, 2) : lines(value).join('\n')}\n`);
  const by = values.by ?? login();
  if (['replay', 'drop'].includes(verb) && !by) throw new Problem('who does it is not known', '--by <name>');

  const newActionsOf = ({ letters, actions }, reason) => {
    const letterOf = new Map(letters.map((letter) => [letter.offset, letter]));
    const now = new Date();
    return (offset) => typed.newAction(letterOf.get(offset), actions, { by, reason }, now);
  };

  /** Every id is that of a dead letter, or of one that was handled before. */
  const mustKnow = ({ letters, actions }) => {
    const known = new Set([...letters.map(({ offset }) => offset), ...actions.keys()]);
    const unknown = selection.offsets?.find((offset) => !known.has(offset));
    if (unknown) throw new Problem(`there is no dead letter ${unknown}`, 'npm run dlq -- list --each');
  };

  /** Deletes the records before the oldest open one: the alert counts what the topic has. */
  const deleteHandled = async (store) => {
    const { letters, actions } = await readAll(store, typed);
    const end = typed.handledUpTo(letters, actions);
    if (end !== null) await store.deleteBefore(end);
    return letters.filter((letter) => typed.isOpen(letter, actions)).length;
  };

  const commands = {
    async list(store) {
      const { letters, actions } = await readAll(store, typed);
      const listed = letters.filter(
        (letter) => (values.all || typed.isOpen(letter, actions)) && typed.isSelected(letter, selection),
      );
      const present = new Set(letters.map(({ offset }) => offset));
      const deleted = [...actions].filter(
        ([offset, action]) =>
          values.all && !present.has(offset) && typed.isSelected(typed.letterOfAction(offset, action), selection),
      );
      if (values.each || values.all)
        return print(
          [
            ...deleted.map(([offset, action]) => deletedLetter(offset, action)),
            ...listed.map((letter) => shownLetter(letter, typed.actionOn(letter, actions))),
          ],
          eachLines,
        );
      print(typed.groupsOf(listed), groupLines);
    },
    async show(store) {
      const [id] = selection.offsets;
      const actions = await store.actions();
      let found;
      await store.read((record) => {
        if (record.offset !== id) return;
        const letter = typed.deadLetterOf(record);
        found = {
          ...shownLetter(letter, typed.actionOn(letter, actions)),
          headers: typed.shownHeaders(record),
          body: typed.maskedBody(record.value ?? Buffer.alloc(0), letter.isSealed),
        };
      });
      if (!found) throw new Problem(`there is no dead letter ${id}`, 'npm run dlq -- list --all');
      print(found, shownLines);
    },
    async replay(store) {
      const all = await readAll(store, typed);
      mustKnow(all);
      const topics = await store.topics();
      const context = { now: new Date(), topics, isCertain: values.again ?? false };
      const { replay, skipped } = typed.replayPlan(all.letters, all.actions, selection, context);
      if (!values['dry-run'] && replay.length > 0) {
        await store.replay(replay, newActionsOf(all, null), (done) =>
          progress.line(`  replayed ${done} of ${replay.length}`),
        );
      }
      return finish(store, { replayed: replay, skipped: Object.fromEntries(skipped) });
    },
    async drop(store) {
      const all = await readAll(store, typed);
      mustKnow(all);
      const dropped = all.letters
        .filter((letter) => typed.isOpen(letter, all.actions) && typed.isSelected(letter, selection))
        .map(({ offset }) => offset);
      if (!values['dry-run'] && dropped.length > 0) await store.drop(dropped, newActionsOf(all, values.reason));
      return finish(store, { dropped, skipped: {} });
    },
  };

  async function finish(store, done) {
    const open = values['dry-run'] ? null : await deleteHandled(store);
    print({ ...done, open, is_dry_run: values['dry-run'] ?? false }, planLines);
    return Object.keys(done.skipped).length === 0;
  }

  return withOperatorBroker(brokersOf(), async ({ kafka, admin }) => {
    const store = new typed.DeadLetterStore(kafka, admin);
    const [missing] = await store.missingTopics();
    if (missing) throw new Problem(`the broker has no topic ${missing}`, 'provision makes it (docs/operating.md)');
    return commands[verb](store);
  });
}
