/** Lets the worlds of a capsule start at the time that their clocks show later, so that no clock has to be moved. */
import type { LineOf } from '../lines.ts'
import type { Capsule } from '../read-capsule.ts'
import { drive } from './driver.ts'
import { type OpenOptions, openReplay } from './open.ts'

/** Whether a line moves a clock, or lets it run or stand. */
export const isClockRow = (line: { readonly event: string; readonly url?: string }): boolean =>
  line.event === 'control' && /\/_standin\/clock(?:\/|$)/.test(line.url ?? '')

/** `moves`: a capsule with the control rows that lead to this time. Without them, and without their jobs, the starts of `capsule` are at it. */
export async function startLater(capsule: Capsule, moves: Capsule, options: Omit<OpenOptions, 'loose'>): Promise<Capsule> {
  const scene = await openReplay(moves, { ...options, loose: true })
  try {
    await drive(scene)
    const lines = capsule.lines.map((line) => (line.event === 'world' ? startAt(line) : line))
    return { ...capsule, lines }
  } finally {
    scene.machine.breathing = true
    scene.simulator.close()
  }

  function startAt(line: LineOf<'world'>): LineOf<'world'> {
    const { clock } = scene.simulator.knobs(line.world).world
    const document = JSON.parse(line.snapshot) as { clock: { time: number } }
    // A clock that runs shows the same time at the same real instant.
    const since = clock.mode === 'frozen' ? 0 : (scene.machine.now - line.at) * clock.speed
    const time = Math.max(document.clock.time, Math.floor(clock.now() - since))
    return { ...line, snapshot: JSON.stringify({ ...document, clock: { ...document.clock, mode: clock.mode, speed: clock.speed, time } }) }
  }
}
