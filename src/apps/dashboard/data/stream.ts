/** Follows the journal while the page is visible, and resumes after a disconnect. */
import { createParser } from 'eventsource-parser'
import { type ControlEvent, controlUrl } from '../../../control/client.ts'
import { authorization, connected, reach } from './connection.ts'
import { base } from './control.ts'

export type Batch = ControlEvent<'control.streamJournal'> & {
  /** Identifies the journal that the lines come from. It changes when the server restarts. */
  readonly journal: string
  /** Number of lines that the server has closed in this journal. */
  readonly closed: number
}

interface Listener {
  batch(batch: Batch): void
  /** Called when the stream has opened. Every line closed from then on is delivered. */
  opened(): void
}

/** Milliseconds until the next attempt, by number of failures. */
const waits = [250, 500, 1_000, 2_000]
/** Maximum event size in bytes. Standin sends no larger events. */
const longest = 2 ** 26

/** Follows the journal until the page is closed. Uses `fetch`, because `EventSource` cannot send the admin token. */
export function followJournal(listener: Listener): void {
  let last: string | undefined
  let failures = 0
  /** True if the server refused to open a stream, because it requires the token or the world does not exist. */
  let refused = false
  let reading: AbortController | undefined

  async function read(signal: AbortSignal): Promise<void> {
    const token = authorization()
    const headers = new Headers(token === null ? {} : { authorization: token })
    if (last !== undefined) headers.set('last-event-id', last)
    const url = controlUrl(base, 'control.streamJournal', { query: { jobs: 'also' } })
    const response = await reach(new Request(url, { headers, signal }))
    refused = !response.ok
    if (!response.ok || !response.body) throw new Error(`The stream returned ${response.status}.`)
    failures = 0
    listener.opened()
    const parser = createParser({
      maxBufferSize: longest,
      onEvent({ id = '', data }) {
        last = id
        const [name = '', closed] = id.split(':')
        listener.batch({ ...JSON.parse(data), journal: name, closed: Number(closed) })
      },
    })
    const text = response.body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
    for (let part = await text.read(); !part.done; part = await text.read()) parser.feed(part.value)
  }

  async function follow(): Promise<void> {
    const own = new AbortController()
    reading = own
    while (!own.signal.aborted) {
      refused = false
      await read(own.signal).catch(() => {})
      if (own.signal.aborted) return
      // An open stream has ended, because the server stopped or the network failed.
      if (failures > 0 && !refused) connected.value = false
      await new Promise((resume) => setTimeout(resume, waits[Math.min(failures, waits.length - 1)]))
      failures += 1
    }
  }

  function begin(): void {
    if (document.visibilityState === 'hidden') reading?.abort()
    else if (!reading || reading.signal.aborted) void follow()
  }
  document.addEventListener('visibilitychange', begin)
  begin()
}
