/** Brings a call into the simulator of a replay, under its recorded number. */
import type { Call } from '../../../wire/http/call.ts'
import type { LineOf, RecordedHeaders } from '../lines.ts'
import type { Capsule } from '../read-capsule.ts'
import { readHeaders } from '../shared-headers.ts'
import type { Contents } from './contents.ts'
import { newReplayedCall, type ReplayedCall, replayedBody } from './replayed-call.ts'
import { isBetween, proceed, type Scene } from './scene.ts'
import type { Values } from './values.ts'

export async function bring(scene: Scene, line: LineOf<'call'> | LineOf<'control'>, index: number): Promise<void> {
  const { capsule, values, contents, conductor, machine } = scene
  const recorded = capsule.calls.get(line.n)
  // A caller that may not turn knobs has changed nothing.
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
      call.failure = thrown instanceof Error ? thrown : new Error('It threw what is no error.')
    },
  )
  await proceed(scene, call, line)
}

/** Ids follow from the number of a call, and from what a world has counted. */
function number({ simulator }: Scene, line: LineOf<'call'> | LineOf<'control'>): void {
  if (line.event === 'call') {
    simulator.knobs(line.world).world.data.calls = line.number - 1
    return
  }
  const data = simulator.worlds().find(({ name }) => name === line.world)?.data
  if (data && line.tokens !== undefined) data.tokens = line.tokens
  if (data && line.interventions !== undefined) data.interventions = line.interventions
}

/** The call as it was recorded. */
async function callOf(call: ReplayedCall, { headers: sets }: Capsule, { restore }: Values, contents: Contents): Promise<Call> {
  const { arrival, body } = call.recorded
  const isWhole = body !== undefined && !body.ended?.startsWith('too')
  // A file that is missing is a mistake of the user, and no reply to the call.
  const stored = isWhole && body.sha256 !== undefined ? await contents(body) : undefined
  const read = async () => stored ?? (isWhole ? contents(body) : [])
  const headers =
    arrival.event === 'call'
      ? restored(readHeaders(sets, arrival), restore)
      : arrival.type === undefined
        ? {}
        : { 'content-type': arrival.type }
  // A text that has other tokens may have another length.
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
