/** How many calls recorded on the live services are played, and how many Standin answers as recorded: test/live/. */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../../test/live/', import.meta.url)
const recorded = { notifications: 'Notifications', 'file-transfer': 'File transfer' }

/** One entry for each file of recordings. A recording is a sequence of calls. */
export const recordings = () =>
  Object.entries(recorded).map(([file, title]) => {
    const played = linesOf(gunzipSync(readFileSync(new URL(`recordings/${file}.jsonl.gz`, folder))).toString())
    const list = new URL(`not-yet-${file}.txt`, folder)
    const missing = existsSync(list) ? linesOf(readFileSync(list, 'utf8')) : 0
    return { title, played, holding: played - missing }
  })

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '').length
