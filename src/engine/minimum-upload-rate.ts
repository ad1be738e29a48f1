/** Drops whoever sends more slowly than the service bears with. Source: file-transfer §3.1. */
import type { Platform } from '../state/platform.ts'
import { type CallBody, ClientGone } from '../wire/http/call.ts'
import type { Walk } from './walk.ts'

/** Bytes per second, and the milliseconds in which nobody looks. */
const minimumUploadRate = 100
const grace = 10_000
/** Real milliseconds after which somebody looks although nothing has come. */
const beat = 1_000

/** The body of a call, which ends with {@link ClientGone} when it comes too slowly: in chunks by the time of the world, whole by real time, which goes on while a clock stands. */
export function hurried({ call: { body }, world, dependencies: { platform } }: Walk): CallBody | undefined {
  return (
    body && {
      collect: (limit, arrived) => collectInTime(body, limit, platform, arrived),
      chunks: () => inTime(body.chunks(), startWatch(world.clock.now, platform)),
    }
  )
}

/** A whole body; rejects with {@link ClientGone} when it comes too slowly in real time. */
export async function collectInTime(
  body: CallBody,
  limit: number,
  platform: Pick<Platform, 'tick' | 'wake'>,
  arrived?: (bytes: number) => void,
): Promise<Uint8Array> {
  const watch = startWatch(platform.tick, platform)
  const note = (bytes: number) => {
    watch.arrived(bytes)
    arrived?.(bytes)
  }
  try {
    return await watch.wait(body.collect(limit, note))
  } finally {
    watch.stop()
  }
}

async function* inTime(chunks: AsyncIterable<Uint8Array>, watch: Watch): AsyncIterable<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  try {
    for (let next = await watch.wait(source.next()); !next.done; next = await watch.wait(source.next())) {
      watch.arrived(next.value.byteLength)
      yield next.value
    }
  } finally {
    watch.stop()
    // Not awaited: a source that stands still ends only with its connection.
    source.return?.().catch(() => {})
  }
}

const tooSlowly = () => new ClientGone(`The body comes at less than ${minimumUploadRate} bytes a second.`)

interface Watch {
  /** So many more bytes have come. */
  arrived(bytes: number): void
  /** Waits for the sender; rejects as soon as it is seen to come too late. */
  wait<T>(work: Promise<T>): Promise<T>
  stop(): void
}

/** Only the time counts in which the sender is waited for. */
function startWatch(now: () => number, { wake }: Pick<Platform, 'wake'>): Watch {
  let bytes = 0
  let waited = 0
  let since = now()
  let late = (): void => {}
  const tooSlow = () => {
    const passed = waited + now() - since
    return passed > grace && (bytes * 1000) / passed < minimumUploadRate
  }
  let stop = wake(beat, look)
  function look(): void {
    if (tooSlow()) late()
    stop = wake(beat, look)
  }

  async function wait<T>(work: Promise<T>): Promise<T> {
    since = now()
    const tooLate = new Promise<never>((_, reject) => {
      late = () => reject(tooSlowly())
    })
    const result = await Promise.race([work, tooLate])
    late = () => {}
    if (tooSlow()) throw tooSlowly()
    waited += now() - since
    return result
  }
  return {
    arrived(more) {
      bytes += more
    },
    wait,
    stop: () => stop(),
  }
}
