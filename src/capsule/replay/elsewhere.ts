/** What happens in a replay besides calls: jobs, and replies of other machines. */
import type { OutgoingRequest } from '../../state/platform.ts'
import type { LineOf } from '../lines.ts'
import { type Finding, finding, isBetween, type Scene, until } from './scene.ts'

export async function runJobs(scene: Scene, { world, ids }: LineOf<'jobs'>, index: number): Promise<Finding | undefined> {
  const { machine, conductor } = scene
  machine.breathing = true
  conductor.allowJobs(world, ids)
  const ran = await until(scene, () => conductor.waitingJobs(world).length === 0)
  machine.breathing = !isBetween(scene, index)
  return ran ? undefined : finding(undefined, `the jobs of the world ${world}`, conductor.waitingJobs(world)[0], 'it did not run')
}

export const isAsked = ({ values }: Scene, line: LineOf<'outgoing'>, { method, url }: Pick<OutgoingRequest, 'method' | 'url'>): boolean =>
  line.method === method && values.restore(line.url) === url

export async function answerOutgoing(scene: Scene, line: LineOf<'outgoing'>): Promise<Finding | undefined> {
  const { machine, values, contents, real } = scene
  const asked = machine.outgoing.find(({ request }) => isAsked(scene, line, request))
  if (!asked) return finding(undefined, 'an outgoing call', `${line.method} ${line.url}`, 'it was not made')
  machine.outgoing.splice(machine.outgoing.indexOf(asked), 1)
  const { status, headers: recorded = {}, base64 = '' } = line
  const [body = new Uint8Array()] = await contents({ base64 })
  const headers = Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, values.restore(value)]))
  if (status === undefined) asked.reject(new Error(values.restore(line.error ?? '')))
  else asked.resolve({ status, headers, body })
  await real.breathe()
  return undefined
}
