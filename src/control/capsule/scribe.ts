/** A recorder's tools: the tape, placeholders for secrets, and a shared time for everything it records. */
import { encodeBase64 } from '../../persistence/snapshot-contents.ts'
import { type Call, header } from '../../service/wire/call.ts'
import type { Platform } from '../../service/world/platform.ts'
import { type BodyTools, type Read, watchedBody } from './bodies.ts'
import { createMarks, type MarkedToken, type Marks } from './marks.ts'
import { written } from './notes.ts'
import { createSharedHeaders } from './shared-headers.ts'
import type { CapsuleStore } from './store.ts'
import { createTape, type Tape } from './tape.ts'

export interface RecordedCall {
  /** 0 if the call is not recorded. */
  n: number
  /** The value of `x-standin-call`. */
  number: number
  readonly signal: AbortSignal
  left: boolean
  stage: string | undefined
  line: object | undefined
}

export interface Scribe {
  readonly tape: Tape
  readonly marks: Marks
  readonly machine: Platform
  /** Advances the recorded time and returns it. Time passes only at lines, so that a replay can reproduce it. */
  refresh(): number
  /** Returns the recorded time, advancing it first if the machine might have waited in the meantime. */
  look(): number
  instant(): number
  /** True while work that started at the recorded time continues without waiting, however long it takes. */
  readonly isWorking: boolean
  /** Makes later lines independent of earlier lines, except for secrets. */
  forget(): void
  /** Stores large contents, either alongside the lines or in separate lines. */
  readonly keep: BodyTools['keep']
  toolsFor(type: string | undefined): BodyTools
  /** Returns the line that records a call's current progress. */
  lineOf(call: RecordedCall): { to?: string | undefined; commits?: number | undefined }
  /** Records that a call's client has disconnected, the first time this is noticed. */
  noteLeft(call: RecordedCall): void
  bodyOf(call: RecordedCall, from: Pick<Call, 'body' | 'headers'>): Call['body']
}

export interface ScribeOptions {
  readonly machine: Platform
  readonly store: CapsuleStore
  readonly mark: string
  found(token: MarkedToken): void
  /** Called once with the reason if recording stops. */
  lost(why: string): void
}

export function createScribe({ machine, store, mark, found, lost }: ScribeOptions): Scribe {
  const marks = createMarks(mark, found)
  const tape: Tape = createTape(store, (note) => written(note, writing), lost)
  let pinned = 0
  let isWorking = false
  const rest = () => {
    isWorking = false
  }
  let pieces = 0
  const keepInside = () => {
    const content = ++pieces
    return {
      write: (chunk: Uint8Array) => tape.aside({ event: 'piece', content, base64: encodeBase64([chunk]) }),
      end: (sha256: string) => tape.aside({ event: 'piece', content, base64: '', sha256 }),
    }
  }
  const keepBeside = () => {
    const content = attempt(() => store.keep?.())
    return {
      write: (chunk: Uint8Array) => attempt(() => content?.write(chunk)),
      end: (sha256: string) => attempt(() => content?.end(sha256)),
    }
  }
  function attempt<Kept>(act: () => Kept): Kept | undefined {
    try {
      return act()
    } catch (thrown) {
      tape.lose(thrown)
      return undefined
    }
  }
  const keep = store.keep ? keepBeside : keepInside
  const shared = createSharedHeaders(marks, tape.aside)
  const textTools: BodyTools = { sha256: machine.sha256, keep, kept: marks.text }
  const formTools: BodyTools = { sha256: machine.sha256, keep, kept: marks.query }
  const toolsFor = (type: string | undefined) => (isForm(type) ? formTools : textTools)
  const writing = { marks, toolsFor, shared, hidden: new Map() }
  const scribe: Scribe = {
    keep,
    forget() {
      tape.flush()
      marks.forget()
      shared.forget()
    },
    tape,
    marks,
    machine,
    refresh() {
      tape.relieve()
      pinned = Math.max(pinned, machine.now())
      if (!isWorking) {
        isWorking = true
        void machine.breathe().then(rest)
      }
      return pinned
    },
    look: () => (isWorking ? pinned : scribe.refresh()),
    get isWorking() {
      return isWorking
    },
    instant: () => pinned,
    toolsFor,
    noteLeft(call) {
      if (call.left || !call.signal.aborted) return
      call.left = true
      tape.note({ event: 'gone', n: call.n, at: pinned }, call)
    },
    lineOf(call) {
      scribe.noteLeft(call)
      const open = tape.openFor(call, pinned)
      if (open) return open
      const line = { event: 'on' as const, n: call.n, at: pinned, to: undefined, commits: undefined }
      tape.note(line, call)
      return line
    },
    bodyOf(call, { body, headers }) {
      if (!body) return body
      const type = header(headers, 'content-type')
      const done = (read: () => Read, waiting: number) => {
        if (call.n === 0) return
        tape.note({ event: 'body', n: call.n, at: scribe.refresh(), read, to: call.stage }, call, waiting)
        // A disconnect is recorded after the body, because the bytes were read before the client disconnected.
        scribe.noteLeft(call)
      }
      return watchedBody(body, isTextual(type), toolsFor(type), done)
    },
  }
  return scribe
}

const isForm = (type: string | undefined) => type?.startsWith('application/x-www-form-urlencoded')
const isTextual = (type: string | undefined) => type !== undefined && /json|urlencoded|text\//.test(type)
