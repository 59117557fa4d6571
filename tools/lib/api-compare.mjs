/** The differences between two digests of `api-shape.mjs`, for the operations in both. */

const none = () => ({ types: new Set(), words: new Set(), fields: new Map(), inner: [] });

/** A shape with its references resolved: types, enum values, fields, and the items of a list or map. */
function flat(shape, shapes) {
  if (shape.r !== undefined) return flat(shapes[shape.r], shapes);
  if (shape.all) return together(shape.all, shapes, true);
  if (shape.one) return together(shape.one, shapes, false);
  const result = none();
  if (shape.e) shape.e.forEach((word) => result.words.add(String(word)));
  else if (shape.l || shape.m) {
    result.types.add(shape.l ? 'list' : 'map');
    result.inner.push(shape.l ?? shape.m);
  } else if (shape.f) {
    result.types.add('object');
    for (const [name, field] of Object.entries(shape.f)) {
      result.fields.set(name, { shape: field, required: shape.q.includes(name), nullable: field.n === 1 });
    }
  } else result.types.add(shape.t);
  if (result.words.size > 0) result.types.add('string');
  return result;
}

/** Combines parts: for `all`, a field that any part requires is required; for alternatives, one that every part requires. */
function together(parts, shapes, allHold) {
  const result = none();
  const views = parts.map((part) => ({ view: flat(part, shapes), nullable: part.n === 1 }));
  const isOpen = views.some(({ view }) => view.types.has('string') && view.words.size === 0);
  for (const { view } of views) {
    view.types.forEach((type) => result.types.add(type));
    if (!isOpen) view.words.forEach((word) => result.words.add(word));
    result.inner.push(...view.inner);
    for (const [name, field] of view.fields) result.fields.set(name, field);
  }
  for (const [name, field] of result.fields) {
    const requires = ({ view, nullable }) => !nullable && view.fields.get(name)?.required === true;
    result.fields.set(name, { ...field, required: allHold ? views.some(requires) : views.every(requires) });
  }
  return result;
}

const list = (words) => [...words].sort().join(', ');
const less = (one, other) => [...one].filter((word) => !other.has(word));

class Comparison {
  constructor(theirs, ours) {
    this.theirs = theirs;
    this.ours = ours;
    this.found = new Set();
    this.seen = new Set();
  }

  report(where, what) {
    this.found.add(`${where}: ${what}`);
  }

  shapes(theirs, ours, where) {
    const at = theirs.r ?? where;
    const pair = `${at} ${ours.r ?? ''}`;
    if (this.seen.has(pair)) return;
    this.seen.add(pair);
    const [a, b] = [flat(theirs, this.theirs.shapes), flat(ours, this.ours.shapes)];
    if (list(a.types) !== list(b.types)) this.report(at, `is ${list(b.types)}, not ${list(a.types)}`);
    if (less(a.types, b.types).length === a.types.size) return;
    this.words(a.words, b.words, at);
    this.fields(a.fields, b.fields, at);
    a.inner.forEach((inner, index) => b.inner[index] && this.shapes(inner, b.inner[index], `${at}[]`));
  }

  words(theirs, ours, at) {
    if (theirs.size === 0 || ours.size === 0) {
      if (theirs.size !== ours.size) this.report(at, ours.size === 0 ? 'takes any word' : 'takes certain words only');
      return;
    }
    for (const word of less(theirs, ours)) this.report(at, `lacks the word ${word}`);
    for (const word of less(ours, theirs)) this.report(at, `adds the word ${word}`);
  }

  fields(theirs, ours, at) {
    for (const [name, field] of theirs) {
      const own = ours.get(name);
      const where = `${at}.${name}`;
      if (!own) {
        this.report(where, 'missing');
        continue;
      }
      if (own.required !== field.required) this.report(where, own.required ? 'required' : 'not required');
      if (own.nullable !== field.nullable) this.report(where, own.nullable ? 'may be null' : 'may not be null');
      this.shapes(field.shape, own.shape, where);
    }
    for (const name of ours.keys()) if (!theirs.has(name)) this.report(`${at}.${name}`, 'added');
  }

  body(theirs, ours, where) {
    if (!theirs || !ours) {
      if (theirs !== ours) this.report(where, ours ? 'added' : 'missing');
      return;
    }
    this.shapes(theirs, ours, where);
  }

  operation(key) {
    const [theirs, ours] = [this.theirs.operations[key], this.ours.operations[key]];
    const names = new Set([...Object.keys(theirs.parameters), ...Object.keys(ours.parameters)]);
    for (const name of names) {
      this.body(theirs.parameters[name] ?? null, ours.parameters[name] ?? null, `${key} ${name}`);
      if (!theirs.parameters[name] || !ours.parameters[name]) continue;
      const isRequired = ours.required.includes(name);
      if (theirs.required.includes(name) !== isRequired)
        this.report(`${key} ${name}`, isRequired ? 'required' : 'not required');
    }
    this.body(theirs.request, ours.request, `${key} request`);
    this.body(theirs.response, ours.response, `${key} response`);
  }
}

/** Lines of the form `Card.card_holder_name: not required`; `beyond` are operations of our document only. */
export function differencesBetween(theirs, ours) {
  const comparison = new Comparison(theirs, ours);
  const known = Object.keys(ours.operations).filter((key) => theirs.operations[key]);
  known.forEach((key) => comparison.operation(key));
  return {
    differences: [...comparison.found].sort(),
    beyond: Object.keys(ours.operations).filter((key) => !theirs.operations[key]),
  };
}
