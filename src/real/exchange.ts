/** Maps our organizations, resources and recipients to a real implementation's, and back, as whole values only. */

import { decode } from '../service/engine/route.ts'
import { boundary } from '../service/wire/form.ts'
import { excessIn, parseJson } from '../service/wire/json.ts'
import { callerNames, namedCallers } from './callers.ts'
import type { EnvironmentFile } from './environment-file.ts'

/** Returns the replacement for a whole value; undefined if there is none. */
export type Exchanger = (value: string) => string | undefined

export interface Exchange {
  /** The real implementation's values, keyed by ours. */
  readonly outward: ReadonlyMap<string, string>
  /**
   * Replaces our value with the real one. If several of our values map to the same real value, remembers which of ours was sent last.
   */
  there: Exchanger
  /** Replaces a real value with ours, preferring the value that was last sent in this interaction. */
  here: Exchanger
  /** Starts a new interaction. */
  begin(): void
  /** Groups of our values that map to the same real value, keyed by that real value. */
  readonly same: ReadonlyMap<string, readonly string[]>
}

/** Formats a value as the service's messages do. Source: file-transfer §2, events §2. */
const formsOf = {
  organization: (orgNo: string) => [orgNo, `0192:${orgNo}`, `urn:altinn:organization:identifier-no:${orgNo}`],
  resource: (id: string) => [id, `urn:altinn:resource:${id}`],
  recipient: (address: string) => [address],
}

export function exchangeOf({ callers, resources, recipients }: EnvironmentFile): Exchange {
  const [outward, inward] = [new Map<string, string>(), new Map<string, string>()]
  /** All forms of a value and its counterpart, keyed by each of our forms. */
  const forms = new Map<string, readonly (readonly [ours: string, theirs: string])[]>()
  const used = new Map<string, string>()
  const all = new Map<string, string[]>()
  function add(kind: keyof typeof formsOf, ours: string, theirs: string): void {
    const others = formsOf[kind](theirs)
    const pairs = formsOf[kind](ours).map((each, at) => [each, others[at] ?? each] as const)
    for (const [one, other] of pairs) {
      outward.set(one, other)
      forms.set(one, pairs)
      if (!inward.has(other)) inward.set(other, one)
    }
    const known = all.get(theirs) ?? []
    if (!known.includes(ours)) all.set(theirs, [...known, ours])
  }
  for (const name of callerNames) {
    const caller = callers[name]
    if (!caller) continue
    const { here } = namedCallers[name]
    // In the simulator, the subscriber and the recipient are the same organization.
    if (name === 'subscriber' && callers.recipient) continue
    add('organization', here.orgNo, caller.orgNo)
  }
  for (const [ours, theirs] of Object.entries(resources)) add('resource', ours, theirs)
  for (const [ours, theirs] of Object.entries(recipients)) add('recipient', ours, theirs)
  return {
    outward,
    there(value) {
      for (const [one, other] of forms.get(value) ?? []) used.set(other, one)
      return outward.get(value)
    },
    here: (value) => used.get(value) ?? inward.get(value),
    begin: () => used.clear(),
    same: new Map([...all].filter(([, ours]) => ours.length > 1)),
  }
}

/** Returns the value with its strings replaced, or the same object if nothing changes. Keys are left unchanged. */
export function exchangeValue<T>(value: T, exchange: Exchanger): T {
  if (typeof value === 'string') return (exchange(value) ?? value) as T
  if (Array.isArray(value)) {
    const list = value.map((each) => exchangeValue(each, exchange))
    return (list.some((each, at) => each !== value[at]) ? list : value) as T
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const newMembers = members.map(([name, each]) => [name, exchangeValue(each, exchange)] as const)
  return newMembers.some(([, each], at) => each !== members[at]?.[1]) ? (Object.fromEntries(newMembers) as T) : value
}

/** Replaces values in a call's path and query. Parts that cannot be decoded are left unchanged. */
export function exchangeTarget(target: string, exchange: Exchanger): string {
  const [path = '', query] = target.split(/\?(.*)/s, 2)
  const newPath = path
    .split('/')
    .map((segment) => exchangeWord(segment, exchange))
    .join('/')
  if (query === undefined) return newPath
  const pairs = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s, 2)
    return value === undefined ? pair : `${name}=${exchangeWord(value, exchange)}`
  })
  return `${newPath}?${pairs.join('&')}`
}

function exchangeWord(written: string, exchange: Exchanger): string {
  const theirs = exchange(decode(written))
  return theirs === undefined ? written : encodeURIComponent(theirs)
}

/**
 * Replaces values in a JSON or form body. Leaves other bodies, and bodies that cannot be parsed, unchanged. `type`: the `Content-Type`
 * header.
 */
export function exchangeBody(body: Buffer, type: string, exchange: Exchanger): Buffer {
  if (/^[^;]*\bjson\b/i.test(type)) return exchangeJson(body, exchange)
  const [, quoted, bare] = (/^multipart\/form-data\s*;/i.test(type) && boundary.exec(type)) || []
  const separator = quoted ?? bare ?? ''
  return separator === '' ? body : exchangeForm(body, separator, exchange)
}

function exchangeJson(body: Buffer, exchange: Exchanger): Buffer {
  const text = body.toString()
  // No message in the service has this many values or levels.
  if (excessIn(text, body.length) !== undefined) return body
  const read = parseJson(text)
  const exchanged = exchangeValue(read, exchange)
  return exchanged === read ? body : Buffer.from(JSON.stringify(exchanged))
}

/** Replaces values in fields only, because a file's content must not change. */
function exchangeForm(body: Buffer, boundary: string, exchange: Exchanger): Buffer {
  // Latin-1 maps each byte to one character, so no bytes are lost.
  const parts = body.toString('latin1').split(`--${boundary}`)
  const exchanged = parts.map((part) => {
    const [head = '', content] = part.split(/\r\n\r\n(.*)/s, 2)
    if (content === undefined || /\bfilename\s*=/i.test(head)) return part
    const theirs = exchange(Buffer.from(content.replace(/\r\n$/, ''), 'latin1').toString())
    return theirs === undefined ? part : `${head}\r\n\r\n${Buffer.from(theirs).toString('latin1')}\r\n`
  })
  return Buffer.from(exchanged.join(`--${boundary}`), 'latin1')
}
