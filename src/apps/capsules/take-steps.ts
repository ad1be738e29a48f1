/** Executes a capsule's steps on another server, and compares the replies. */

import { bytesDifferences, type Difference, jsonOrText, type Sameness, statusDifferences } from '../../control/compare.ts'
import type { Claims } from '../../service/tokens/caller.ts'
import { utf8 } from '../../service/wire/text.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import { isAsWritten, madeToken } from './against/another-client.ts'
import { type Carried, type PlannedStep, planOf, type Text, valueAt } from './against/plan.ts'
import { type LeftOut, stepsOf } from './against/steps.ts'
import { differencesIn, type OtherReply } from './replay/compare-reply.ts'
import type { Capsule } from './replay/read-capsule.ts'
import { createContents, createValues, type Stored } from './replay/values.ts'

export type { LeftOut } from './against/steps.ts'

export interface OtherServer {
  /** Returns the URL of the world that represents one of the capsule's worlds, or `undefined` if there is none. */
  base(world: string): string | undefined
  /** True if the server has control rows. */
  readonly hasControls: boolean
  /** True if the server's clocks show the recorded times. */
  readonly hasSameTimes: boolean
  send(request: Request): Promise<Response>
  token(claims: Claims, world: string): Promise<string>
  /** Lets this many milliseconds pass in a world. */
  pass(world: string, milliseconds: number): Promise<void>
}

export interface TakenStep {
  readonly step: PlannedStep
  readonly differences: readonly Difference[]
}

interface TakeOptions extends Stored {
  readonly server: OtherServer
}

export async function takeSteps(capsule: Capsule, { server, beside, sha256 }: TakeOptions) {
  const { restore } = createValues(capsule)
  const { steps, leftOut } = stepsOf(capsule)
  const plan = planOf(capsule, steps, restore)
  const contents = createContents(capsule, restore, { beside, sha256 })
  const values = new Map<Carried, string>()
  const tokens = new Map<number, string>()
  const pair = pairing()
  const others: LeftOut[] = []
  const taken: TakenStep[] = []

  async function written(text: Text, world: string): Promise<string> {
    const parts: string[] = []
    for (const part of text) {
      if (typeof part === 'string') parts.push(part)
      else if ('token' in part) parts.push(await tokenOf(part.token, world))
      else parts.push(values.get(part) ?? part.value)
    }
    return parts.join('')
  }
  async function tokenOf(number: number, world: string): Promise<string> {
    const line = plan.tokens.get(number)
    const how = {
      recorded: recordedBases(capsule, world),
      base: server.base(world) ?? '',
      make: (claims: Claims) => server.token(claims, world),
    }
    const made = tokens.get(number) ?? (line ? await madeToken(capsule, line, how) : '')
    tokens.set(number, made)
    return made
  }
  async function requestOf({ sends, world, method, body, kind }: PlannedStep, base: string): Promise<Request> {
    const headers = new Headers()
    for (const [name, text] of Object.entries(sends.headers)) headers.set(name, await written(text, world))
    const bytes = sends.text ? [utf8(await written(sends.text, world))] : body && (await contents(body))
    const hasBody = bytes !== undefined && method !== 'GET' && method !== 'HEAD'
    const path = await written(sends.path, world)
    if (!isAsWritten(base, path, kind)) throw new TypeError('an HTTP client would change its URL')
    return new Request(base + path, {
      method,
      headers,
      redirect: 'manual',
      ...(hasBody && { body: await new Blob(bytes as Uint8Array<ArrayBuffer>[]).bytes() }),
    })
  }
  for (const step of plan.steps) {
    const leave = (why: string) => others.push({ call: step.number === null ? step.operation : `call ${step.number}`, why })
    const base = server.base(step.world)
    if (base === undefined) {
      leave('the other server has no worlds')
      continue
    }
    if (step.kind === 'control' && !server.hasControls) {
      leave('the other server has no control endpoints')
      continue
    }
    if (step.waited > 0) await server.pass(step.world, step.waited)
    const request = await requestOf(step, base).catch(unsendable)
    if (typeof request === 'string') {
      leave(request)
      continue
    }
    const reply = await replyTo(request, server)
    for (const each of step.gives) {
      const value = reply && valueAt(each.from, reply)
      if (value !== undefined) values.set(each, value)
    }
    const how = { times: server.hasSameTimes, bases: { recorded: recordedBases(capsule, step.world), here: [base] }, pair }
    taken.push({ step, differences: compare(step, reply, restore, how, sha256) })
  }
  return { taken, leftOut: [...leftOut, ...others] }
}

/** Pairs recorded ids with the other server's ids. */
function pairing(): Sameness['pair'] {
  const ids = new Map<string, string>()
  return (expected, got) => getOrCreate(ids, expected, () => got) === got
}

/** Returns the reason that an HTTP client cannot make a call, for example that a header contains characters outside Latin-1. */
const unsendable = (thrown: unknown): string | Promise<never> =>
  thrown instanceof TypeError ? `no client can send it: ${thrown.message}` : Promise.reject(thrown)

interface WholeReply extends OtherReply {
  readonly bytes: Uint8Array
  /** Parsed JSON, or the text. */
  readonly body: unknown
}

/** Resolves to `undefined` if the connection was dropped. */
async function replyTo(request: Request, { send }: OtherServer): Promise<WholeReply | undefined> {
  try {
    const response = await send(request)
    const bytes = await response.bytes()
    const text = new TextDecoder().decode(bytes)
    return { status: response.status, headers: response.headers, bytes, text, body: jsonOrText(text) }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function compare(
  { kind, expected }: PlannedStep,
  reply: WholeReply | undefined,
  restore: (text: string) => string,
  how: Sameness,
  sha256: TakeOptions['sha256'],
): readonly Difference[] {
  if (expected.isCut) return reply ? [{ where: 'connection', expected: 'it breaks', got: `status ${reply.status}` }] : []
  if (!reply) return [{ where: 'connection', expected: `status ${expected.status}`, got: 'it broke' }]
  if (kind === 'control') return statusDifferences(expected, reply)
  const differences = differencesIn(expected, reply, restore, how)
  if (!expected.bytes || differences.length > 0) return differences
  return bytesDifferences(expected.bytes, { size: reply.bytes.byteLength, sha256: sha256(reply.bytes) })
}

/** Returns the base URLs in a world's links, longest first. */
function recordedBases({ lines, head }: Capsule, world: string): string[] {
  const own = new Set<string>()
  for (const line of lines) if (line.event === 'call' && line.base !== undefined) own.add(line.base)
  if (typeof head.settings.publicUrl === 'string') own.add(head.settings.publicUrl)
  return [...own]
    .flatMap((base) => (world === 'default' ? [base] : [`${base}/worlds/${world}`, base]))
    .toSorted((one, other) => other.length - one.length)
}
