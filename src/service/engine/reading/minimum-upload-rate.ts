/** Reads bodies and disconnects clients that send them too slowly. Source: file-transfer §3.1. */
import { BodyTooLarge, type CallBody, ClientGone } from '../../wire/call.ts'
import { Refusal } from '../../wire/refusal.ts'
import { bodyLimit } from '../../world/journal.ts'
import type { Platform } from '../../world/platform.ts'
import { type Ending, WorldGone } from '../../world/world.ts'
import type { Walk } from '../walk.ts'

/** Bytes per second, and the initial period in milliseconds during which the rate does not apply. */
const minimumUploadRate = 100
const grace = 10_000
/** Interval between checks while no bytes arrive, in real milliseconds. */
const beat = 1_000

/**
 * Returns a call's body. Reading it fails with {@link WorldGone} if the world ends, and with {@link ClientGone} if bytes arrive too slowly.
 * Chunks are timed by the world's clock, and whole bodies in real time, which passes even while the clock is frozen.
 */
export function bodyAtMinimumRate({ call: { body }, world, dependencies: { platform } }: Walk): CallBody | undefined {
  return (
    body && {
      collect: (limit, arrived) => collectAtMinimumRate(body, limit, platform, arrived, world),
      chunks: () => inTime(body.chunks(), startWatch(world.clock.now, platform, world)),
    }
  )
}

/** Reads the whole body. Throws a refusal if it is too large. */
export async function wholeBody(walk: Walk, limit: number): Promise<Uint8Array> {
  try {
    const { call, dependencies, world } = walk
    return call.body ? await collectAtMinimumRate(call.body, limit, dependencies.platform, undefined, world) : new Uint8Array()
  } catch (thrown) {
    throw thrown instanceof BodyTooLarge ? new Refusal('too-large', { limit }) : thrown
  }
}

/**
 * Reads, for followers that want details, the JSON body of a call that was refused before the body was read. Never rejects: resolves to
 * `undefined` if the client disconnects or sends too much.
 */
export async function readRefusedBody({ call, line, world, route, dependencies, input }: Walk): Promise<Uint8Array | undefined> {
  if (!call.body || input !== undefined || line.requestBytes !== null || route.row.request.body?.kind !== 'json') return undefined
  try {
    return await collectAtMinimumRate(call.body, bodyLimit, dependencies.platform, undefined, world)
  } catch {
    return undefined
  }
}

/** Reads a whole body. Rejects with {@link ClientGone} if it arrives too slowly in real time. */
export async function collectAtMinimumRate(
  body: CallBody,
  limit: number,
  platform: Pick<Platform, 'tick' | 'wake'>,
  arrived?: (bytes: number) => void,
  world?: Ending,
): Promise<Uint8Array> {
  // Most bodies arrive together with the request headers.
  const whole = body.whole?.(limit)
  if (whole) {
    arrived?.(whole.byteLength)
    return whole
  }
  const watch = startWatch(platform.tick, platform, world)
  try {
    return await watch.wait(
      body.collect(limit, (more) => {
        watch.arrived(more)
        arrived?.(more)
      }),
    )
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
    // The end of the source is not awaited, because a source that sends nothing ends only when its connection does.
    source.return?.().catch(() => {})
  }
}

const tooSlowly = () => new ClientGone(`The body is arriving at less than ${minimumUploadRate} bytes per second.`)

interface Watch {
  arrived(bytes: number): void
  /** Waits for the sender. Rejects if the sender is too slow. */
  wait<T>(work: Promise<T>): Promise<T>
  stop(): void
}

/** Measures only the time spent waiting for the sender. */
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

  async function wait<T>(work: Promise<T>): Promise<T> {
    since = now()
    const ended = new Promise<never>((_, reject) => {
      late = reject
    })
    const result = await Promise.race([work, ended]).finally(() => {
      late = () => {}
    })
    if (world?.gone) throw new WorldGone()
    if (tooSlow()) throw tooSlowly()
    waited += now() - since
    return result
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
