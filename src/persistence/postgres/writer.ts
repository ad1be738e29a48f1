/** Writes changes into PostgreSQL: what comes while a transaction is on its way is the next one. */
import type { Change } from '../store/store.ts'
import type { Connection } from './connection.ts'
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

/**
 * Changes as the function `keep` reads them: JSON does not hold these characters as they are. 1D parts what follows each other and is not
 * alike, 1E a put from the next one, and 1F what a change says. A key is JSON, so that it can have any character.
 */
export function createText() {
  const texts: string[] = []
  let text = ''
  /** What the last change was. A remove says the world, too. */
  let last = ''

  /** Whether it goes on with the last change. */
  function begin(kind: string, parting: string): boolean {
    if (text.length >= most) {
      texts.push(text)
      text = ''
      last = ''
    }
    const goesOn = kind === last
    if (text !== '') text += goesOn ? parting : '\x1d'
    last = kind
    return goesOn
  }
  return {
    add(change: Change): void {
      if (change.what === 'put') {
        const { row, kind, environment = '', key, version, json } = change.row
        begin('p', '\x1e')
        text += `p\x1f${change.number}\x1f${row}\x1f${kind}\x1f${environment}\x1f${JSON.stringify(key)}\x1f${version}\x1f${json}`
      } else if (change.what === 'remove') {
        const of = `r\x1f${change.number}\x1f`
        const goesOn = begin(of, ',')
        text += goesOn ? change.row : of + change.row
      } else {
        begin(change.what, '\x1d')
        text += single(change).join('\x1f')
      }
    },
    end: (): readonly string[] => (text === '' ? texts : [...texts, text]),
  }
}

function single(change: Exclude<Change, { what: 'put' | 'remove' }>): (string | number)[] {
  if (change.what === 'due') return ['d', change.number, change.due ?? '']
  if (change.what === 'value') return ['v', change.name, change.json]
  if (change.what === 'drop') return ['x', change.number]
  const { number, name, version, json } = change.world
  return ['w', number, name, version, json]
}

function textsOf(batches: readonly Batch[]): readonly string[] {
  const { add, end } = createText()
  for (const { changes } of batches) for (const change of changes) add(change)
  return end()
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
    else if (texts.length === 1) send(statement, [texts[0] ?? '', String(owner)], done)
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
      if (lost) ended(lost)
      else waiting.push({ changes, ended })
      if (!isWriting && waiting.length > 0) writeNext()
    },
    stop(why) {
      lost = why
      if (!isWriting) for (const { ended } of waiting.splice(0).reverse()) ended(why)
    },
  }
}
