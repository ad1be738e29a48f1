/** Writes changes into PostgreSQL: what comes while a transaction is on its way is the next one. */
import type { Change } from '../store.ts'
import type { Connection } from './connection.ts'
import { endOfChange, endOfField } from './functions.ts'
import type { DatabaseFailure } from './target.ts'

type Ended = (failure?: DatabaseFailure) => void

export interface Writer {
  write(changes: readonly Change[], ended: Ended): void
  /** Nothing is written any more. What is not kept is lost. */
  stop(why: DatabaseFailure): void
}

/** Characters that are sent at once. A larger transaction is sent in parts, so that the session answers meanwhile. */
const most = 2 ** 18
/** Milliseconds. To drop a world removes all its rows. */
const patienceOfDrop = 60_000

const parts = (...fields: readonly (string | number)[]): string => fields.join(endOfField)

/** A change as the function `keep` reads it. JSON has no characters that part it, and a key can have any character. */
export function encoded(change: Change): string {
  if (change.what === 'put') {
    const { row, kind, environment = '', key, version, json } = change.row
    return `p\x1f${change.number}\x1f${row}\x1f${kind}\x1f${environment}\x1f${JSON.stringify(key)}\x1f${version}\x1f${json}`
  }
  if (change.what === 'remove') return parts('r', change.number, change.row)
  if (change.what === 'due') return parts('d', change.number, change.due ?? '')
  if (change.what === 'value') return parts('v', change.name, change.json)
  if (change.what === 'drop') return parts('x', change.number)
  const { number, name, version, json, due = '' } = change.world
  return parts('w', number, name, version, json, due)
}

/** Texts of many changes each. */
function textsOf(batches: readonly Batch[]): string[] {
  const texts: string[] = []
  let text = ''
  for (const { changes } of batches)
    for (const change of changes) {
      text += text === '' ? encoded(change) : endOfChange + encoded(change)
      if (text.length < most) continue
      texts.push(text)
      text = ''
    }
  return text === '' ? texts : [...texts, text]
}

interface Batch {
  readonly changes: readonly Change[]
  readonly ended: Ended
}

/** `schema`: quoted. `owner`: the server whose session it is. */
export function createWriter({ send, inTransaction }: Connection, schema: string, owner: number): Writer {
  let waiting: Batch[] = []
  let [isWriting, lost] = [false, undefined as DatabaseFailure | undefined]
  const keep = { name: 'keep', text: `SELECT ${schema}.keep($1, $2)` }
  const isDrop = ({ changes }: Batch) => changes.some(({ what }) => what === 'drop')

  function writeNext(): void {
    const batches = waiting
    waiting = []
    isWriting = true
    const done = (failure?: DatabaseFailure) => over(batches, failure ?? lost)
    const texts = textsOf(batches)
    const statement = { ...keep, ...(batches.some(isDrop) && { patience: patienceOfDrop }) }
    if (texts.length === 0) done()
    else if (texts.length === 1) send(statement, [texts[0] ?? '', owner], done)
    else
      inTransaction(async (run) => {
        if (batches.some(isDrop)) await run({ text: "SET LOCAL statement_timeout = '60s'" })
        for (const text of texts) await run(statement, [text, owner])
      }).then(() => done(), done)
  }
  function over(batches: readonly Batch[], failure: DatabaseFailure | undefined): void {
    isWriting = false
    if (!failure) for (const { ended } of batches) ended()
    else {
      // What waits was committed after what failed, and must not be kept before it. The last one is told first: each is put back in front of
      // those after it.
      const all = [...batches, ...waiting.splice(0)].reverse()
      for (const { ended } of all) ended(failure)
    }
    if (waiting.length > 0 && !isWriting) writeNext()
  }
  return {
    write(changes, ended) {
      if (lost) return ended(lost)
      waiting.push({ changes, ended })
      if (!isWriting) writeNext()
    },
    stop(why) {
      lost = why
      if (!isWriting) for (const { ended } of waiting.splice(0).reverse()) ended(why)
    },
  }
}
