/** The files of tools/generate-rest.mjs: classes and enums with their imports. */
export const header = '/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */\n';

export const quoted = (value) => `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

const imports = (names, from, type = '') =>
  names.length > 0 ? [`import ${type}{ ${[...new Set(names)].sort().join(', ')} } from '${from}';`] : [];

export function filesOf(schemas) {
  function fileOf(classes, homes) {
    const uses = classes.flatMap((one) => one.uses);
    const enums = uses.filter((name) => schemas[name]?.enum);
    const own = new Set(classes.map((one) => one.name));
    const foreign = classes.flatMap((one) => one.classes).filter((name) => !own.has(name));
    const decorators = uses.filter((name) => !schemas[name]?.enum && name !== 'IsOptional');
    return [
      header,
      [
        ...imports(
          uses.filter((name) => name === 'IsOptional'),
          'class-validator',
        ),
        ...imports(decorators, '../decorators'),
        ...imports(classes.some((one) => one.json) ? ['JsonObject'] : [], '../json', 'type '),
        ...imports(enums, './enums'),
        ...[...new Set(foreign.map((name) => homes.get(name)))].sort().flatMap((home) =>
          imports(
            foreign.filter((name) => homes.get(name) === home),
            `./${home}`,
          ),
        ),
      ].join('\n'),
      '\n\n',
      classes.map((one) => one.text).join('\n\n'),
      '\n',
    ].join('');
  }

  function enumsFile(names) {
    const one = (name) =>
      `export const ${name} = [\n${schemas[name].enum.map((value) => `  ${quoted(value)},\n`).join('')}] as const;\n` +
      `export type ${name} = (typeof ${name})[number];\n`;
    return header + '\n' + names.map(one).join('\n');
  }

  return { fileOf, enumsFile };
}
