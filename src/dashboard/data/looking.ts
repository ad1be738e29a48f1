/** Reads again what calls and jobs have changed, but not for each of them, and less often where a look costs the server much. */
import { refreshLive } from './control.ts'

/** Milliseconds between two looks. */
const restBetweenLooks = 1_000
/** How many times longer than a look the rest after it is. */
const restForLook = 9

let looking = false
let lookAgain = false
/** Milliseconds until the next look. */
let rest = restBetweenLooks

export function lookSoon(): void {
  lookAgain = true
  if (looking) return
  looking = true
  void look()
}

async function look(): Promise<void> {
  while (lookAgain) {
    await new Promise((resume) => setTimeout(resume, rest))
    lookAgain = false
    const began = performance.now()
    await refreshLive()
    rest = Math.max(restBetweenLooks, (performance.now() - began) * restForLook)
  }
  looking = false
}
