/** The control row that streams a world's journal. */

import { header } from '../../service/wire/call.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'
import { eventStream, type ServerEvent } from '../serving/event-stream.ts'
import { demandScenario, filterOf, lineFilter, linesReply } from './rows.ts'
import type { StreamedLines, StreamPosition } from './stream.ts'

const streamJournal = defineControl('control.streamJournal', 'GET /_standin/journal/stream', {
  summary:
    'The journal as an event stream: at most ten `lines` events per second, each with up to 200 closed lines. Resume with an event id',
  request: { query: lineFilter },
  replies: { 200: reply.eventStream(linesReply) },
  example: { query: { operation: 'fileTransfer', status: '5xx' } },

  async handle({ query }, { simulator, knobs, call, reply: answer }) {
    await demandScenario(knobs, query.scenario)
    const after = placeIn(header(call.headers, 'last-event-id'))
    const batches = knobs.journal.stream({ ...filterOf(query), after, signal: call.signal })
    return answer(200, eventStream(batches, eventOf, simulator.pause), { 'x-accel-buffering': 'no' })
  },
})

const idForm = /^(?:([0-9a-f]{8}):)?(\d{1,15})$/

/** Parses a `Last-Event-ID`. A plain number refers to a line in the current stream. */
function placeIn(last: string | undefined): StreamPosition | undefined {
  if (last === undefined) return undefined
  const parts = idForm.exec(last)
  if (!parts) throw new Misuse(`Last-Event-ID: ${JSON.stringify(last.slice(0, 100))} is not an event id from this stream.`)
  return { stream: parts[1], closed: Number(parts[2]) }
}

const eventOf = ({ place: { stream, closed }, ...data }: StreamedLines): ServerEvent => ({
  id: `${stream}:${closed}`,
  event: 'lines',
  data,
})

export const journalStreamRows = [streamJournal] as const
