/** Collects notes in order and writes them in batches; a call may extend its last note as long as nothing else happens in the meantime. */
import type { CapsuleLine } from '../capsule-lines.ts'
import type { Note } from './notes.ts'
import type { CapsuleStore } from './store.ts'

/** A note that its call can still extend. */
type OpenNote = Exclude<Extract<Note, { readonly n: number }>, { readonly event: 'sent' }>

export type Tape = ReturnType<typeof createTape>

/**
 * Maximum number of pending notes, and of bytes in their bodies. Larger batches would survive a garbage collection.
 */
const [mostNotes, mostWaiting] = [64, 262_144]
/** Bytes per write. */
const together = 262_144
const newline = 10

/** `written`: turns a note into its line, and may write other lines first. `lost`: called once with the reason if storing stops. */
export function createTape(store: CapsuleStore, written: (note: Note) => CapsuleLine, lost: (why: string) => void) {
  const encoder = new TextEncoder()
  let notes: Note[] = []
  let waiting = 0
  let owner: object | undefined
  let closed = false
  let isBroken = false
  let loss: string | undefined
  const bytes = new Uint8Array(together)
  let filled = 0
  function lose(thrown: unknown): void {
    if (loss !== undefined) return
    closed = true
    loss = thrown instanceof Error ? thrown.message : String(thrown)
    lost(loss)
  }
  function keep(lines: Uint8Array): void {
    if (isBroken) return
    try {
      store.write(lines)
    } catch (thrown) {
      isBroken = true
      lose(thrown)
    }
  }
  function hand(): void {
    if (filled > 0) keep(bytes.subarray(0, filled))
    filled = 0
  }
  function aside(line: CapsuleLine): void {
    const text = JSON.stringify(line)
    // At most three bytes per UTF-16 code unit, and one for the newline.
    const most = 3 * text.length + 1
    if (filled + most > bytes.length) hand()
    if (most > bytes.length) {
      keep(encoder.encode(`${text}\n`))
      return
    }
    filled += encoder.encodeInto(text, bytes.subarray(filled)).written
    bytes[filled++] = newline
  }
  function write(): void {
    const batch = notes
    notes = []
    waiting = 0
    owner = undefined
    for (const note of batch) aside(written(note))
  }
  function openFor(of: object | undefined, at: number): OpenNote | undefined {
    const last = of !== undefined && owner === of ? notes.at(-1) : undefined
    return last && 'n' in last && last.event !== 'sent' && last.at === at ? last : undefined
  }
  return {
    /** `of`: the call that may extend the note. `size`: the size of the note's body in bytes. */
    note(note: Note, of?: object, size: number = 0): void {
      if (closed) return
      waiting += size
      const open = note.event === 'reply' ? openFor(of, note.at) : undefined
      if (note.event === 'reply' && (open?.event === 'call' || open?.event === 'body')) {
        open.reply = note
        owner = undefined
        return
      }
      notes.push(note)
      owner = of
    },
    /** Writes pending notes and ignores all later ones. */
    close(): void {
      write()
      hand()
      closed = true
    },
    /** Returns the last note, if it belongs to this call and this time. */
    openFor,
    /** Writes the batch if it is full. This takes time, so call it only where time may pass. */
    relieve(): void {
      if (notes.length >= mostNotes || waiting >= mostWaiting) write()
    },
    get last() {
      return notes.at(-1)
    },
    /** Writes a line that other lines refer to, ahead of all pending notes. */
    aside,
    /** Ends the capsule because something could not be stored. Calls do not fail if recording them fails. */
    lose,
    get loss() {
      return loss
    },
    flush(): void {
      write()
      hand()
    },
  }
}
