/** Does what is booked, in its order, as far as it is due. */
import type { MaybePromise } from '../wire/http/call.ts'
import type { Happening } from './account.ts'
import type { Agenda, Booking } from './agenda.ts'
import type { Platform } from './platform.ts'

/** How long work goes on before requests are let in, in real milliseconds. */
const stretch = 8

export interface DueJobs {
  readonly agenda: Agenda
  readonly platform: Platform
  run(booking: Booking): MaybePromise<Happening>
  isDue(booking: Booking): boolean
  /** Has the clock stand, and says where: it never goes back. */
  standAt(at: number): number
  note?: ((happening: Happening) => void) | undefined
}

/** One after the other, but what waits for the world outside together is waited for together, before the next instant. Source: decisions §8. */
export async function runDueJobs({ agenda, platform, run, isDue, standAt, note = () => {} }: DueJobs): Promise<void> {
  let since = platform.tick()
  let instant = 0
  let outside: Promise<Happening>[] = []
  for (;;) {
    const next = agenda.next()
    const due = next !== undefined && isDue(next)
    if (outside.length > 0 && (!due || next.at > instant)) {
      const waited = outside
      outside = []
      for (const happening of await Promise.all(waited)) note(happening)
      continue
    }
    if (!due) return
    instant = standAt(next.at)
    const happening = runNext(agenda, run)
    if (next.together && happening instanceof Promise) {
      outside.push(happening)
      // A defect is met when all are waited for; until then it is not nobody's.
      happening.catch(() => {})
    } else note(happening instanceof Promise ? await happening : happening)
    if (platform.tick() - since > stretch) {
      await platform.breathe()
      since = platform.tick()
    }
  }
}

/** Its booking stays in the data until the job ends. */
function runNext(agenda: Agenda, run: DueJobs['run']): MaybePromise<Happening> {
  const booking = agenda.take() as Booking
  const end = () => agenda.end(booking)
  try {
    const happening = run(booking)
    if (happening instanceof Promise) return happening.finally(end)
    end()
    return happening
  } catch (thrown) {
    end()
    throw thrown
  }
}
