/** Drops a client that sends its body too slowly. Source: file-transfer §3.1. */
import type { Clock } from '../state/clock.ts'
import type { Platform } from '../state/platform.ts'
import { type CallBody, ClientGone } from '../wire/http/call.ts'
import type { Walk } from './walk.ts'

/** Bytes per world second, and the world milliseconds before the rate counts. */
const minimumUploadRate = 100
const grace = 10_000
/** Real milliseconds between two checks while no bytes arrive. */
const beat = 1_000

/** The body of a call. It ends with {@link ClientGone} when its bytes come too slowly. */
export function bodyAtMinimumRate({ call: { body }, world, dependencies }: Walk): CallBody | undefined {
  return body && { collect: body.collect, chunks: () => inTime(body.chunks(), world.clock, dependencies.platform) }
}

async function* inTime(chunks: AsyncIterable<Uint8Array>, clock: Clock, platform: Platform): AsyncIterable<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const watch = startWatch(clock, platform)
  try {
    for (let next = await watch.next(source); !next.done; next = await watch.next(source)) yield next.value
  } finally {
    watch.stop()
    // Not awaited: a source that sends nothing ends only with its connection.
    source.return?.().catch(() => {})
  }
}

const tooSlowly = () => new ClientGone(`The body comes at less than ${minimumUploadRate} bytes a second.`)

interface Watch {
  /** The next chunk. Rejects when it comes too late. */
  next(source: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>>
  stop(): void
}

/** Counts only the time that is spent waiting for the sender. */
function startWatch(clock: Clock, platform: Platform): Watch {
  let bytes = 0
  let waited = 0
  let since = clock.now()
  let late = (): void => {}
  const tooSlow = () => {
    const passed = waited + clock.now() - since
    return passed > grace && (bytes * 1000) / passed < minimumUploadRate
  }
  let stop = platform.wake(beat, look)
  function look(): void {
    if (tooSlow()) late()
    stop = platform.wake(beat, look)
  }

  async function next(source: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    since = clock.now()
    const tooLate = new Promise<never>((_, reject) => {
      late = () => reject(tooSlowly())
    })
    const result = await Promise.race([source.next(), tooLate])
    late = () => {}
    if (tooSlow()) throw tooSlowly()
    waited += clock.now() - since
    bytes += result.done ? 0 : result.value.byteLength
    return result
  }
  return { next, stop: () => stop() }
}
