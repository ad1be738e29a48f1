/** Feeds recorded input into a replay's simulator: numbered calls, permission to run jobs, and other servers' replies. */

import type { Arrival, LineOf, RecordedHeaders } from '../../../control/capsule-lines.ts'
import type { Call } from '../../../service/wire/call.ts'
import type { OutgoingReply, OutgoingRequest } from '../../../service/world/platform.ts'
import type { Capsule } from './read-capsule.ts'
import { readHeaders } from './reading.ts'
import { newReplayedCall, type ReplayedCall, replayedBody } from './replayed-call.ts'
import { type Finding, finding, isBetween, proceed, type Scene, until } from './scene.ts'
import type { Contents, Values } from './values.ts'

export async function bring(scene: Scene, line: Arrival, index: number): Promise<void> {
  const { capsule, values, contents, conductor, machine } = scene
  const recorded = capsule.calls.get(line.n)
  // A refused control call changed nothing.
  if (!recorded || (line.event === 'control' && [401, 403].includes(recorded.reply?.status ?? 0))) return
  const call = newReplayedCall(recorded)
  scene.calls.set(line.n, call)
  number(scene, line)
  const incoming = await callOf(call, capsule, values, contents)
  conductor.expect(incoming, call)
  machine.breathing = !isBetween(scene, index)
  const answered = async () => scene.carrier(incoming)
  answered().then(
    (pending) => {
      call.answered = pending
    },
    (thrown: unknown) => {
      call.failure = thrown instanceof Error ? thrown : new Error('It threw something that is not an error.')
    },
  )
  await proceed(scene, call, line)
}

/** Restores the counters, because ids depend on the call number and the world's counters. */
function number({ simulator }: Scene, line: Arrival): void {
  if (line.event === 'call') {
    simulator.knobs(line.world).world.data.calls = line.number - 1
    return
  }
  const data = simulator.worlds().find(({ name }) => name === line.world)?.data
  if (data && line.tokens !== undefined) data.tokens = line.tokens
  if (data && line.interventions !== undefined) data.interventions = line.interventions
}

async function callOf(call: ReplayedCall, { headers: sets }: Capsule, { restore }: Values, contents: Contents): Promise<Call> {
  const { arrival, body } = call.recorded
  const isWhole = body !== undefined && !body.ended?.startsWith('too')
  // The bytes are loaded before the call, because a missing file is a user error that must not become a reply.
  const stored = isWhole && body.sha256 !== undefined ? await contents(body) : undefined
  const read = async () => stored ?? (isWhole ? contents(body) : [])
  const headers =
    arrival.event === 'call'
      ? restored(readHeaders(sets, arrival), restore)
      : arrival.type === undefined
        ? {}
        : { 'content-type': arrival.type }
  // Replacing tokens in the body changes its length.
  if (body?.text !== undefined && headers['content-length'] !== undefined) {
    const bytes = await contents(body)
    headers['content-length'] = String(bytes.reduce((sum, { byteLength }) => sum + byteLength, 0))
  }
  return {
    method: arrival.method,
    url: restore(arrival.url),
    ...(arrival.event === 'call' && { base: arrival.base, place: arrival.place }),
    headers,
    ...(arrival.body && { body: replayedBody(call, read) }),
    signal: call.leaving.signal,
    isLocal: () => true,
  }
}

const restored = (headers: RecordedHeaders, restore: (text: string) => string): RecordedHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? restore(value) : value.map(restore)]),
  )

export async function runJobs(scene: Scene, { world, ids }: LineOf<'jobs'>, index: number): Promise<Finding | undefined> {
  const { machine, conductor } = scene
  machine.breathing = true
  conductor.allowJobs(world, ids)
  const ran = await until(scene, () => conductor.waitingJobs(world).length === 0)
  machine.breathing = !isBetween(scene, index)
  return ran ? undefined : finding(undefined, `the jobs in world ${world}`, conductor.waitingJobs(world)[0], 'it did not run')
}

export const isAsked = ({ values }: Scene, line: LineOf<'outgoing'>, { method, url }: Pick<OutgoingRequest, 'method' | 'url'>): boolean =>
  line.method === method && values.restore(line.url) === url

export async function answerOutgoing(scene: Scene, line: LineOf<'outgoing'>): Promise<Finding | undefined> {
  const { machine, real } = scene
  const call = machine.outgoing.find(({ request }) => isAsked(scene, line, request))
  if (!call) return finding(undefined, 'an outgoing call', `${line.method} ${line.url}`, 'it was not made')
  machine.outgoing.splice(machine.outgoing.indexOf(call), 1)
  const reply = await recordedReply(scene, line)
  if (reply instanceof Error) call.reject(reply)
  else call.resolve(reply)
  await real.breathe()
  return undefined
}

async function recordedReply({ values, contents }: Scene, line: LineOf<'outgoing'>): Promise<OutgoingReply | Error> {
  const { status, headers: recorded = {}, base64 = '' } = line
  if (status === undefined) return new Error(values.restore(line.error ?? ''))
  const [body = new Uint8Array()] = await contents({ base64 })
  const headers = Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, values.restore(value)]))
  return { status, headers, body }
}
