/** What a script says of each step, in the words of both of its languages. */
import { worldName } from '../../../engine/address.ts'
import { gap, type Piece } from '../../../quoting.ts'
import { jsonOrText } from '../../compare.ts'
import { isVariable } from '../compare-reply.ts'
import type { LineOf } from '../lines.ts'
import type { Carried, Part, Plan, PlannedStep, Text } from './plan.ts'
import type { TakenSteps } from './take-steps.ts'

/** The script, and what it is made from. */
export interface Script extends Pick<TakenSteps, 'taken' | 'plan'> {
  /** Of the file: lower-case letters, digits and hyphens. */
  readonly name: string
  /** Its own worlds, by those of the capsule. */
  readonly worlds: ReadonlyMap<string, string>
  /** The file of the capsule. */
  readonly capsule: string
  /** How its server is started. */
  readonly command: string
  /** The documents of the worlds at the start. Null: it lies in a file beside the script. */
  readonly starts: ReadonlyMap<string, object | null>
  /** Whether tokens were trusted, by number. */
  readonly trust: ReadonlyMap<number, string>
  /** Tokens of other issuers that the server trusts, by number: only the issuer can sign them. */
  readonly given: ReadonlyMap<number, string>
  /** Addresses of the recording, longest first. */
  readonly bases: readonly string[]
  /** Whether times are those of the recording. */
  readonly hasSameTimes: boolean
  /** Puts values in the place of marks. */
  restore(text: string): string
  /** The bodies that are not text, by step: the names of files beside the script. */
  readonly files: ReadonlyMap<PlannedStep, string>
}

/** The worlds in which a run makes the calls of those of a capsule: each has one of its own. `run`: begins their names. */
export function worldsOf(run: string, worlds: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const world of [...worlds].toSorted((one, other) => one.length - other.length)) {
    const whole = world === 'default' ? run : `${run}-${world}`
    let name = whole
    for (let nth = 2; !worldName.test(name) || [...names.values()].includes(name); nth++) name = `${whole.slice(0, 50)}-${nth}`
    names.set(world, name)
  }
  return names
}

export const worldIn = ({ name, worlds }: Pick<Script, 'name' | 'worlds'>, world: string): string => worlds.get(world) ?? name
export const startFile = (script: Pick<Script, 'name' | 'worlds'>, world: string) => `${worldIn(script, world)}.start.json`

/** `variable`: the expression of a value of an earlier reply, or of a token. */
export const pieces = (text: Text, variable: (part: Exclude<Part, string>) => string): Piece[] =>
  text.map((part) => (typeof part === 'string' ? part : gap(variable(part))))

/** Characters of the longest body that stands in an argument of a program, which holds 128 KiB. */
export const mostBody = 30_000

/** Characters of a text without the values of replies in it. */
export const sizeOf = (text: Text): number => text.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)

/** So many milliseconds as an ISO 8601 duration. */
export const secondsOf = (milliseconds: number): string => `PT${Number((milliseconds / 1000).toFixed(3))}S`

/** What stands above a step. */
export function titleOf({ step: { number, operation, world } }: TakenSteps['taken'][number]): string {
  if (number === null) return operation
  return `Call ${world === 'default' ? '' : `${world}/`}${number}: ${operation}`
}

/** Whether the calls, repeated one after the other, do not lead to the reply of the recording. */
export const isOtherReply = ({ differences }: TakenSteps['taken'][number]): boolean =>
  differences.some(({ where }) => where === 'status' || where === 'connection')

/** A member of a reply that differs from run to run, or is the value of a variable. */
type Leaf = 'any' | 'same' | Carried

/** What a text of a reply must be. `before`: values of earlier replies. */
export function leafOf(text: string, before: readonly Carried[], { bases, hasSameTimes }: Pick<Script, 'bases' | 'hasSameTimes'>): Leaf {
  const known = before.find(({ value }) => value === text)
  if (known) return known
  return isVariable(text, hasSameTimes) || bases.some((base) => text.includes(base)) ? 'any' : 'same'
}

/** The body of a reply as a value; undefined: it is not compared. */
export const bodyOf = ({ expected }: PlannedStep, restore: (text: string) => string): unknown =>
  expected.text === undefined ? undefined : jsonOrText(restore(expected.text))

/** The tokens in what a step sends. */
export function tokensIn({ path, headers, text = [] }: PlannedStep['sends'], { tokens }: Plan): LineOf<'token'>[] {
  const parts = [path, ...Object.values(headers), text].flat()
  return parts.flatMap((part) => (typeof part === 'object' && 'token' in part ? (tokens.get(part.token) ?? []) : []))
}

/** `spoilt`: it had another signature. `unsigned`: an issuer made it that is not trusted. */
export function tokenKind(
  { trust, given }: Pick<Script, 'trust' | 'given'>,
  { token }: LineOf<'token'>,
): 'own' | 'spoilt' | 'given' | 'unsigned' {
  if (given.has(token)) return 'given'
  const tokenTrust = trust.get(token) ?? 'own'
  return tokenTrust === 'own' ? 'own' : tokenTrust === 'bad-signature' ? 'spoilt' : 'unsigned'
}

/** A text with another address in place of one of the recording. */
export function atBase(text: string, bases: readonly string[], address: readonly Piece[]): Piece[] {
  const base = bases.find((each) => text.includes(each))
  if (base === undefined) return [text]
  const at = text.indexOf(base)
  return [text.slice(0, at), ...address, text.slice(at + base.length)].filter((piece) => piece !== '')
}
