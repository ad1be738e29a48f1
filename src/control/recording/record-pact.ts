/** Records clients' calls in a world as a pact, based on its journal. */
import { dialectOf } from '../../service/areas/dialect.ts'
import type { DialectName } from '../../service/wire/vocabulary.ts'
import { whenNeeded } from '../../service/wire/when-needed.ts'
import type { World } from '../../service/world/world.ts'
import type { RecordedPact } from './recorder.ts'
import type { Fresh } from './starts.ts'

export const recordedProvider = 'notification-and-file-transfer-service'

export interface RecordPactOptions {
  readonly consumer: string
  /** Default: `notification-and-file-transfer-service`. */
  readonly provider?: string | undefined
}

export interface PactRecording {
  pact(): Promise<RecordedPact>
  stop(): void
}

/** Follows the journal, so that calls do not wait for the recorder. The recorder is loaded on first use. */
export function recordPact(
  current: () => World,
  fresh: (dialect: DialectName) => Fresh,
  { consumer, provider = recordedProvider }: RecordPactOptions,
): PactRecording {
  const recorder = whenNeeded(async () => (await import('./recorder.ts')).createRecorder(fresh, { consumer, provider }))
  const stop = current().journal.following.add({
    line(line) {
      if (line.method === null) return
      const dialect = dialectOf(current())
      void recorder().then(({ see }) => see(line, dialect))
    },
    end() {},
  })
  return { stop, pact: async () => (await recorder()).pact() }
}
