/** Checks that a client that receives events does not search for the same information. */
import { defineVerdict } from './judging/verdict.ts'

/** An occasional search finds what events missed. Numbers between `rare` and `most` prove nothing. */
const [rare, most] = [1, 3]

export const eventsOverSearch = defineVerdict({
  id: 'events-over-search',
  sentence: 'A client that receives events does not search for changes that the events have already reported.',
  severity: 'advice',
  source: 'spec §6',
  guidance: 'Read the file transfer named in the event. Search only occasionally, to find changes that no event reported.',
  exercise: [],
  remember: () => ({ told: false, searches: [] as string[] }),
  look({ id, operation, status, delivery }, memory, tell) {
    const isTold = (delivery && !delivery.validates && delivery.why === null) || (operation === 'events.readEvents' && status === 200)
    if (isTold) {
      memory.told = true
    }
    if (operation !== 'fileTransfer.search' || !memory.told || memory.searches.length >= most) return
    memory.searches.push(id)
    if (memory.searches.length === most) tell.broken(...memory.searches)
  },
  conclude({ told, searches }, tell) {
    if (told && searches.length <= rare) tell.met()
  },
})
