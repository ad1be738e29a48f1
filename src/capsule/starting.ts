/** Writes how a capsule begins: its worlds, and the tokens that occur in it. */
import type { Simulator } from '../simulator.ts'
import type { MarkedToken } from './marks.ts'
import type { Recorder } from './recorder.ts'

/** A world as it is now. From here on its calls are recorded. */
export async function writeStart(simulator: Simulator, recorder: Recorder, name: string): Promise<void> {
  let at = 0
  const knobs = simulator.knobs(name)
  const { contents, ...document } = await knobs.snapshot({
    before() {
      at = recorder.begin(name)
      const { clock } = knobs.world
      // From here on it counts from a whole millisecond, like the clock of the replay.
      if (clock.mode === 'real') clock.resume(clock.speed)
    },
  })
  for (const { sha256, base64 } of contents) {
    if (base64 !== undefined) continue
    const kept = recorder.scribe.keep()
    for await (const chunk of knobs.snapshotContents.read(sha256).bytes) kept.write(chunk)
    kept.end(sha256)
  }
  const text = recorder.scribe.marks.text(JSON.stringify(document))
  const snapshot = `${text.slice(0, -1)},"contents":${JSON.stringify(contents)}}`
  recorder.scribe.tape.aside({ event: 'world', world: name, at, snapshot })
}

/** The claims of a token, and whether it was trusted: a replay signs another one with the same claims. */
export async function writeToken(
  { inside: { keys, trust } }: Simulator,
  { scribe: { tape } }: Recorder,
  { number, text, header, claims }: MarkedToken,
): Promise<void> {
  tape.aside({ event: 'token', token: number, header, claims })
  const isOwn = (await keys.verify(text)) !== undefined
  const judged = isOwn ? undefined : await trust.judge(text)
  const found = isOwn ? 'own' : judged && 'distrust' in judged ? judged.distrust : 'other'
  tape.aside({ event: 'trust', token: number, trust: found })
}
