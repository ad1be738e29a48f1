/** Writes the lines of a capsule in order; what a call does next joins its last line, as long as nothing else happens in between. */
import type { CapsuleLine } from './lines.ts'
import type { CapsuleStore } from './store.ts'

/** A line to which stages and commits may still be added. */
type Open = { to?: string | undefined; commits?: number | undefined; readonly at: number }

export interface Tape {
  write(line: CapsuleLine): void
  /** The line of a call that was written last, if nothing has happened since. */
  write(line: CapsuleLine & Open, owner: object): void
  /** The last line, if it belongs to this call and this instant. */
  openFor(owner: object, at: number): Open | undefined
  /** The last line of any kind. */
  readonly last: CapsuleLine | undefined
  /** Lines that say something about others, in any order. */
  aside(line: CapsuleLine): void
  flush(): void
  /** Writes no more. */
  close(): void
  /** How many characters were written. */
  readonly size: number
}

/** Characters that are compressed together. */
const together = 65_536

export function createTape(store: CapsuleStore): Tape {
  let text = ''
  let size = 0
  let last: CapsuleLine | undefined
  let owner: object | undefined
  let closed = false
  function add(line: CapsuleLine): void {
    text += `${JSON.stringify(line)}\n`
    if (text.length < together) return
    hand()
  }
  function hand(): void {
    size += text.length
    store.write(text)
    text = ''
  }
  function settle(): void {
    if (last) add(last)
    last = undefined
    owner = undefined
  }
  return {
    write(line: CapsuleLine, of?: object) {
      settle()
      if (closed) return
      last = line
      owner = of
    },
    close() {
      settle()
      closed = true
    },
    openFor: (of, at) => (owner === of && last !== undefined && 'n' in last && last.at === at ? last : undefined),
    get last() {
      return last
    },
    aside: add,
    flush() {
      settle()
      if (text !== '') hand()
      store.flush()
    },
    get size() {
      return size + text.length
    },
  }
}
