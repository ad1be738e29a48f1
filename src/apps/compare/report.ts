/** Writes a comparison's report: as data, as lines for people, and as JUnit XML for CI servers. */
import { type Case, writeJunit } from '../../control/junit.ts'
import { operationFacts } from '../../service/areas/facts.ts'
import { isObject, parseJson } from '../../service/wire/json.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import { type Compared, type Kind, type Noise, type Reason, reasons } from './exchange.ts'
import { type Group, groupsOf, isDiffering, keyOf } from './grouping/groups.ts'
import { knownCodes, knownStatuses } from './grouping/rules.ts'

export interface Report {
  readonly version: 1
  /** The version of Standin. */
  readonly standin: string
  readonly dialect: 'live'
  /** The environment's name, or the file names. */
  readonly environment: string
  /** False if the comparison was stopped. */
  readonly complete: boolean
  /** Notes about the environment for the reader. */
  readonly notes?: readonly string[]
  readonly began: string
  readonly ended: string
  /** Number of calls, including those that differ and those that could not be compared. */
  readonly calls: number
  readonly same: number
  readonly groups: readonly Group[]
  readonly apart: Readonly<Partial<Record<Reason, number>>>
  readonly coverage: {
    /** Operation → HTTP status from the real service → number of calls. */
    readonly met: Readonly<Record<string, Readonly<Record<string, number>>>>
    readonly never: readonly string[]
    /** Refusal codes and record statuses in the real service's replies. */
    readonly codes: Words
    readonly statuses: Words
  }
  /** Members that differ between two equal calls to the real service. They are not compared. */
  readonly noise: readonly Noise[]
}

/** `met`: name → number of calls. */
interface Words {
  readonly met: Readonly<Record<string, number>>
  readonly never: readonly string[]
}

export interface Facts {
  readonly standin: string
  readonly environment: string
  readonly showValues: boolean
  readonly notes?: readonly string[]
}

export function reportOf(
  { outcomes, added, noise, words, complete }: Compared,
  { standin, environment, showValues, notes }: Facts,
): Report {
  const apart: Partial<Record<Reason, number>> = {}
  const met = new Map<string, Record<string, number>>()
  for (const { result, operation, exchange } of outcomes) {
    if (typeof result === 'string') apart[result] = (apart[result] ?? 0) + 1
    const statuses = getOrCreate(met, operation, (): Record<string, number> => ({}))
    const status = String(exchange.reply?.status ?? 'none')
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const times = outcomes.flatMap(({ exchange }) => [exchange.at, exchange.ended])
  const time = (way: 'min' | 'max') => new Date(times.reduce((one, other) => Math[way](one, other), times[0] ?? 0)).toISOString()
  return {
    version: 1,
    standin,
    dialect: 'live',
    environment,
    complete,
    ...(notes && notes.length > 0 && { notes }),
    began: time('min'),
    ended: time('max'),
    calls: outcomes.length,
    same: outcomes.length - notCompared(apart) - outcomes.filter(isDiffering).length,
    groups: groupsOf({ outcomes, added }, showValues),
    apart,
    coverage: {
      met: Object.fromEntries(met),
      never: operationFacts.map(({ id }) => id).filter((id) => !met.has(id)),
      codes: wordsOf(words, knownCodes),
      statuses: wordsOf(words, knownStatuses),
    },
    noise,
  }
}

function wordsOf(words: Compared['words'], known: readonly string[]): Words {
  const met = known.flatMap((word) => (words.has(word) ? [[word, words.get(word) ?? 0] as const] : []))
  return { met: Object.fromEntries(met), never: known.filter((word) => !words.has(word)) }
}

/** Returns the groups that make the exit code 1. `before`: groups in the baseline. */
export function failing({ groups }: Report, failOn: readonly Kind[] | undefined, before: ReadonlySet<string>): Group[] {
  return groups.filter((group) => !before.has(keyOf(group)) && (failOn ? failOn.includes(group.kind) : !isHarmless(group)))
}

/** True for a header that a gateway added, which never makes the exit code 1. */
const isHarmless = ({ kind, likely }: Group) => kind === 'header' && likely === 'newer'

/** Returns the groups in an earlier report. Throws {@link Misuse} for anything else. */
export function groupsBefore(text: string, file: string): ReadonlySet<string> {
  const document = parseJson(text)
  if (!isObject(document) || document.version !== 1 || !Array.isArray(document.groups))
    throw new Misuse(`${file} is not a report from "standin compare --report".`)
  return new Set(
    document.groups
      .filter(isObject)
      .map(({ operation, kind, where }) => keyOf({ operation: String(operation), kind: kind as Kind, where: String(where) })),
  )
}

const shown = (value: unknown) => (value === null || value === '' ? 'nothing' : JSON.stringify(value))
const counted = (count: number) => `${count} call${count === 1 ? '' : 's'}`

export function linesOf(report: Report, failed: readonly Group[]): string[] {
  const { calls, same, groups, apart, environment, complete, coverage, noise } = report
  const told = (what: string, { met, never }: Words) => `${what}: ${Object.keys(met).length} seen, ${never.length} never.`
  const left = notCompared(apart)
  const differ = calls - same - left
  return [
    `${environment}: ${counted(calls)}. ${same} the same, ${differ} different, ${left} not compared.${complete ? '' : ' The comparison was stopped early.'}`,
    ...groups.flatMap((group) => [
      `${failed.includes(group) ? '✗' : '·'} ${group.operation}: ${group.kind} of ${group.where}, in ${group.calls} of ${counted(group.of)}`,
      `    real service: ${shown(group.there)}, Standin: ${shown(group.here)}`,
      `    ${group.example.from}: ${group.example.method} ${group.example.url}`,
      `    likely wrong: ${group.likely}${group.rule === null ? '' : `. Standin follows ${group.rule}`}`,
    ]),
    ...Object.entries(apart).map(([reason, count]) => `${count} not compared: ${reason} (${reasons[reason as Reason]})`),
    ...noise.map(
      (each) =>
        `Noise, not compared: ${each.where} of ${each.operation} differs between identical calls to the real service (${counted(each.calls)})`,
    ),
    `Operations: ${Object.keys(coverage.met).length} called, ${coverage.never.length} never. ${told('Refusal codes', coverage.codes)} ${told('Statuses', coverage.statuses)}`,
  ]
}

/** Writes one test case per operation called. */
export function junitOf(report: Report, failed: readonly Group[]): string {
  const isNoneCompared = notCompared(report.apart) === report.calls
  const cases = Object.keys(report.coverage.met).map((operation): Case => {
    const own = failed.filter((group) => group.operation === operation)
    const told = own.map(({ kind, where, calls, of, there, here, example }) => {
      const values = `real service: ${shown(there)}, Standin: ${shown(here)}`
      return `${kind} of ${where} in ${calls} of ${counted(of)}: ${values}. ${example.from}: ${example.method} ${example.url}`
    })
    if (isNoneCompared) return { name: operation, outcome: 'skipped', message: 'No calls could be compared.' }
    return own.length === 0
      ? { name: operation, outcome: 'good' }
      : { name: operation, outcome: 'failure', type: own[0]?.kind ?? '', message: told[0], text: told.join('\n') }
  })
  return writeJunit([{ name: report.environment, cases }], 'standin compare')
}

/** Returns the number of calls that were not compared. */
const notCompared = (apart: Report['apart']) => Object.values(apart).reduce((sum, count) => sum + count, 0)
