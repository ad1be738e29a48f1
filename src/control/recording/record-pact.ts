/** Records the calls of clients in a world as a pact, from its journal. */
import { dialectOf } from '../../service/areas/dialect.ts'
import type { DialectName } from '../../service/wire/vocabulary.ts'
import { whenNeeded } from '../../service/wire/when-needed.ts'
import type { World } from '../../service/world/world.ts'
import type { RecordedPact } from './recorder.ts'
import type { Fresh } from './starts.ts'

/** The provider of a contract that names no other. */
export const recordedProvider = 'notification-and-file-transfer-service'

export interface RecordPactOptions {
  /** The name of the consumer. */
  readonly consumer: string
  /** The name of the provider. Default `notification-and-file-transfer-service`. */
  readonly provider?: string | undefined
}

export interface PactRecording {
  /** Writes what was recorded so far. */
  pact(): Promise<RecordedPact>
  /** Records no further call. */
  stop(): void
}

/** Follows the journal, so that no call waits for it. The recorder is loaded when it is first needed. */
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
