/** Writes a recipe run as a curl script that repeats the run, with a new run id and the ids from the new replies. */
import { gap, type Piece, shComment, shWord } from '../../service/wire/text.ts'
import { isoDuration } from '../../service/wire/timestamp.ts'
import type { Cooked } from './cook.ts'
import type { Recipe } from './recipe.ts'
import type { CallStep, Step } from './step.ts'

interface Written extends Pick<Cooked, 'run' | 'steps' | 'times'> {
  readonly recipe: Recipe
  /** The base URL of the world and environment, as clients see it. */
  readonly base: string
}

/** An id from a reply that a later call needs. */
interface Carried {
  readonly name: string
  readonly value: string
  /** The step whose reply contains the id, the member's name, and the member's index among members with that name, starting at 1. */
  readonly from: CallStep
  readonly member: string
  readonly nth: number
}

export function scriptOf({ recipe: { name, title }, base, run, steps, times }: Written): string {
  const calls = steps.filter((step) => step.kind !== 'time')
  const shown = steps.filter((step) => step.kind !== 'time' || step.milliseconds > 0)
  const carried = carriedIn(calls)
  const tokens = tokensOf(calls)
  const later = [...times]
  const gaps: (readonly [text: string, variable: string])[] = [
    [run, 'run'],
    ...carried.map((each) => [each.value, each.name] as const),
    ...later.map(([text], at) => [text, `later_${at + 1}`] as const),
  ]
  const words = (text: string) => shWord(pieces(text, gaps))
  const lines = [
    '#!/bin/sh',
    shComment(`${title}: the calls of "standin trigger ${name}".`),
    `standin=${shWord([base])}`,
    'run=r$(date +%s)$$',
    `token() { curl -sS "$standin/_standin/tokens" -H 'content-type: application/json' -d "$1" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'; }`,
    ...[...tokens].map(([identity, variable]) => `${variable}=$(token ${words(identity)})`),
    ...(later.length === 0 ? [] : laterLines(later.map(([, milliseconds]) => milliseconds))),
    ...shown.flatMap((step) => ['', ...stepLines(step, { words, tokens, carried })]),
  ]
  return `${lines.join('\n')}\n`
}

interface Wording {
  words(text: string): string
  readonly tokens: ReadonlyMap<string, string>
  readonly carried: readonly Carried[]
}

function stepLines(step: Step, { words, tokens, carried }: Wording): string[] {
  if (step.kind === 'time') return [step.isMoved ? advance(step.milliseconds) : `sleep ${Math.ceil(step.milliseconds / 1_000)}`]
  const { operation, method, path, headers, body, as, isLeft, status, why } = step
  const given = Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'content-length')
  const reasons = why === null ? '' : `: ${why}`
  const command = [
    `reply=$(curl -sS -g -w '\\n%{http_code}' -X ${method}${isLeft ? ' --max-time 1' : ''} "$standin"${words(path)}`,
    ...(as === null ? [] : [`-H "authorization: Bearer $${tokens.get(identityText(as))}"`]),
    ...given.map(([name, value]) => `-H ${words(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-binary ${words(body)}`]),
  ]
  return [
    shComment(`${operation}, status ${isLeft ? 'none' : (status ?? 'none')}${reasons}`),
    `${command.join(' \\\n  ')})`,
    `printf '%s\\n' "$reply"`,
    ...carried.filter(({ from }) => from === step).map(({ name, member, nth }) => `${name}=$(printf %s "$reply" | ${read(member, nth)})`),
  ]
}

/** Reads the nth member with a given name, as a string or number. */
const read = (member: string, nth: number) =>
  `grep -oE '"${member}": *("[^"]*"|[0-9]+)' | sed -n '${nth}s/.*: *"\\{0,1\\}\\([^"]*\\)"\\{0,1\\}$/\\1/p'`

const advance = (milliseconds: number) =>
  `curl -sS -X POST "$standin/_standin/clock/advance" -H 'content-type: application/json' -d '{"by":"${isoDuration(Math.ceil(milliseconds / 1_000) * 1_000)}"}' >/dev/null`

/** Computes world times with the `date` command, in the syntax of GNU or of BSD and macOS. */
const laterLines = (all: readonly number[]) => [
  `now=$(curl -sS "$standin/_standin/clock" | sed 's/.*"now":"\\([^".Z]*\\).*/\\1/')`,
  ...all.map((milliseconds, at) => {
    const seconds = Math.ceil(milliseconds / 1_000) + 1
    return `later_${at + 1}=$(date -u -d "\${now}Z ${seconds} seconds" +%FT%TZ 2>/dev/null || date -ju -v+${seconds}S -f %FT%T "$now" +%FT%TZ)`
  }),
]

const identityText = (as: NonNullable<CallStep['as']>) => JSON.stringify(as)

/** Maps each identity to the variable that holds its token. */
function tokensOf(calls: readonly CallStep[]): Map<string, string> {
  const identities = new Set(calls.flatMap(({ as }) => (as === null ? [] : [identityText(as)])))
  return new Map(Array.from(identities, (identity, at) => [identity, `token_${at + 1}`]))
}

const ids = /"(\w+)":\s*(?:"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"|(\d+)(?=\s*[,}]))/g

function carriedIn(calls: readonly CallStep[]): Carried[] {
  const carried = new Map<string, Carried>()
  for (const [at, from] of calls.entries()) {
    const counts = new Map<string, number>()
    for (const [, member = '', guid, number] of from.reply.matchAll(ids)) {
      const nth = (counts.get(member) ?? 0) + 1
      counts.set(member, nth)
      const value = guid ?? `/${number}`
      const isNeeded = calls.slice(at + 1).some((later) => holds(later, value))
      if (isNeeded && !carried.has(value)) carried.set(value, { name: `id_${carried.size + 1}`, value, from, member, nth })
    }
  }
  return [...carried.values()]
}

/** True if a call contains an id. A number counts as an id only at the end of a path or as a query value. */
const holds = ({ path, body }: CallStep, value: string) =>
  value.startsWith('/')
    ? path.endsWith(value) || path.endsWith(`=${value.slice(1)}`)
    : path.includes(value) || (body?.includes(value) ?? false)

/** Splits a string, replacing values that differ between runs with variables. */
function pieces(text: string, gaps: readonly (readonly [text: string, variable: string])[]): Piece[] {
  let whole: Piece[] = [text]
  for (const [value, variable] of gaps) {
    whole = whole.flatMap((piece) => (typeof piece === 'string' ? split(piece, value, `$\{${variable}}`) : [piece]))
  }
  return whole
}

function split(text: string, value: string, expression: string): Piece[] {
  if (!value.startsWith('/')) return text.split(value).flatMap((part, at) => (at === 0 ? [part] : [gap(expression), part]))
  const number = value.slice(1)
  const end = [value, `=${number}`].find((each) => text.endsWith(each))
  return end === undefined ? [text] : [text.slice(0, -number.length), gap(expression)]
}
