/** Drops a client that sends its body too slowly. Source: file-transfer §3.1. */
import { type Ending, WorldGone } from '../state/in-flight.ts'
import type { Platform } from '../state/platform.ts'
import { type CallBody, ClientGone } from '../wire/http/call.ts'
import type { Walk } from './walk.ts'

/** Bytes per second, and the milliseconds before the rate counts. */
const minimumUploadRate = 100
const grace = 10_000
/** Real milliseconds between two checks while no bytes arrive. */
const beat = 1_000

/**
 * The body of a call. It ends with {@link WorldGone} when the world ends, and with {@link ClientGone} when its bytes come too slowly: in chunks by the time of the world; whole by real
 * time, which passes even while the clock is frozen.
 */
export function bodyAtMinimumRate({ call: { body }, world, dependencies: { platform } }: Walk): CallBody | undefined {
  return (
    body && {
      collect: (limit, arrived) => collectAtMinimumRate(body, limit, platform, arrived, world),
      chunks: () => inTime(body.chunks(), startWatch(world.clock.now, platform, world)),
    }
  )
}

/** The whole of a body. Rejects with {@link ClientGone} when it comes too slowly in real time. */
export async function collectAtMinimumRate(
  body: CallBody,
  limit: number,
  platform: Pick<Platform, 'tick' | 'wake'>,
  arrived?: (bytes: number) => void,
  world?: Ending,
): Promise<Uint8Array> {
  const watch = startWatch(platform.tick, platform, world)
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
    // Not awaited: a source that sends nothing ends only with its connection.
    source.return?.().catch(() => {})
  }
}

const tooSlowly = () => new ClientGone(`The body comes at less than ${minimumUploadRate} bytes a second.`)

interface Watch {
  /** Counts bytes that have come. */
  arrived(bytes: number): void
  /** Waits for the sender. Rejects when it is too slow. */
  wait<T>(work: Promise<T>): Promise<T>
  stop(): void
}

/** Counts only the time that is spent waiting for the sender. */
function startWatch(now: () => number, { wake }: Pick<Platform, 'wake'>, world?: Ending): Watch {
  let bytes = 0
  let waited = 0
  let since = now()
  let late: (reason: Error) => void = () => {}
  const end = () => late(new WorldGone())
  world?.inFlight.add(end)
  const tooSlow = () => {
    const passed = waited + now() - since
    return passed > grace && (bytes * 1000) / passed < minimumUploadRate
  }
  let stop = wake(beat, look)
  function look(): void {
    if (tooSlow()) late(tooSlowly())
    stop = wake(beat, look)
  }

  /** By one promise: every call with a body waits here, and a race makes six (bench/walk.ts, an SMS order). */
  function wait<T>(work: Promise<T>): Promise<T> {
    since = now()
    return new Promise<T>((resolve, reject) => {
      late = reject
      work.then((result) => {
        late = () => {}
        if (world?.gone) reject(new WorldGone())
        else if (tooSlow()) reject(tooSlowly())
        else {
          waited += now() - since
          resolve(result)
        }
      }, reject)
    })
  }
  return {
    arrived(more) {
      bytes += more
    },
    wait,
    stop() {
      stop()
      world?.inFlight.delete(end)
    },
  }
}
