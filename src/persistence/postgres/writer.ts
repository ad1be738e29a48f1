/** Writes changes to PostgreSQL: changes that arrive during a transaction are written in the next transaction. */
import type { Change } from '../store/store.ts'
import type { Connection } from './connection.ts'
import type { DatabaseFailure } from './target.ts'

type Ended = (failure?: DatabaseFailure) => void

export interface Writer {
  write(changes: readonly Change[], ended: Ended): void
  /** Stops writing. Changes that have not been stored are lost. */
  stop(why: DatabaseFailure): void
}

/** Maximum number of characters per statement. Larger transactions are sent in parts, so that the session stays responsive. */
const most = 2 ** 18
/** In milliseconds. Dropping a world deletes all of its rows. */
const patienceOfDrop = 60_000

/**
 * Encodes changes for the `keep` SQL function. The separators never occur unescaped in JSON: 1D between changes of different kinds, 1E
 * between puts, and 1F between the members of a change. Keys are JSON, because they can contain any character.
 */
export function createText() {
  const texts: string[] = []
  let text = ''
  /** The kind of the last change. For a removal, it includes the world's number. */
  let last = ''

  /** Begins a change. Returns true if it continues the previous one. */
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

/** `schema`: the quoted name. `owner`: the session's server id. */
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
      // Waiting batches were committed after the failed ones, so they must not be stored first. All batches fail in reverse order, because
      // each caller puts its changes back in front of later changes.
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
