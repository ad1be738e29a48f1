/** Brings a call into the simulator of a replay, under its recorded number. */
import type { LineOf } from '../lines.ts'
import { callOf } from './call-of.ts'
import { newReplayedCall } from './replayed-call.ts'
import { isBetween, proceed, type Scene } from './scene.ts'

export async function bring(scene: Scene, line: LineOf<'call'> | LineOf<'control'>, index: number): Promise<void> {
  const { capsule, values, contents, conductor, machine } = scene
  const recorded = capsule.calls.get(line.n)
  // Who may not turn knobs has changed nothing.
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
