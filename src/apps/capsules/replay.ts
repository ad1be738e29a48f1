/** Replays a capsule in a new simulator with the recorded initial state, and compares every reply. */

import type { LineOf } from '../../control/capsule-lines.ts'
import { createSimulator, type SimulatorOptions, type SnapshotDocument } from '../../control/create-simulator.ts'
import type { Simulator } from '../../control/simulator.ts'
import type { Carrier } from '../../service/wire/call.ts'
import { createConductor } from './replay/conductor.ts'
import { type Driven, drive } from './replay/driver.ts'
import { type CallNumber, type Capsule, type Counts, countsOf } from './replay/read-capsule.ts'
import { replayMachine, type Scene } from './replay/scene.ts'
import { createContents, createValues, marksIn, type Stored, type Values } from './replay/values.ts'

export interface OpenOptions extends Stored, Pick<SimulatorOptions, 'platform' | 'scenarios' | 'version' | 'handling'> {
  /** Passes calls to a simulator, including control calls. */
  readonly frontDoor: (simulator: Simulator) => Carrier
}

/** Rejects with {@link Misuse} if the capsule's initial state cannot be restored. */
async function openReplay(capsule: Capsule, { frontDoor, beside, sha256, platform: real, ...others }: OpenOptions): Promise<Scene> {
  const { head, lines } = capsule
  const values = createValues(capsule)
  const machine = replayMachine(real, head.at)
  const simulator = createSimulator({
    ...others,
    ...values.settings(),
    trustIssuers: await values.trustIssuers(),
    fixtures: head.fixtures as unknown as SimulatorOptions['fixtures'],
    platform: machine.platform,
  })
  await simulator.ready()
  if (Object.keys(head.scenarios).length > 0) await simulator.overlay(head.scenarios)
  const contents = createContents(capsule, values.restore, { beside, sha256 })
  for (const line of lines) {
    if (line.event !== 'world') continue
    machine.now = line.at
    await restore(simulator, line, capsule, values, contents)
  }
  const conductor = createConductor()
  simulator.inside.observing.current = conductor
  return { capsule, simulator, carrier: frontDoor(simulator), machine, conductor, values, contents, real, calls: new Map() }
}

async function restore(
  simulator: Simulator,
  { world, snapshot }: LineOf<'world'>,
  capsule: Capsule,
  values: Values,
  contents: ReturnType<typeof createContents>,
): Promise<void> {
  const needed = new Set(
    [...snapshot.matchAll(marksIn(capsule.head.mark))].flatMap(([, kind, number]) => (kind === 'token' ? [Number(number)] : [])),
  )
  for (const line of capsule.lines) if (line.event === 'token' && needed.has(line.token)) await values.mint(line, simulator.inside.keys)
  const document = JSON.parse(values.restore(snapshot)) as { contents: { sha256: string; base64?: string }[] }
  const knobs = simulator.knobs(world)
  for (const { sha256, base64 } of document.contents) {
    const [bytes] = base64 === undefined ? await contents({ sha256 }) : []
    if (bytes) await knobs.snapshotContents.put(sha256, bytes)
  }
  await knobs.restore(document)
}

interface ReplayOptions extends OpenOptions {
  /** Stops before this call. */
  readonly until?: CallNumber | undefined
}

export interface Replayed extends Driven, Counts {
  readonly simulator: Simulator
  /** Why the rest is inconclusive: calls were interleaved in a way that a replay cannot reproduce. */
  readonly disorder: string | undefined
  /** Switches to this machine's time. The worlds' clocks stay frozen until resumed. */
  live(): void
}

/** Switches to this machine's time, and freezes the worlds' clocks. */
function goLive({ simulator, machine }: Scene): void {
  simulator.inside.observing.current = undefined
  machine.live()
  for (const { clock } of simulator.worlds()) clock.freeze()
}

/** Does not close the simulator. Rejects with {@link Misuse} if the capsule's initial state cannot be restored. */
export async function replayCapsule(capsule: Capsule, { until, ...options }: ReplayOptions): Promise<Replayed> {
  const scene = await openReplay(capsule, options)
  const { simulator, conductor, machine } = scene
  const outcome = await drive(scene, until)
  simulator.inside.observing.current = undefined
  machine.breathing = true
  return { simulator, ...countsOf(capsule), ...outcome, disorder: conductor.disorder, live: () => goLive(scene) }
}

/** Returns each world's initial state, with a frozen clock. `worlds` can include worlds created during the recording. */
export async function startsOf(
  capsule: Capsule,
  worlds: Iterable<string>,
  options: OpenOptions,
): Promise<ReadonlyMap<string, SnapshotDocument>> {
  const { simulator } = await openReplay(capsule, options)
  try {
    const starts = new Map<string, SnapshotDocument>()
    for (const world of worlds) {
      const document = await simulator.knobs(world).snapshot({ inline: Number.POSITIVE_INFINITY })
      starts.set(world, { ...document, clock: { ...document.clock, mode: 'frozen' } })
    }
    return starts
  } finally {
    simulator.close()
  }
}

/** True if only control calls moved the clocks during the recording. */
export function stoodStill({ lines, head }: Capsule): boolean {
  const isResume = lines.some((line) => line.event === 'control' && line.url.includes('/_standin/clock/resume'))
  const clocks = lines.flatMap((line) =>
    line.event === 'world' ? (JSON.parse(line.snapshot) as Pick<SnapshotDocument, 'clock'>).clock : [],
  )
  return !isResume && head.settings.clock === 'frozen' && clocks.every(({ mode }) => mode === 'frozen')
}
