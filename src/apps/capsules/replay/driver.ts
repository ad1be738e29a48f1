/** Processes a capsule's lines: starts each call, lets the call continue, and compares the reply. */

import type { CapsuleLine, LineOf } from '../../../control/capsule-lines.ts'
import { isStream, type PendingAnswer } from '../../../service/wire/call.ts'
import { utf8 } from '../../../service/wire/text.ts'
import { answerOutgoing, bring, isAsked, runJobs } from './arriving.ts'
import { answerDifference, markedTexts, streamDifference } from './compare-reply.ts'
import type { CallNumber } from './read-capsule.ts'
import { allow, nameOf, type ReplayedCall } from './replayed-call.ts'
import { type Finding, finding, proceed, type Scene, until } from './scene.ts'

export interface Driven {
  /** Number of calls that got the same reply, including control calls. */
  readonly same: number
  /** Number of calls without a reply to compare: the client had disconnected, or the recording ended earlier. */
  readonly notCompared: number
  readonly difference: Finding | undefined
  readonly stopped: boolean
}

/** Stops at the first difference, or before the call `stop`. */
export async function drive(scene: Scene, stop?: CallNumber): Promise<Driven> {
  let [same, made] = [0, 0]
  const outcome = (rest: Pick<Driven, 'difference' | 'stopped'>): Driven => ({
    same,
    notCompared: made - same - (rest.difference ? 1 : 0),
    ...rest,
  })
  for (const [index, line] of scene.capsule.lines.entries()) {
    if (line.event === 'call' && line.world === stop?.world && line.number === stop.number)
      return outcome({ difference: undefined, stopped: true })
    const difference = await play(scene, line, index)
    if (line.event === 'call' || line.event === 'control') made++
    if (difference) return outcome({ difference, stopped: false })
    if (line.event === 'reply' && isCompared(scene.calls.get(line.n))) same++
  }
  return outcome({ difference: undefined, stopped: false })
}

const callOf = ({ calls }: Scene, line: CapsuleLine) => ('n' in line ? calls.get(line.n) : undefined)

/** True if the replay has reached the recorded event. The clock waits for the event, as it did in the recording. */
function isReady(scene: Scene, line: CapsuleLine): boolean {
  const call = callOf(scene, line)
  if (call?.answered || call?.failure) return true
  switch (line.event) {
    case 'on':
      return line.to === undefined || call?.waiting !== undefined || call === undefined
    case 'body':
      return call?.reading !== false
    case 'reply':
      return call === undefined
    case 'wake':
      return scene.machine.isArmed(line.world)
    case 'outgoing':
      return scene.machine.outgoing.some(({ request }) => isAsked(scene, line, request))
    default:
      return true
  }
}

async function getReady(scene: Scene, line: CapsuleLine): Promise<void> {
  const call = callOf(scene, line)
  if (line.event === 'reply' && call) {
    // Lets the call make its remaining commits and reply.
    call.due = call.recorded.commits
    allow(call, 'reply')
  }
  const isControlReply = line.event === 'reply' && call?.recorded.arrival.event === 'control'
  if (isControlReply || line.event === 'wake' || line.event === 'outgoing') scene.machine.breathing = true
  if (!isReady(scene, line)) await until(scene, () => isReady(scene, line))
}

async function play(scene: Scene, line: CapsuleLine, index: number): Promise<Finding | undefined> {
  await getReady(scene, line)
  if ('at' in line) scene.machine.now = line.at
  const call = callOf(scene, line)
  if (call) return playCall(scene, call, line)
  switch (line.event) {
    case 'token':
      await scene.values.mint(line, scene.simulator.inside.keys)
      return undefined
    case 'call':
    case 'control':
      await bring(scene, line, index)
      return undefined
    case 'wake':
      scene.machine.wake(line.world)
      await scene.real.breathe()
      return undefined
    case 'jobs':
      return runJobs(scene, line, index)
    case 'outgoing':
      return answerOutgoing(scene, line)
    case 'stranger':
      scene.conductor.disorder ??= `a call that began before the recording changed world ${line.world}`
      return undefined
    default:
      return undefined
  }
}

async function playCall(scene: Scene, call: ReplayedCall, line: CapsuleLine): Promise<Finding | undefined> {
  switch (line.event) {
    case 'on':
      await proceed(scene, call, line)
      return undefined
    case 'body':
      return giveBody(scene, call, line)
    case 'gone':
      call.leaving.abort()
      call.waiting?.()
      if (!call.recorded.body) call.giveBody()
      await proceed(scene, call, line)
      return undefined
    case 'reply':
      return endCall(scene, call, line)
    case 'sent':
      return endSending(scene, call, line)
    default:
      return undefined
  }
}

async function giveBody(scene: Scene, call: ReplayedCall, line: LineOf<'body'>): Promise<undefined> {
  call.giveBody()
  await proceed(scene, call, line)
  await scene.real.breathe()
}

function endCall({ capsule, conductor, values }: Scene, call: ReplayedCall, line: LineOf<'reply'>): Finding | undefined {
  const { answered, recorded } = call
  if (!answered) return finding(call, 'reply', `status ${line.status}`, call.failure?.message ?? 'no reply')
  const isControl = recorded.arrival.event === 'control'
  const isSeen = isCompared(call)
  const difference = isSeen ? answerDifference(line, answered.answer, capsule, { isControl, same: markedTexts(values) }) : undefined
  if (!recorded.sent) sendWhole(answered)
  if (difference) return { call: nameOf(call), ...difference }
  if (call.commits !== recorded.commits && !isControl && isSeen)
    conductor.disorder ??= `${nameOf(call)} changed its world ${call.commits} times, but ${recorded.commits} times in the recording`
  return undefined
}

/** False if the client disconnected and so received no reply. */
const isCompared = (call: ReplayedCall | undefined): boolean =>
  call !== undefined && (call.recorded.arrival.event === 'control' || !call.recorded.gone)

function sendWhole({ answer: { body = '' }, sent }: PendingAnswer): void {
  if (!isStream(body)) sent({ bytes: typeof body === 'string' ? utf8(body).byteLength : body.byteLength, complete: true })
}

/** Ends a streamed body, or a reply that was only partly sent. */
async function endSending({ real }: Scene, call: ReplayedCall, line: LineOf<'sent'>): Promise<Finding | undefined> {
  const { answered } = call
  if (!answered) return undefined
  const difference = await streamDifference(answered.answer.body, line, real)
  if (!line.complete) call.leaving.abort()
  answered.sent({ bytes: line.bytes, complete: line.complete })
  return difference && { call: nameOf(call), ...difference }
}
