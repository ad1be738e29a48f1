/** Writes records and methods in Python. */

import type { Call } from './calls.ts'
import type { StartOption } from './language.ts'
import type { Member, RecordModel, Type } from './model.ts'
import { sentence, snake, statements, wrapped } from './words.ts'

const reserved = ['from', 'class', 'global', 'import', 'in', 'is', 'lambda', 'not', 'or', 'and', 'pass', 'return', 'with', 'yield']
const named = (name: string) => (reserved.includes(snake(name)) ? `${snake(name)}_` : snake(name))

const types = { text: 'str', time: 'datetime', integer: 'int', long: 'int', number: 'float', boolean: 'bool', any: 'Any' } as const

function typeOf(type: Type): string {
  if (type.kind === 'record') return type.name
  if (type.kind === 'list') return `List[${typeOf(type.of)}]`
  return type.kind === 'map' ? `Dict[str, ${typeOf(type.of)}]` : types[type.kind]
}
const typed = ({ type, isOptional }: Member) => (isOptional ? `Optional[${typeOf(type)}]` : typeOf(type))

function readerOf(type: Type): string {
  if (type.kind === 'record') return `${type.name}._of`
  return type.kind === 'list' || type.kind === 'map'
    ? `_${type.kind}(${readerOf(type.of)})`
    : `_${type.kind === 'long' ? 'integer' : type.kind}`
}

function docText(text: string, indent: string, ...more: readonly string[]): string[] {
  const lines = wrapped(text, `${indent}"""`, indent)
  if (more.length > 0) return [...lines, ...(lines.length > 0 ? [''] : []), ...more, `${indent}"""`]
  lines[lines.length - 1] += '"""'
  return lines
}

const extras: Readonly<Record<string, readonly string[]>> = {
  Judgement: [
    '    @property',
    '    def bad(self) -> List[Fault]:',
    '        """Findings about bad client behaviour."""',
    '        return self._faults("bad")',
    '',
    '    @property',
    '    def advice(self) -> List[Fault]:',
    '        """Advice for clients."""',
    '        return self._faults("advice")',
    '',
    '    def _faults(self, verdict: str) -> List[Fault]:',
    '        return [',
    '            Fault(each.id, each.sentence, each.guidance, one.caller, one.calls)',
    '            for each in self.verdicts',
    '            for one in each.callers',
    '            if one.verdict == verdict',
    '        ]',
    '',
  ],
}

const recordText = ({ name, doc, members }: RecordModel): string =>
  [
    '@dataclass(frozen=True)',
    `class ${name}:`,
    ...docText(doc, '    '),
    '',
    ...members.flatMap((each) => [`    ${named(each.name)}: ${typed(each)}`, ...docText(each.doc, '    ')]),
    '',
    ...(extras[name] ?? []),
    '    @staticmethod',
    `    def _of(it: Any) -> ${name}:`,
    `        return ${name}(`,
    ...members.map(
      (each) => `            ${named(each.name)}=${each.isOptional ? '_maybe' : '_member'}(it, "${each.name}", ${readerOf(each.type)}),`,
    ),
    '        )',
  ].join('\n')

function signatureOf({ required, optional, position }: Call): string[] {
  const byName = optional.filter(({ name }) => name !== position)
  const places = required.map((each) => `${named(each.name)}: ${typeOf(each.type)}`)
  const given = optional.filter(({ name }) => name === position)
  const withDefault = (each: Member) => `${named(each.name)}: Optional[${typeOf(each.type)}] = None`
  return ['self', ...places, ...given.map(withDefault), ...(byName.length > 0 ? ['*'] : []), ...byName.map(withDefault)]
}

function pathOf({ path, pathWithout, optional }: Call): string {
  const filled = `"${path.replace(/\{(\w+)\}/g, (_, name: string) => `" + _part("${name}", ${named(name)}) + "`)}"`.replace(/ \+ ""$/, '')
  return pathWithout === undefined ? filled : `"${pathWithout}" if ${named(optional[0]?.name ?? '')} is None else ${filled}`
}

function resultOf({ returns }: Call): string {
  if (!returns) return 'None'
  if (returns.list === 'journal') return 'Journal'
  return returns.record ? (returns.list ? `List[${returns.record}]` : returns.record) : 'str'
}

function bodyOf(call: Call): string {
  const { method, returns, required, optional, inPath, sentIn } = call
  const sent = [...required, ...optional].filter(({ name }) => !inPath.includes(name))
  const values = sent.length === 0 ? 'None' : `{${sent.map(({ name }) => `"${name}": ${named(name)}`).join(', ')}}`
  const path = pathOf(call)
  if (returns?.list === 'journal') return `return Journal._of(self._call("${method}", ${path}, query={**${values}, "limit": 10000}))`
  if (returns?.list) return `return self._pages(${path}, "${returns.list}", ${returns.record}._of, ${values})`
  const made = `self._call("${method}", ${path}${sent.length > 0 ? `, ${sentIn}=${values}` : ''})`
  if (returns?.member) return `return _member(${made}, "${returns.member}", _text)`
  return returns?.record ? `return ${returns.record}._of(${made})` : made
}

const bodyLines = (call: Call) =>
  statements(bodyOf(call), '    ', {
    pattern: /\{("\w+": \w+(?:, "\w+": \w+)*)\}/,
    between: ', ',
    around: ['values = {', '}'],
    trailing: true,
  }).map((line) => `        ${line}`)

const methodText = (call: Call): string => {
  const docs = [...call.required, ...call.optional].flatMap(({ name, doc }) => wrapped(doc, `        ${named(name)}: `, '            '))
  const parameters = signatureOf(call)
  const short = `    def ${snake(call.name)}(${parameters.join(', ')}) -> ${resultOf(call)}:`
  const long = [`    def ${snake(call.name)}(`, ...parameters.map((each) => `        ${each},`), `    ) -> ${resultOf(call)}:`]
  return [...(short.length <= 120 ? [short] : long), ...docText(sentence(call.doc), '        ', ...docs), ...bodyLines(call)].join('\n')
}

export const python = {
  file: 'standin.py',
  records: (all: readonly RecordModel[]) => all.map(recordText).join('\n\n\n'),
  methods: (all: readonly Call[]) => all.map(methodText).join('\n\n'),
  optionParameters: (all: readonly StartOption[]) => all.map(({ name }) => `        ${snake(name)}: Optional[str] = None,`).join('\n'),
  optionDocs: (all: readonly StartOption[]) =>
    all.flatMap(({ name, doc }) => wrapped(sentence(doc), `        ${snake(name)}: `, '            ')).join('\n'),
  optionValues: (all: readonly StartOption[]) => all.map(({ name, flag }) => `            "${flag}": ${snake(name)},`).join('\n'),
}
