/** What happens in a replay besides calls: jobs, and replies of other machines. */
import type { OutgoingReply, OutgoingRequest } from '../../../world/platform.ts'
import type { LineOf } from '../lines.ts'
import { type Finding, finding, isBetween, type Scene, until } from './scene.ts'

export async function runJobs(scene: Scene, { world, ids }: LineOf<'jobs'>, index: number): Promise<Finding | undefined> {
  const { machine, conductor, loose } = scene
  if (loose) return undefined
  machine.breathing = true
  conductor.allowJobs(world, ids)
  const ran = await until(scene, () => conductor.waitingJobs(world).length === 0)
  machine.breathing = !isBetween(scene, index)
  return ran ? undefined : finding(undefined, `the jobs of the world ${world}`, conductor.waitingJobs(world)[0], 'it did not run')
}

export const isAsked = ({ values }: Scene, line: LineOf<'outgoing'>, { method, url }: Pick<OutgoingRequest, 'method' | 'url'>): boolean =>
  line.method === method && values.restore(line.url) === url

export async function answerOutgoing(scene: Scene, line: LineOf<'outgoing'>): Promise<Finding | undefined> {
  const { machine, real, loose } = scene
  const asked = machine.outgoing.find(({ request }) => isAsked(scene, line, request))
  if (!asked && loose) return undefined
  if (!asked) return finding(undefined, 'an outgoing call', `${line.method} ${line.url}`, 'it was not made')
  if (asked) machine.outgoing.splice(machine.outgoing.indexOf(asked), 1)
  const reply = await recordedReply(scene, line)
  if (reply instanceof Error) asked?.reject(reply)
  else asked?.resolve(reply)
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

/** Answers a call of another machine as it was answered next in the recording, or last. */
export function answerAsRecorded(scene: Scene): (request: OutgoingRequest) => Promise<OutgoingReply> {
  const left = scene.capsule.lines.filter((line) => line.event === 'outgoing')
  return async (request) => {
    const fits = left.filter((line) => isAsked(scene, line, request))
    const [line] = fits
    if (!line) throw new Error('The capsule has no reply to this call.')
    if (fits.length > 1) left.splice(left.indexOf(line), 1)
    const reply = await recordedReply(scene, line)
    if (reply instanceof Error) throw reply
    return reply
  }
}
