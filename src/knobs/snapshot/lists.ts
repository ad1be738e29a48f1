/** Makes the maps of a world from the lists of a snapshot, and refuses what occurs twice. */
import { Misuse } from '../../misuse.ts'

/** `place` says where the list stands in the document. */
export function byId<R, Id>(place: string, records: readonly R[], idOf: (record: R) => Id): Map<Id, R> {
  const read = new Map<Id, R>()
  for (const record of records) {
    const id = idOf(record)
    if (read.has(id)) throw new Misuse(`snapshot.${place}: ${JSON.stringify(id)} occurs twice.`)
    read.set(id, record)
  }
  return read
}

/** The same, for numbers that grow from record to record and do not exceed the latest one. */
export function ordered<R>(place: string, records: readonly R[], numberOf: (record: R) => number, latest: number): Map<number, R> {
  const read = new Map<number, R>()
  let last = 0
  for (const record of records) {
    const number = numberOf(record)
    if (number <= last) throw new Misuse(`snapshot.${place}: ${number} follows ${last}. The numbers must grow.`)
    if (number > latest) throw new Misuse(`snapshot.${place}: ${number} is more than the latest number, ${latest}.`)
    read.set(number, record)
    last = number
  }
  return read
}
