/** Writes records and methods in C#. */
import type { Call } from './calls.ts'
import type { Language } from './language.ts'
import type { Member, RecordModel, Type } from './model.ts'
import { pascal, sentence, statements, wrapped } from './words.ts'

const reserved = ['in', 'params', 'namespace', 'object', 'string', 'event', 'operator', 'ref', 'out', 'is', 'as', 'default']
const named = (name: string) => (reserved.includes(name) ? `@${name}` : name)

const types = {
  text: 'string',
  time: 'DateTimeOffset',
  integer: 'int',
  long: 'long',
  number: 'double',
  boolean: 'bool',
  any: 'JsonElement',
} as const

/** `any`: the type to use for values of unknown shape. */
function typeOf(type: Type, any = 'JsonElement'): string {
  if (type.kind === 'record') return type.name
  if (type.kind === 'list') return `IReadOnlyList<${typeOf(type.of, any)}>`
  if (type.kind === 'map') return `IReadOnlyDictionary<string, ${typeOf(type.of, any)}>`
  return type.kind === 'any' ? any : types[type.kind]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function docText(text: string, parameters: readonly Member[], indent: string): string[] {
  const before = `${indent}/// `
  const summary = wrapped(`<summary>${escaped(text)}</summary>`, before)
  return [...summary, ...parameters.flatMap(({ name, doc }) => wrapped(`<param name="${name}">${escaped(doc)}</param>`, before))]
}

/** Additional members for records. */
const extras: Readonly<Record<string, readonly string[]>> = {
  Judgement: [
    '        /// <summary>Findings about bad client behaviour.</summary>',
    '        [JsonIgnore]',
    '        public IReadOnlyList<Fault> Bad => Faults("bad");',
    '',
    '        /// <summary>Advice for clients.</summary>',
    '        [JsonIgnore]',
    '        public IReadOnlyList<Fault> Advice => Faults("advice");',
    '',
    '        private List<Fault> Faults(string verdict) => Verdicts',
    '            .SelectMany(each => each.Callers.Where(one => one.Verdict == verdict)',
    '                .Select(one => new Fault(each.Id, each.Sentence, each.Guidance, one.Caller, one.Calls)))',
    '            .ToList();',
  ],
}

function propertyText({ name, type, isOptional, doc }: Member, owner: string): string[] {
  // The compiler rejects a member that has the same name as its type.
  if (pascal(name) === owner) throw new Error(`tools/clients/calls.ts: in C#, the ${owner} record cannot have a ${name} member.`)
  return [
    ...docText(doc, [], '        '),
    `        [JsonPropertyName("${name}")]`,
    `        public ${isOptional ? '' : 'required '}${typeOf(type)}${isOptional ? '?' : ''} ${pascal(name)} { get; init; }`,
    '',
  ]
}

const recordText = ({ name, doc, members }: RecordModel): string =>
  [
    ...docText(doc, [], '    '),
    `    public sealed record ${name}`,
    '    {',
    ...[...members.flatMap((each) => propertyText(each, name)), ...(extras[name] ?? [])].join('\n').trimEnd().split('\n'),
    '    }',
  ].join('\n')

function pathOf({ path, pathWithout, optional }: Call): string {
  const filled = `"${path.replace(/\{(\w+)\}/g, (_, name: string) => `" + Wire.Part("${name}", ${named(name)}) + "`)}"`.replace(
    / \+ ""$/,
    '',
  )
  return pathWithout === undefined ? filled : `${named(optional[0]?.name ?? '')} is null ? "${pathWithout}" : ${filled}`
}

function resultOf({ returns }: Call): string | undefined {
  if (!returns) return undefined
  if (returns.list === 'journal') return 'Journal'
  return returns.record ? (returns.list ? `IReadOnlyList<${returns.record}>` : returns.record) : 'string'
}

function bodyOf(call: Call): string[] {
  const { method, returns, required, optional, inPath, sentIn } = call
  const sent = [...required, ...optional].filter(({ name }) => !inPath.includes(name))
  const pairs = sent.map(({ name }) => `("${name}", ${named(name)})`)
  const path = pathOf(call)
  const later = 'cancellationToken).ConfigureAwait(false)'
  if (returns?.list === 'journal')
    return [
      `var reply = await QueryAsync("${method}", ${path}, Wire.Values(${[...pairs, '("limit", 10000)'].join(', ')}), ${later};`,
      'return new Journal(Wire.Member<List<JournalLine>>(reply, "journal"), Wire.Member<int>(reply, "total"));',
    ]
  if (returns?.list)
    return [`return await PagesAsync<${returns.record}>(${path}, "${returns.list}", Wire.Values(${pairs.join(', ')}), ${later};`]
  const values = sent.length > 0 ? `Wire.Values(${pairs.join(', ')})` : 'null'
  const made = `await ${sent.length > 0 ? pascal(sentIn) : 'Body'}Async("${method}", ${path}, ${values}, ${later}`
  if (returns?.member) return [`return Wire.Member<string>(${made}, "${returns.member}");`]
  return [returns?.record ? `return Wire.Read<${returns.record}>(${made});` : `${made};`]
}

const values = {
  pattern: /Wire\.Values\((\("\w+", @?\w+\)(?:, \("\w+", @?\w+\))*)\)/,
  between: /, (?=\()/,
  around: ['var values = Wire.Values(', ');'],
} as const

function methodText(call: Call): string {
  const parameter = ({ name, type }: Member) => `${typeOf(type, 'object')} ${named(name)}`
  const optional = [...call.optional].sort((one, other) => Number(other.name === call.position) - Number(one.name === call.position))
  const given = optional.map(({ name, type }) => `${typeOf(type, 'object')}? ${named(name)} = null`)
  const list = [...call.required.map(parameter), ...given, 'CancellationToken cancellationToken = default']
  const result = resultOf(call)
  const head = `        public async Task${result ? `<${result}>` : ''} ${pascal(call.name)}Async(`
  const short = `${head}${list.join(', ')})`
  return [
    ...docText(sentence(call.doc), [...call.required, ...optional], '        '),
    ...(short.length <= 140 ? [short] : [head, `${list.map((each) => `            ${each}`).join(',\n')})`]),
    '        {',
    ...bodyOf(call)
      .flatMap((line) => statements(line, '    ', values))
      .map((line) => `            ${line}`),
    '        }',
  ].join('\n')
}

export const csharp: Language = {
  file: 'Standin.cs',
  records: (all) => all.map(recordText).join('\n\n'),
  methods: (all) => all.map(methodText).join('\n\n'),
  optionParameters: (all) =>
    all
      .map(({ name, doc }) =>
        [...docText(sentence(doc), [], '        '), `        public string? ${pascal(name)} { get; init; }`].join('\n'),
      )
      .join('\n\n'),
  optionDocs: () => '',
  optionValues: (all) => all.map(({ name, flag }) => `            ("${flag}", ${pascal(name)}),`).join('\n'),
}
