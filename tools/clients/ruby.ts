/** Writes records and methods in Ruby. */
import type { Call } from './calls.ts'
import type { Language, StartOption } from './language.ts'
import type { Member, RecordModel, Type } from './model.ts'
import { sentence, snake, statements, wrapped } from './words.ts'

/** Reserved words that are allowed as a method's keywords, but not as variables. */
const reserved = ['until', 'begin', 'end', 'class', 'next', 'in', 'then', 'when', 'unless', 'for', 'while', 'if', 'not']
const variable = (name: string) => (reserved.includes(snake(name)) ? `binding.local_variable_get(:${snake(name)})` : snake(name))

function readerOf(type: Type): string {
  if (type.kind === 'record') return `${type.name}.method(:of)`
  if (type.kind === 'list' || type.kind === 'map') return `Wire.${type.kind}(${readerOf(type.of)})`
  return `Wire::${type.kind === 'long' ? 'INTEGER' : type.kind.toUpperCase()}`
}

const comment = (text: string, indent: string) => wrapped(text, `${indent}# `)

const extras: Readonly<Record<string, string>> = {
  Judgement: `    # Findings about bad client behaviour.
    def bad = faults('bad')

    # Advice for clients.
    def advice = faults('advice')

    def faults(verdict)
      verdicts.flat_map do |each|
        each.callers.select { |one| one.verdict == verdict }.map do |one|
          Fault.new(verdict: each.id, sentence: each.sentence, guidance: each.guidance, caller: one.caller, calls: one.calls)
        end
      end
    end
    private :faults
`,
}

const recordText = ({ name, doc, members }: RecordModel): string =>
  [
    ...comment(doc, '  '),
    `  ${name} = Struct.new(`,
    ...members.flatMap((each) => [...comment(each.doc, '    '), `    :${snake(each.name)},`]),
    '    keyword_init: true',
    '  ) do',
    ...(extras[name] ? [extras[name]] : []),
    '    # @api private',
    '    def self.of(it)',
    '      new(',
    ...members.map(
      (each, nth) =>
        `        ${snake(each.name)}: Wire.${each.isOptional ? 'maybe' : 'member'}(it, '${each.name}', ${readerOf(each.type)})${nth < members.length - 1 ? ',' : ''}`,
    ),
    '      )',
    '    end',
    '  end',
  ].join('\n')

function parametersOf({ required, optional, position }: Call): string {
  const given = optional.filter(({ name }) => name === position).map(({ name }) => `${snake(name)} = nil`)
  const byName = optional.filter(({ name }) => name !== position).map(({ name }) => `${snake(name)}: nil`)
  const all = [...required.map(({ name }) => snake(name)), ...given, ...byName]
  return all.length > 0 ? `(${all.join(', ')})` : ''
}

function pathOf({ path, pathWithout, optional }: Call): string {
  const isFixed = !path.includes('{')
  const filled = isFixed
    ? `'${path}'`
    : `"${path.replace(/\{(\w+)\}/g, (_, name: string) => `#{Wire.part('${name}', ${variable(name)})}`)}"`
  return pathWithout === undefined ? filled : `${variable(optional[0]?.name ?? '')}.nil? ? '${pathWithout}' : ${filled}`
}

function bodyOf(call: Call): string {
  const { method, returns, required, optional, inPath, sentIn } = call
  const sent = [...required, ...optional].filter(({ name }) => !inPath.includes(name))
  const values = `{ ${sent.map(({ name }: Member) => `'${name}' => ${variable(name)}`).join(', ')} }`
  const path = pathOf(call)
  if (returns?.list === 'journal')
    return `Journal.of(call('${method}', ${path}, query: ${values.replace(/ \}$/, ", 'limit' => 10_000 }")}))`
  if (returns?.list) return `pages(${path}, '${returns.list}'${sent.length > 0 ? `, ${values}` : ''}) { |it| ${returns.record}.of(it) }`
  const made = `call('${method}', ${path}${sent.length > 0 ? `, ${sentIn}: ${values}` : ''})`
  if (returns?.member) return `Wire.member(${made}, '${returns.member}', Wire::TEXT)`
  return returns?.record ? `${returns.record}.of(${made})` : `${made}\n      nil`
}

const bodyLines = (call: Call) =>
  statements(bodyOf(call), '  ', { pattern: /\{ ('\w+' => [^{}]+) \}/, between: ', ', around: ['values = {', '}'] }).map(
    (line) => `      ${line}`,
  )

const methodText = (call: Call): string =>
  [
    ...comment(sentence(call.doc), '    '),
    ...(call.required.length + call.optional.length > 0 ? ['    #'] : []),
    ...[...call.required, ...call.optional].flatMap(({ name, doc }) => wrapped(doc, `    # ${snake(name)}: `, '    #   ')),
    `    def ${snake(call.name)}${parametersOf(call)}`,
    ...bodyLines(call),
    '    end',
  ].join('\n')

export const ruby: Language = {
  file: 'standin.rb',
  records: (all) => all.map(recordText).join('\n\n'),
  methods: (all) => all.map(methodText).join('\n\n'),
  optionParameters: (all: readonly StartOption[]) => all.map(({ name }) => `    ${snake(name)}: nil,`).join('\n'),
  optionDocs: (all) => all.flatMap(({ name, doc }) => wrapped(sentence(doc), `  # ${snake(name)}: `, '  #   ')).join('\n'),
  optionValues: (all) => all.map(({ name, flag }, nth) => `      '${flag}' => ${snake(name)}${nth < all.length - 1 ? ',' : ''}`).join('\n'),
}
