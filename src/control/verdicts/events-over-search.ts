/** Whether a client that gets events searches for what they told. */
import { defineVerdict } from './judging/verdict.ts'

/** A search now and then finds what events lost. More of them say nothing, until they are many. */
const [rare, most] = [1, 3]

export const eventsOverSearch = defineVerdict({
  id: 'events-over-search',
  sentence: 'A client that gets events does not search for what they told it.',
  severity: 'advice',
  source: 'spec §6',
  guidance: 'Read the file transfer that the event names. Search rarely, to find what no event told.',
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
