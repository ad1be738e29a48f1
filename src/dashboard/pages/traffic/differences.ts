/** In what two lines of the journal differ. */
import type { FullLine } from './full-line.ts'

export interface Difference {
  readonly what: string
  /** Undefined: it has none. */
  readonly one: string | undefined
  readonly other: string | undefined
}

export function differencesOf(one: FullLine, other: FullLine): Difference[] {
  const [ofOne, ofOther] = [factsOf(one), factsOf(other)]
  return [...new Set([...ofOne.keys(), ...ofOther.keys()])].flatMap((what) => {
    const pair = { what, one: ofOne.get(what), other: ofOther.get(what) }
    return pair.one === pair.other ? [] : [pair]
  })
}

function factsOf({
  method,
  path,
  status,
  code,
  why,
  stage,
  committed,
  scenario,
  caller,
  token,
  request,
  reply,
}: FullLine): Map<string, string> {
  const facts = new Map<string, string>()
  const add = (what: string, value: unknown): void => {
    if (value !== null && value !== undefined && value !== '')
      facts.set(what, typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`)
  }
  const short = { status, code, why, 'ended in': stage, committed, scenario, method, path, query: request.query }
  for (const [what, value] of Object.entries(short)) add(what, value)
  add('caller', caller && [caller.org, caller.orgNo].filter((each) => each !== null).join(' '))
  add('scopes', token?.scopes.join(' '))
  for (const [name, value] of Object.entries(request.headers)) add(`request header ${name}`, [value].flat().join(', '))
  for (const [name, value] of Object.entries(reply?.headers ?? {})) add(`reply header ${name}`, [value].flat().join(', '))
  addMembers('request', request.body, add)
  addMembers('reply', reply?.body ?? null, add)
  return facts
}

type Add = (what: string, value: unknown) => void

/** Each member of a JSON body on its own; another body as a whole. */
function addMembers(what: string, body: string | null, add: Add): void {
  if (body === null) return
  try {
    walk(what, JSON.parse(body), add)
  } catch {
    add(`${what} body`, body)
  }
}

function walk(what: string, value: unknown, add: Add): void {
  if (typeof value !== 'object' || value === null) add(what, JSON.stringify(value))
  else for (const [name, member] of Object.entries(value)) walk(`${what}.${name}`, member, add)
}
