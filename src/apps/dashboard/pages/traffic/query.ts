/** The list's query, such as `status:5xx op:createOrder caller:ttd outage`: parsing, matching and completions. */
import type { JournalLine } from '../../data/journal.ts'
import { partyOf, wordsOf } from '../../data/names.ts'

export const keys = {
  status: 'Status, such as 404 or 5xx',
  op: 'Operation, job or area',
  caller: 'Name, code, number or client id',
  scenario: 'A scenario that affected it',
  code: "The refusal's code",
  compared: 'Comparison with the real service: same, differs or apart',
  kind: 'Calls, jobs, or lost: calls whose reply was lost',
  env: 'Environment: test or production',
} as const

export type Key = keyof typeof keys

export interface Term {
  /** Undefined for a term that matches any text. */
  readonly key: Key | undefined
  readonly value: string
}

const isKey = (name: string): name is Key => Object.hasOwn(keys, name)

/** Matches a word, or words in quotes, optionally after a key. An unclosed quote extends to the end. */
const words = /(?:(\w+):)?"((?:[^"\\]|\\.)*)("|$)|(\S+)/g

export const readQuery = (text: string): Term[] =>
  [...text.matchAll(words)].flatMap(([, name = '', quoted, , bare = '']): Term[] => {
    if (quoted === '') return []
    if (quoted !== undefined) {
      const value = quoted.replace(/\\(.)/g, '$1')
      return isKey(name) ? [{ key: name, value }] : [{ key: undefined, value: name === '' ? value : `${name}:${value}` }]
    }
    const at = bare.indexOf(':')
    const before = bare.slice(0, Math.max(0, at))
    if (isKey(before)) return at + 1 < bare.length ? [{ key: before, value: bare.slice(at + 1) }] : []
    const value = bare.replace(/^"/, '')
    return value === '' ? [] : [{ key: undefined, value }]
  })

/** Returns a string's last word, or the text in an unclosed quote. */
export function wordIn(text: string): string {
  const last = [...text.matchAll(words)].at(-1)
  return last && last.index + last[0].length === text.length ? last[0] : ''
}

export const isInQuotes = (text: string): boolean =>
  [...text.matchAll(words)].some(([, , quoted, end]) => quoted !== undefined && end === '')

export const writeTerm = ({ key, value }: Term): string => {
  const isPlain = /^[^\s"\\]+$/.test(value) && (key !== undefined || !isKey(value.split(':', 1)[0] ?? ''))
  const text = isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
  return key === undefined ? text : `${key}:${text}`
}

export const writeQuery = (terms: readonly Term[]): string => terms.map(writeTerm).join(' ')

/** Parameters of older URLs, which still work. */
const former: Readonly<Record<string, Key | undefined>> = {
  operation: 'op',
  status: 'status',
  code: 'code',
  caller: 'caller',
  scenario: 'scenario',
  kind: 'kind',
  environment: 'env',
  text: undefined,
}
export const formerNames = Object.keys(former)

export const termsIn = (query: URLSearchParams): Term[] => [
  ...readQuery(query.get('query') ?? ''),
  ...formerNames.flatMap((name) => {
    const value = query.get(name)?.trim() ?? ''
    return value === '' ? [] : [{ key: former[name], value }]
  }),
]

type Fits = (line: JournalLine, wanted: string) => boolean

/** True if a line matches a key. `wanted` is lowercase. */
const tests: Readonly<Record<Key, Fits>> = {
  op: ({ operation }, wanted) => operation !== null && `.${operation}.`.toLowerCase().includes(`.${wanted}.`),
  status: ({ status }, wanted) =>
    status !== null && (/^[1-5]xx$/.test(wanted) ? String(status)[0] === wanted[0] : String(status).startsWith(wanted)),
  code: ({ code }, wanted) => contains(code, wanted),
  caller: ({ caller }, wanted) => caller !== null && [...wordsOf(caller), caller.clientId].some((each) => contains(each, wanted)),
  scenario: ({ scenario }, wanted) => contains(scenario, wanted),
  compared: ({ comparison }, wanted) => [comparison?.result, comparison?.reason].some((each) => each?.startsWith(wanted)),
  env: ({ environment }, wanted) => environment.startsWith(wanted),
  kind: ({ method, cut }, wanted) => (wanted === 'lost' ? cut : (method === null) === wanted.startsWith('job')),
}

const fitsText: Fits = (line, wanted) =>
  [line.id, line.path, line.operation, line.code, line.why, line.method, line.scenario, ...(line.caller ? wordsOf(line.caller) : [])].some(
    (each) => contains(each, wanted),
  )

const contains = (text: string | null | undefined, wanted: string) => text?.toLowerCase().includes(wanted) ?? false

/** True if the result depends on caller names, which might be loaded after the lines. */
export const asksForNames = (terms: readonly Term[]): boolean => terms.some(({ key }) => key === undefined || key === 'caller')

/** Matches a line that contains every text and, for each key, one of that key's values. */
export function fitsOf(terms: readonly Term[]): (line: JournalLine) => boolean {
  const groups = [...Map.groupBy(terms, ({ key, value }) => key ?? `"${value}`).values()].map((group) =>
    group.map(({ key, value }) => ({ test: key === undefined ? fitsText : tests[key], wanted: value.trim().toLowerCase() })),
  )
  return (line) => groups.every((group) => group.some(({ test, wanted }) => test(line, wanted)))
}

export interface Completion {
  readonly label: string
  /** The key's description, or the number of lines with the value. */
  readonly hint: string
  /** The term to add to the query. Absent for a key without a value. */
  readonly term?: Term
}

const most = 10

const values: Readonly<Record<Key, (line: JournalLine) => readonly (string | null)[]>> = {
  status: ({ status }) => (status === null ? [] : [`${String(status)[0]}xx`, String(status)]),
  op: ({ operation }) => (operation === null ? [] : [operation.slice(operation.lastIndexOf('.') + 1)]),
  caller: ({ caller }) => [caller?.org ?? caller?.orgNo ?? caller?.clientId ?? null],
  scenario: ({ scenario }) => [scenario],
  code: ({ code }) => [code],
  compared: ({ comparison }) => [comparison?.result ?? null, comparison?.reason ?? null],
  kind: ({ method, cut }) => [method === null ? 'jobs' : 'calls', cut ? 'lost' : null],
  env: ({ environment }) => [environment],
}

export function completionsOf(word: string, lines: readonly JournalLine[]): readonly Completion[] {
  const [, name = '', typed = ''] = /^(\w+):"?(.*)$/.exec(word) ?? []
  if (Object.hasOwn(keys, name)) return valuesOf(name as Key, typed, lines).slice(0, most)
  const named = allKeys.filter((key) => key.startsWith(word)).map((key) => ({ label: `${key}:`, hint: keys[key] }))
  return word === '' ? named : [...named, ...allKeys.flatMap((key) => valuesOf(key, word, lines))].slice(0, most)
}

const allKeys = Object.keys(keys) as Key[]

/** Returns completions sorted by frequency. */
function valuesOf(key: Key, typed: string, lines: readonly JournalLine[]): Completion[] {
  const counts = new Map<string, number>()
  for (const line of lines) for (const value of values[key](line)) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .filter(([value]) => [value, ...namesOf(key, value)].some((text) => text.toLowerCase().includes(typed.toLowerCase())))
    .sort(([, one], [, other]) => other - one)
    .map(([value, count]) => ({
      label: `${key}:${value}`,
      hint: [...namesOf(key, value), count.toLocaleString('en')].join(' · '),
      term: { key, value },
    }))
}

/** Returns a caller's name, which people recognize more easily than its code or number. */
const namesOf = (key: Key, value: string): readonly string[] =>
  key === 'caller'
    ? wordsOf(partyOf(value))
        .slice(0, 1)
        .filter((name) => name !== value)
    : []
