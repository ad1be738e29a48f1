/** A capsule as a list of steps that any client can take, one after the other. */
import { addressOf, readAddress } from '../../engine/address.ts'
import { compileRoutes } from '../../engine/route.ts'
import { operations } from '../../operations/index.ts'
import { dialect } from '../../wire/dialect.ts'
import type { Content } from '../bodies.ts'
import type { CapsuleLine, LineOf, RecordedHeaders } from '../lines.ts'
import type { Capsule, RecordedCall } from '../read-capsule.ts'
import type { CallNumber } from '../replay/driver.ts'
import { readHeaders } from '../shared-headers.ts'

export interface ExpectedReply {
  readonly status: number
  readonly headers: RecordedHeaders
  /** Undefined: it is not known, or there is none. */
  readonly text: string | undefined
  /** Of a body that was streamed whole. */
  readonly bytes: { readonly size: number; readonly sha256: string | undefined } | undefined
  /** Whether Standin broke the connection. */
  readonly isCut: boolean
}

/** One call. Its texts still have the marks of tokens and secrets. */
export interface Step {
  readonly kind: 'call' | 'control'
  /** In `x-standin-call`; null for a control row. */
  readonly number: number | null
  readonly world: string
  /** The id of the row, or method and path where there is none. */
  readonly operation: string
  readonly method: string
  /** Environment, path and query. */
  readonly path: string
  /** Without those that every client sends by itself. */
  readonly headers: RecordedHeaders
  readonly body: Content | undefined
  readonly expected: ExpectedReply
  /** Milliseconds of real time since the call before, where jobs of its world ran by themselves in between. */
  readonly waited: number
}

export interface LeftOut {
  readonly call: string
  readonly why: string
}

export interface Steps {
  readonly steps: readonly Step[]
  readonly leftOut: readonly LeftOut[]
}

const find = compileRoutes(operations, dialect('spec'))

/** Headers of the connection, and of the program that calls. `x-standin-world` becomes a part of the address. */
const ofClient =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|user-agent|accept-encoding|accept-language|sec-.*|origin|referer|x-standin-world|expect|x-forwarded-.*|forwarded|dnt|pragma|priority|upgrade-insecure-requests)$/
/** A client of the script makes its tokens itself. */
const ofTokens = /\/_standin\/tokens(?:\?|$)/

/** Ends with the call of `until`. */
export function stepsOf(capsule: Capsule, until?: CallNumber): Steps {
  const steps: Step[] = []
  const leftOut: LeftOut[] = []
  const worked = workedTimes(capsule.lines)
  const keyed = capsule.head.settings.requireSubscriptionKey !== undefined
  for (const line of capsule.lines) {
    if (line.event !== 'call' && line.event !== 'control') continue
    const recorded = capsule.calls.get(line.n)
    const step = recorded && stepOf(capsule, recorded, line, { keyed, waited: worked.get(line.n) ?? 0 })
    if (typeof step === 'string') leftOut.push({ call: nameOf(line), why: step })
    else if (step && !(step.kind === 'control' && ofTokens.test(step.path))) steps.push(step)
    if (until && line.event === 'call' && line.world === until.world && line.number === until.number) break
  }
  return { steps, leftOut }
}

const nameOf = (line: LineOf<'call'> | LineOf<'control'>) =>
  line.event === 'call' ? `call ${line.world === 'default' ? '' : `${line.world}/`}${line.number}` : `${line.method} ${line.url}`

function stepOf(
  capsule: Capsule,
  { body, reply, sent, gone }: RecordedCall,
  line: LineOf<'call'> | LineOf<'control'>,
  { keyed, waited }: { readonly keyed: boolean; readonly waited: number },
): Step | string {
  if (!reply) return 'it has no reply'
  if (body?.ended === 'gone' || (line.event === 'call' && gone)) return 'its client left before the reply'
  const headers = line.event === 'call' ? readHeaders(capsule.headers, line) : line.type === undefined ? {} : { 'content-type': line.type }
  const kept = Object.entries(headers).filter(([name]) => !ofClient.test(name) && (keyed || name !== 'ocp-apim-subscription-key'))
  const { path, operation } = placed(line, headers)
  const isStreamed = reply.streamed === true && sent?.complete === true
  return {
    kind: line.event,
    number: line.event === 'call' ? line.number : null,
    world: line.world,
    operation,
    method: line.method,
    path,
    headers: Object.fromEntries(kept),
    body: body && readable(body),
    expected: {
      status: reply.status,
      headers: readHeaders(capsule.headers, reply),
      text: line.event === 'call' && !reply.streamed ? reply.text : undefined,
      bytes: isStreamed ? { size: sent.bytes, sha256: sent.sha256 } : undefined,
      isCut: reply.cut !== undefined || (reply.streamed === true && sent?.complete === false),
    },
    waited,
  }
}

/** Characters of bytes that are shown as text. */
const mostText = 1_000
const printable = /^[\t\n\r\x20-\x7e]*$/

/** Few bytes that are text stand as text. */
function readable(body: Content): Content {
  const { base64 } = body
  if (base64 === undefined || base64.length > mostText) return body
  const text = atob(base64)
  return printable.test(text) ? { text } : body
}

/** The path within its world, and the row that lies there. */
function placed(line: LineOf<'call'> | LineOf<'control'>, headers: RecordedHeaders): { readonly path: string; readonly operation: string } {
  const { method, url } = line
  const named = `${method} ${url}`
  const from = { method, url, headers, signal: new AbortController().signal, isLocal: () => true }
  const address =
    line.event === 'call' ? readAddress({ ...from, base: line.base, place: line.place }) : readAddress({ ...from, headers: {} })
  const path = `${addressOf('', 'default', address.environment)}${address.path}${address.query && `?${address.query}`}`
  const match = find(method, address.path)
  return { path, operation: match && 'values' in match ? match.route.row.id : line.event === 'control' ? `${method} ${path}` : named }
}

/** By the number of the call: the time before it in which jobs ran by themselves. */
function workedTimes(lines: readonly CapsuleLine[]): Map<number, number> {
  const found = new Map<number, number>()
  const last = new Map<string, number>()
  const woke = new Set<string>()
  for (const line of lines) {
    if (line.event === 'world') last.set(line.world, line.at)
    if (line.event === 'wake') woke.add(line.world)
    if (line.event !== 'call' && line.event !== 'control') continue
    if (woke.delete(line.world)) found.set(line.n, line.at - (last.get(line.world) ?? line.at))
    last.set(line.world, line.at)
  }
  return found
}
