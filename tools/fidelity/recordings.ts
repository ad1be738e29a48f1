/** Counts the recordings of the live services in test/live/, and how many of them Standin answers as recorded. */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../../test/live/', import.meta.url)
const recorded = {
  notifications: 'Notifications',
  'file-transfer': 'File transfer',
  'older-routes': 'Older notification routes',
  events: 'Events: subscriptions and reading',
  'events-publishing': 'Events: publishing, and app events',
  exchange: 'Exchange of tokens',
  'token-generator': 'Token generator',
}

/** Returns the counts for each file of recordings. A recording is a sequence of calls. */
export const recordings = () =>
  Object.entries(recorded).map(([file, title]) => {
    const played = linesOf(gunzipSync(readFileSync(new URL(`recordings/${file}.jsonl.gz`, folder))).toString()).filter(isCompared).length
    const list = new URL(`not-yet-${file}.txt`, folder)
    const missing = existsSync(list) ? linesOf(readFileSync(list, 'utf8')).length : 0
    return { title, played, holding: played - missing }
  })

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** False for a line without a reply to compare, which only prepares for later lines. */
const isCompared = (line: string) => (JSON.parse(line) as { steps: { check?: boolean }[] }).steps.some(({ check }) => check !== false)
