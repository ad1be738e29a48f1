/** Watches the clock of the machine, and says when it is set. */
import { shortDuration } from '../wire/values/timestamp.ts'
import { leadText, type Platform } from '../world/platform.ts'

/** Real milliseconds between two looks, and those by which the clock was set back, or forward, before it is said. */
const [betweenLooks, saidBack, saidForward] = [1_000, 1_000, 60_000]

/** Returns a function that ends it. */
export function watchMachineClock(
  { now, whenSet, wake }: Pick<Platform, 'now' | 'whenSet' | 'wake'>,
  tell: (text: string) => void,
): () => void {
  const end = whenSet((by) => {
    if (by <= -saidBack) tell(`The clock of this machine was set back by ${shortDuration(-by)}. ${leadText}\n`)
    if (by >= saidForward)
      tell(
        `The clock of this machine went forward by ${shortDuration(by)} at once, or the machine slept. What fell due in worlds runs now.\n`,
      )
  })
  let cancel = () => {}
  function look(): void {
    now()
    cancel = wake(betweenLooks, look)
  }
  look()
  return () => {
    end()
    cancel()
  }
}
