/** Records what clients do in a world, from its journal. */

import type { DialectName } from '../../wire/dialect.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import type { World } from '../../world/world.ts'
import type { Fresh } from './attempt.ts'
import type { RecordedPact, RecordPactOptions } from './recorded-pact.ts'

export interface PactRecording {
  /** Writes what was recorded so far. */
  pact(): Promise<RecordedPact>
  /** Records no further call. */
  stop(): void
}

declare module '../../knobs.ts' {
  interface Simulator {
    /**
     * Records what clients do in a world from now on, as a pact of theirs. Default world: `default`. It reads the journal, which must keep
     * bodies. Throws {@link Misuse} if it does not.
     */
    recordPact(options: RecordPactOptions & { readonly world?: string | undefined }): PactRecording
  }
}

/** Follows the journal, so that no call waits for it. The recorder is loaded when it is first needed. */
export function recordPact(current: () => World, fresh: (dialect: DialectName) => Fresh, options: RecordPactOptions): PactRecording {
  const recorder = whenNeeded(async () => (await import('./recorder.ts')).createRecorder(fresh, options))
  const stop = current().journal.following.add({
    line(line) {
      if (line.method === null) return
      const { dialect } = current()
      void recorder().then(({ see }) => see(line, dialect))
    },
    end() {},
  })
  return { stop, pact: async () => (await recorder()).pact() }
}
