/** The world that handles copies of real calls: its clock shows the time of each call, its jobs wait, and it sends nothing. */
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Booking } from '../../../service/world/clock.ts'
import { type Circumstances, createComparedSimulator, type Request } from './simulator.ts'

/** A state that the world can return to. */
export type Mark = number

export type ComparedWorld = Awaited<ReturnType<typeof createComparedWorld>>

/** Content up to this size in bytes is stored within the state's snapshot. */
const inline = 2 ** 20
/** The state is stored again once there are more steps than this number, and than this share of all steps so far. */
const fewSteps = 100
const shareOfSteps = 0.1
/** Repeating up to this many steps is cheaper than storing another state. */
const fewAgain = 20

/** To return to a state, the world restores a stored state and repeats the steps since then, which produce the same ids again. */
export async function createComparedWorld(now: number) {
  const { simulator, carry, run } = await createComparedSimulator(now)
  const clock = () => simulator.world.clock
  let stored = { at: 0, snapshot: await simulator.snapshot({ inline }) }
  /** A state later than `stored`, which saves steps if the world returns to the same state again. */
  let near: typeof stored | undefined
  let steps: (() => Promise<unknown>)[] = []
  const mark = () => stored.at + steps.length

  async function take<T>(step: () => Promise<T>): Promise<T> {
    steps.push(step)
    return step()
  }

  async function store(): Promise<void> {
    stored = { at: mark(), snapshot: await simulator.snapshot({ inline }) }
    near = undefined
    steps = []
  }

  return {
    /** Advances the clock to a time without running jobs. */
    async reach(at: number) {
      if (at > clock().now()) await take(() => clock().advance({ to: at, only: () => false }))
    },
    carry: (request: Request, circumstances: Circumstances) => take(() => carry(request, circumstances)),
    /**
     * Returns the jobs that the real service may have run by a given time, in order. Includes messages that are due later, because some
     * environments do not wait for the send window.
     */
    due(until: number) {
      const now = Math.max(until, clock().now())
      return clock()
        .agenda.list()
        .filter(({ at, job }) => at <= now || job === 'notifications.sendMessage')
    },
    run: (booking: Booking) => take(() => run(booking)),
    /** Adds a resource that the real service has. Returns false if the resource exists already, or if its id is invalid. */
    async addResource(id: string) {
      const known = simulator.resources.list({ limit: 10_000 }).resources
      if (known.some((each) => each.id === id && each.environment === 'test')) return false
      try {
        await take(async () => simulator.resources.put('test', { id }))
      } catch (thrown) {
        if (!(thrown instanceof Misuse)) throw thrown
        steps.pop()
        return false
      }
      return true
    },
    mark,
    /** Restores an earlier state. Resolves to false, and changes nothing, if that state is no longer stored. */
    async rewind(to: Mark) {
      if (to < stored.at) return false
      if (near && near.at > to) near = undefined
      const { at, snapshot } = near ?? stored
      try {
        await simulator.restore(snapshot)
      } catch (thrown) {
        // The content of a stored file has been removed since the snapshot was taken.
        if (thrown instanceof Misuse) return false
        throw thrown
      }
      clock().rest()
      steps.length = to - stored.at
      const again = steps.slice(at - stored.at)
      for (const step of again) await step()
      if (again.length > fewAgain) near = { at: to, snapshot: await simulator.snapshot({ inline }) }
      return true
    },
    /** Discards earlier states from time to time, or immediately with `now`. Called between calls. */
    async forget(now: boolean) {
      if (steps.length > 0 && (now || steps.length > Math.max(fewSteps, shareOfSteps * mark()))) await store()
    },
    close: () => simulator.close(),
  }
}
