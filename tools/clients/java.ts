/** Writes records and methods in Java. */
import type { Call } from './calls.ts'
import type { Language } from './language.ts'
import type { Member, RecordModel, Type } from './model.ts'
import { pascal, sentence, wrapped } from './words.ts'

const boxed = {
  text: 'String',
  time: 'Instant',
  integer: 'Integer',
  long: 'Long',
  number: 'Double',
  boolean: 'Boolean',
  any: 'Object',
} as const
const plain: Readonly<Record<string, string>> = { integer: 'int', long: 'long', number: 'double', boolean: 'boolean' }
const readers = { text: 'text', time: 'time', integer: 'integer', long: 'whole', number: 'number', boolean: 'bool', any: 'any' } as const

function typeOf(type: Type): string {
  if (type.kind === 'record') return type.name
  if (type.kind === 'list') return `List<${typeOf(type.of)}>`
  return type.kind === 'map' ? `Map<String, ${typeOf(type.of)}>` : boxed[type.kind]
}
const typed = ({ type, isOptional }: Member) => (isOptional ? undefined : plain[type.kind]) ?? typeOf(type)

function readerOf(type: Type): string {
  if (type.kind === 'record') return `${type.name}::of`
  return type.kind === 'list' || type.kind === 'map' ? `Wire.${type.kind}(${readerOf(type.of)})` : `Wire::${readers[type.kind]}`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('*/', '* /').replaceAll('@', '&#64;')

function docText(text: string, parameters: readonly Member[], indent: string): string[] {
  const inside = `${indent} * `
  const named = parameters.flatMap(({ name, doc, isOptional }) =>
    wrapped(escaped(isOptional && !/null/i.test(doc) ? `${sentence(doc)} May be null.` : doc), `${inside}@param ${name} `, `${inside}    `),
  )
  const lines = [...wrapped(escaped(text), inside), ...(named.length > 0 ? [`${indent} *`, ...named] : [])]
  return lines.length === 1 ? [`${indent}/** ${escaped(text)} */`] : [`${indent}/**`, ...lines, `${indent} */`]
}

const extras: Readonly<Record<string, readonly string[]>> = {
  Judgement: [
    '        /** Findings about bad client behaviour. */',
    '        public List<Fault> bad() {',
    '            return faults("bad");',
    '        }',
    '',
    '        /** Advice for clients. */',
    '        public List<Fault> advice() {',
    '            return faults("advice");',
    '        }',
    '',
    '        private List<Fault> faults(String verdict) {',
    '            return verdicts.stream().flatMap(each -> each.callers().stream().filter(one -> one.verdict().equals(verdict))',
    '                .map(one -> new Fault(each.id(), each.sentence(), each.guidance(), one.caller(), one.calls()))).toList();',
    '        }',
    '',
  ],
}

const recordText = ({ name, doc, members }: RecordModel): string =>
  [
    ...docText(doc, members, '    '),
    `    public record ${name}(`,
    members.map((each) => `        ${typed(each)} ${each.name}`).join(',\n'),
    '    ) {',
    ...(extras[name] ?? []),
    `        private static ${name} of(Object it) {`,
    `            return new ${name}(`,
    members
      .map((each) => `                Wire.${each.isOptional ? 'maybe' : 'member'}(it, "${each.name}", ${readerOf(each.type)})`)
      .join(',\n'),
    '            );',
    '        }',
    '    }',
  ].join('\n')

const optionsOf = ({ name }: Call) => `${pascal(name)}Options`

const optionsText = (call: Call): string =>
  [
    `        /** Options of {@link #${call.name}}. */`,
    `        public static final class ${optionsOf(call)} {`,
    '            private final Map<String, Object> values = new LinkedHashMap<>();',
    '',
    `            private ${optionsOf(call)}() {}`,
    ...call.optional.flatMap(({ name, type, doc }) => [
      '',
      ...docText(doc, [], '            '),
      `            public ${optionsOf(call)} ${name}(${typeOf(type)} ${name}) {`,
      `                values.put("${name}", ${name});`,
      '                return this;',
      '            }',
    ]),
    '        }',
  ].join('\n')

const pathIn = (path: string) =>
  `"${path.replace(/\{(\w+)\}/g, (_, name: string) => `" + Wire.part("${name}", ${name}) + "`)}"`.replace(/ \+ ""$/, '')

function resultOf({ returns }: Call): string {
  if (!returns) return 'void'
  if (returns.list === 'journal') return 'Journal'
  return returns.record ? (returns.list ? `List<${returns.record}>` : returns.record) : 'String'
}

/** Returns a method's statement. `values`: an expression. */
function statement({ method, returns, sentIn, name }: Call, path: string, values: string | undefined): string {
  const made = `${values === undefined ? 'body' : sentIn}("${method}", ${path}, ${values ?? 'null'})`
  if (returns?.list === 'journal') return `return Journal.of(query("${method}", ${path}, ${values ?? 'Wire.values()'}));`
  if (returns?.list) return `return pages(${path}, "${returns.list}", ${returns.record}::of, ${values ?? 'Map.of()'});`
  if (returns?.member) return `return Wire.member(${made}, "${returns.member}", Wire::text);`
  if (name === '') throw new Error('A method needs a name.')
  return returns?.record ? `return ${returns.record}.of(${made});` : `${made};`
}

function method(call: Call, parameters: readonly Member[], more: string | undefined, body: readonly string[]): string {
  const list = [...parameters.map((each) => `${plain[each.type.kind] ?? typeOf(each.type)} ${each.name}`), ...(more ? [more] : [])]
  return [
    ...docText(
      sentence(call.doc),
      parameters.map((each) => ({ ...each, isOptional: false })),
      '        ',
    ),
    `        public ${resultOf(call)} ${call.name}(${list.join(', ')}) {`,
    ...body.map((line) => `            ${line}`),
    '        }',
  ].join('\n')
}

function methodTexts(call: Call): string[] {
  const { required, optional, position, inPath, path, pathWithout } = call
  const sent = required.filter(({ name }) => !inPath.includes(name))
  const pairs = (all: readonly Member[]) => all.map(({ name }) => `"${name}", ${name}`)
  const journal = call.returns?.list === 'journal' ? ['"limit", 10000'] : []
  const valuesOf = (all: readonly Member[]) =>
    all.length + journal.length > 0 ? `Wire.values(${[...pairs(all), ...journal].join(', ')})` : undefined
  const given = optional.filter(({ name }) => name === position)
  if (pathWithout !== undefined)
    return [
      method(call, [], undefined, [statement(call, `"${pathWithout}"`, undefined)]),
      method(call, optional, undefined, [statement(call, pathIn(path), undefined)]),
    ]
  const texts = call.needsOne ? [] : [method(call, required, undefined, [statement(call, pathIn(path), valuesOf(sent))])]
  if (given.length > 0)
    texts.push(method(call, [...required, ...given], undefined, [statement(call, pathIn(path), valuesOf([...sent, ...given]))]))
  if (optional.length > given.length) {
    const values = `Wire.with(given.values${[...pairs(sent), ...journal].map((each) => `, ${each}`).join('')})`
    texts.push(
      method(call, required, `Consumer<${optionsOf(call)}> options`, [
        `var given = new ${optionsOf(call)}();`,
        'options.accept(given);',
        statement(call, pathIn(path), values.startsWith('Wire.with(given.values)') ? 'given.values' : values),
      ]),
      optionsText(call),
    )
  }
  return texts
}

export const java: Language = {
  file: 'Standin.java',
  records: (all) => all.map(recordText).join('\n\n'),
  methods: (all) => all.flatMap(methodTexts).join('\n\n'),
  optionParameters: (all) =>
    all
      .map(({ name, flag, doc }) =>
        [
          ...docText(sentence(doc), [], '        '),
          `        public Options ${name}(String ${name}) {`,
          `            values.put("${flag}", ${name});`,
          '            return this;',
          '        }',
        ].join('\n'),
      )
      .join('\n\n'),
  optionDocs: () => '',
  optionValues: () => '',
}
