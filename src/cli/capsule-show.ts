/** `standin capsules show` and `standin capsules to-test`: what happened in a capsule, for people and as a test. */

import { basename, dirname, relative, resolve } from 'node:path'
import { Misuse } from '../misuse.ts'
import type { Counts } from '../record/capsule/outline.ts'
import { mostCapsule } from '../record/capsule/store.ts'
import { defineCommand } from './command.ts'
import { bare, option, optional, output, quoted, required, someText, wholeNumber } from './option.ts'
import { counted, print, status as toned } from './print.ts'
import { json } from './remote.ts'
import { writeBelow } from './whole-file.ts'

export const countedCalls = ({ calls, controlCalls }: Counts): string =>
  `${counted(calls, 'call')}${controlCalls === 0 ? '' : `, ${controlCalls} of them to control rows`}`

export function callNumber(text: string): { readonly world: string; readonly number: number } {
  const [, world = 'default', number] = /^(?:([a-z0-9-]{1,63})\/)?(\d{1,15})$/.exec(text) ?? []
  if (number === undefined) throw new Misuse(`is ${quoted(text)}; the number of a call, such as 12 or my-world/12, is expected.`)
  return { world, number: Number(number) }
}

export const capsuleFile = required('The capsule')
export const maxCapsule = option('The bytes of text that a capsule may have, once it is unpacked', wholeNumber(1), mostCapsule)

export const show = defineCommand({
  name: 'show',
  summary: 'Show what happened in a capsule, one line each',
  options: { file: capsuleFile, maxCapsule, json },
  examples: [['standin capsules show bug.capsule', 'Every call, every job and everything that was switched']],
  async run({ values, io }) {
    const { readCapsuleFile } = await import('../record/capsule/files.ts')
    const { countsOf, outlineOf } = await import('../record/capsule/outline.ts')
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
        `${basename(file)}: recorded by Standin ${head.standin} from ${shown.began} on, worlds at the start: ${worlds.join(', ') || 'none'}. ${countedCalls(shown)}.`,
        ...table(rows),
        ...(torn ? ['The recording was broken off here.'] : []),
      ]
    })
    return 0
  },
})

export const toTest = defineCommand({
  name: 'to-test',
  summary: 'Write a test that makes the calls of a capsule, and expects its replies: for Vitest, and as a script of curl',
  options: {
    file: capsuleFile,
    until: optional('The last call of the test: its number, or world/number; all calls when absent', callNumber),
    output: output(optional('The file to write; <name>.test.ts beside the capsule when absent, and <name>.sh', someText)),
    force: bare('Replace files that exist'),
    maxCapsule,
    json,
  },
  examples: [
    ['standin capsules to-test bug.small.capsule', 'bug-small.test.ts and bug-small.sh. They need a server: standin start'],
    ['standin capsules to-test bug.capsule --until 12 --output test/bug.test.ts', 'The calls up to call 12'],
  ],
  async run({ values, io }) {
    const { scriptFor } = await import('./capsule-script.ts')
    const file = resolve(io.folder, values.file)
    const { script, files, leftOut, others } = await scriptFor(file, {
      until: values.until,
      most: values.maxCapsule,
      out: values.output === undefined ? undefined : resolve(io.folder, values.output),
    })
    writeBelow(dirname(resolve(io.folder, values.output ?? file)), files, values.force)
    const paths = files.map(({ path }) => path)
    const told = { files: paths, calls: script.taken.length, leftOut, notRepeated: others }
    print(io, values, told, () => [
      `${paths.map((path) => relative(io.folder, path)).join(', ')}: ${counted(told.calls, 'call')}. Run it: ${script.command}`,
      ...(leftOut.length > 0 ? [`Left out: ${leftOut.map(({ call, why }) => `${call} (${why})`).join(', ')}.`] : []),
      ...(others.length > 0
        ? [`Not compared, because calls that are made one after the other are answered in another way: ${others.join(', ')}.`]
        : []),
    ])
    return 0
  },
})
