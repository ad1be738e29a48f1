/** `standin capsules show`: lists the calls and events of a capsule. */

import { basename, resolve } from 'node:path'
import type { CapsuleLine } from '../../../control/capsule-lines.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Capsule, Counts, RecordedCall } from '../../capsules/files.ts'
import { defineCommand } from '../frame/command.ts'
import { option, quoted, required, wholeNumber } from '../frame/option.ts'
import { counted, print, status as toned } from '../frame/print.ts'
import { json } from '../frame/remote.ts'

export const countedCalls = ({ calls, controlCalls }: Counts): string =>
  `${counted(calls, 'call')}${controlCalls === 0 ? '' : `, ${controlCalls} of them to control endpoints`}`

export function callNumber(text: string): { readonly world: string; readonly number: number } {
  const [, world = 'default', number] = /^(?:([a-z0-9-]{1,63})\/)?(\d{1,15})$/.exec(text) ?? []
  if (number === undefined) throw new Misuse(`is ${quoted(text)}. Use a call's number, such as 12 or my-world/12.`)
  return { world, number: Number(number) }
}

const capsuleFile = required('The capsule')
export const maxCapsule = option('Maximum size of an unpacked capsule, in bytes', wholeNumber(1), 2 ** 30)

export const show = defineCommand({
  name: 'show',
  summary: 'Show the calls and events in a capsule',
  options: { file: capsuleFile, maxCapsule, json },
  examples: [['standin capsules show bug.capsule', 'Every call, job and settings change']],
  async run({ values, io }) {
    const { countsOf, readCapsuleFile } = await import('../../capsules/files.ts')
    const file = resolve(io.folder, values.file)
    const capsule = await readCapsuleFile(file, values.maxCapsule)
    const { head, torn } = capsule
    const happened = outlineOf(capsule)
    const worlds = capsule.lines.flatMap((line) => (line.event === 'world' ? [line.world] : []))
    const shown = { file, standin: head.standin, began: new Date(head.at).toISOString(), worlds, torn, ...countsOf(capsule), happened }
    print(io, values, shown, (_, table) => {
      const rows = happened.map(({ after, world, call, what, status, note }) => [
        `+${(after / 1000).toFixed(3)} s`,
        world === 'default' ? '' : world,
        call === null ? '' : String(call),
        what,
        status === null ? '' : toned(String(status)),
        note ?? '',
      ])
      return [
        `${basename(file)}: recorded by Standin ${head.standin}, starting at ${shown.began}; initial worlds: ${worlds.join(', ') || 'none'}. ${countedCalls(shown)}.`,
        ...table(rows),
        ...(torn ? ['The recording was interrupted here.'] : []),
      ]
    })
  },
})

/** A call, or an event between calls. */
interface OutlineEntry {
  /** Milliseconds since the recording started. */
  readonly after: number
  readonly world: string
  /** The number in `x-standin-call`; `null` for an event or a control call. */
  readonly call: number | null
  readonly what: string
  readonly status: number | null
  /** A remark on anything unusual. */
  readonly note: string | null
}

function outlineOf({ head, lines, calls }: Capsule): OutlineEntry[] {
  return lines.flatMap((line) => {
    const entry = entryOf(line, calls)
    return entry ? [{ after: 'at' in line ? Math.max(0, line.at - head.at) : 0, ...entry }] : []
  })
}

const noCall = { world: '', call: null, what: '', status: null, note: null }

function entryOf(line: CapsuleLine, calls: Capsule['calls']): Omit<OutlineEntry, 'after'> | undefined {
  switch (line.event) {
    case 'call':
    case 'control': {
      const { world, method, url } = line
      const recorded = calls.get(line.n)
      const number = line.event === 'call' ? line.number : null
      return { world, call: number, what: `${method} ${url}`, status: recorded?.reply?.status ?? null, note: noteOf(recorded) }
    }
    case 'jobs':
      return { ...noCall, world: line.world, what: line.ids.length === 1 ? '1 job' : `${line.ids.length} jobs` }
    case 'outgoing':
      return { ...noCall, what: `Standin calls ${line.method} ${line.url}`, status: line.status ?? null, note: line.error ?? null }
    case 'stranger':
      return { ...noCall, world: line.world, what: 'a call that began before the recording changes the world' }
    default:
      return undefined
  }
}

function noteOf(recorded: RecordedCall | undefined): string | null {
  if (!recorded) return null
  const { reply, gone, body, sent, stage } = recorded
  const notes = [
    gone && `the client disconnected${stage === undefined ? '' : ` at the stage ${stage}`}`,
    body?.ended === 'gone' && `${body.size ?? body.received ?? 0} bytes had arrived`,
    body?.ended === 'too-large' && `the body was too long: ${body.received ?? 0} bytes were read, and the rest is missing`,
    reply?.cut && `the connection was dropped (${reply.cut.how})`,
    sent && !sent.complete && !gone && `${sent.bytes} bytes were sent`,
    !reply && 'no reply',
  ]
  return notes.filter((each) => typeof each === 'string').join('; ') || null
}
