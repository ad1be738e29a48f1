/** Starts and ends a capsule recording. */

import { Misuse } from '../../service/wire/misuse.ts'
import type { Observer } from '../../service/world/observer.ts'
import type { Settings } from '../../service/world/settings.ts'
import { capsuleVersion } from '../capsule-lines.ts'
import type { Simulator } from '../simulator.ts'
import { bothObservers } from './both-observers.ts'
import type { MarkedToken } from './marks.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import type { CapsuleStore } from './store.ts'
import type { Tape } from './tape.ts'

export type Recording = Awaited<ReturnType<typeof recordCapsule>>

interface RecordOptions {
  readonly store: CapsuleStore
  /** The only world to record. Default: every world. */
  readonly world?: string | undefined
  /** Another observer, which may delay calls and jobs. */
  readonly beside?: Observer | undefined
  /** Called after a call failed because of a bug in Standin. */
  readonly defect?: (() => void) | undefined
  /** Called once with the reason if recording stops. Default: raises the machine's alarm. */
  readonly lost?: ((why: string) => void) | undefined
}

/** Milliseconds of real time between flushes of recorded lines. */
const beat = 1_000

/** Resolves once the recording has begun. Throws {@link Misuse} if another recording is in progress. */
export async function recordCapsule(simulator: Simulator, options: RecordOptions) {
  const { store, world: only, beside, defect } = options
  const { observing, machine, fixtures, folder } = simulator.inside
  const { lost = (why: string) => machine.alarm(new Error(`The capsule is incomplete, because it could no longer be written: ${why}`)) } =
    options
  if (observing.current !== beside) throw new Misuse('A capsule is already being recorded. Save it first.', undefined, 409)
  const judging: Promise<void>[] = []
  const mark = `~${machine.seal(`the capsule of ${machine.now()} ${machine.tick()}`)}`
  const isWanted = (world: string) => only === undefined || world === only
  const recorder = createRecorder({
    machine,
    store,
    mark,
    defect,
    lost,
    before: new Set(simulator.worlds().map(({ name }) => name)),
    isWanted,
    countsOf: (name) => simulator.worlds().find((each) => each.name === name)?.data,
    found: (token) => judging.push(writeToken(simulator, recorder, token)),
  })
  const { tape } = recorder.scribe
  tape.aside({
    event: 'capsule',
    format: 'standin-capsule',
    version: capsuleVersion,
    standin: simulator.version,
    at: machine.now(),
    mark,
    settings: withoutSecrets(simulator.settings, recorder),
    fixtures: { ...fixtures },
    scenarios: folder(),
  })
  const observer = beside ? bothObservers(beside, recorder) : recorder
  observing.current = observer
  const writeStarts = async () => {
    const wanted = simulator.worlds().filter(({ name }) => isWanted(name))
    await Promise.all(wanted.map(({ name }) => writeStart(simulator, recorder, name)))
  }
  await writeStarts()
  let stop = () => {}
  const flushLater = () => {
    stop = machine.wake(beat, () => {
      tape.flush()
      flushLater()
    })
  }
  flushLater()
  return {
    /** The number of recorded calls, and the number of recorded calls to control rows. */
    counts: recorder as Pick<Recorder, 'calls' | 'controlCalls'>,
    tape: tape as Pick<Tape, 'flush' | 'loss'>,
    observer,
    /** Writes the current state of all worlds, so that the file's first line and all lines from here on form a complete capsule. */
    startAgain(): Promise<void> {
      recorder.scribe.forget()
      return writeStarts()
    },
    /** Ends the recording. Resolves once everything is written. */
    async end(): Promise<void> {
      if (observing.current === observer) observing.current = beside
      stop()
      await Promise.all(judging)
      tape.flush()
      // An incomplete capsule has no `end` line, just like a truncated one.
      if (tape.loss === undefined) tape.aside({ event: 'end', at: machine.now() })
      tape.flush()
      await store.end().catch(tape.lose)
    },
  }
}

function withoutSecrets(
  { adminToken, signingKey: _key, generatorUser, requireSubscriptionKey, ...others }: Settings,
  { scribe: { marks } }: Recorder,
): Record<string, unknown> {
  marks.setting(adminToken)
  const basic = generatorUser === undefined ? undefined : btoa(generatorUser)
  return {
    ...others,
    ...(basic !== undefined && { generatorUser: marks.setting(basic) }),
    ...(requireSubscriptionKey !== undefined && { requireSubscriptionKey: marks.setting(requireSubscriptionKey) }),
  }
}

/** Writes a world's current state, and starts recording the world's calls. */
async function writeStart(simulator: Simulator, recorder: Recorder, name: string): Promise<void> {
  let at = 0
  const knobs = simulator.knobs(name)
  const { contents, ...document } = await knobs.snapshot({
    before() {
      at = recorder.begin(name)
      const { clock } = knobs.world
      // Restarts the clock on a whole millisecond, as a replay does.
      if (clock.mode === 'real') clock.resume(clock.speed)
    },
  })
  for (const { sha256, base64 } of contents) {
    if (base64 !== undefined) continue
    const contentWriter = recorder.scribe.keep()
    for await (const chunk of knobs.snapshotContents.read(sha256).bytes) contentWriter.write(chunk)
    contentWriter.end(sha256)
  }
  const text = recorder.scribe.marks.text(JSON.stringify(document))
  const snapshot = `${text.slice(0, -1)},"contents":${JSON.stringify(contents)}}`
  recorder.scribe.tape.aside({ event: 'world', world: name, at, snapshot })
}

/** Writes a token's claims and whether the token was trusted, because a replay signs a different token with the same claims. */
async function writeToken(
  { inside: { keys, trust } }: Simulator,
  { scribe: { tape } }: Recorder,
  { number, text, header, claims }: MarkedToken,
): Promise<void> {
  tape.aside({ event: 'token', token: number, header, claims })
  const isOwn = (await keys.verify(text)) !== undefined
  const judged = isOwn ? undefined : await trust.judge(text)
  tape.aside({ event: 'trust', token: number, trust: isOwn ? 'own' : judged && 'distrust' in judged ? judged.distrust : 'other' })
}
