/** `standin capsules show`: lists the calls and events of a capsule. */

import { basename, resolve } from 'node:path'
import { mostCapsule } from '../../../control/capsule-parts.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Counts } from '../../capsules/outline.ts'
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
export const maxCapsule = option('Maximum size of an unpacked capsule, in bytes', wholeNumber(1), mostCapsule)

export const show = defineCommand({
  name: 'show',
  summary: 'Show the calls and events in a capsule',
  options: { file: capsuleFile, maxCapsule, json },
  examples: [['standin capsules show bug.capsule', 'Every call, job and settings change']],
  async run({ values, io }) {
    const { readCapsuleFile } = await import('../../capsules/files.ts')
    const { countsOf, outlineOf } = await import('../../capsules/outline.ts')
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
        `${basename(file)}: recorded by Standin ${head.standin} from ${shown.began} on; initial worlds: ${worlds.join(', ') || 'none'}. ${countedCalls(shown)}.`,
        ...table(rows),
        ...(torn ? ['The recording was interrupted here.'] : []),
      ]
    })
    return 0
  },
})
