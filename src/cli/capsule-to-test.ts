/** `standin capsule to-test`: writes a test that makes the calls of a capsule, for Vitest and for a shell. */

import { dirname, relative, resolve } from 'node:path'
import { callNumber, counted } from './capsule-calls.ts'
import { capsuleFile, maxCapsule } from './capsule-show.ts'
import { defineCommand } from './command.ts'
import { bare, optional, someText } from './option.ts'
import { print } from './print.ts'
import { json } from './remote.ts'
import { writeBelow } from './whole-file.ts'

export const toTest = defineCommand({
  name: 'to-test',
  summary: 'Write a test that makes the calls of a capsule, and expects its replies: for Vitest, and as a script of curl',
  options: {
    file: capsuleFile,
    until: optional('The last call of the test: its number, or world/number; all calls when absent', callNumber),
    out: optional('The file to write; <name>.test.ts beside the capsule when absent, and <name>.sh', someText),
    force: bare('Replace files that exist'),
    maxCapsule,
    json,
  },
  examples: [
    ['standin capsule to-test bug.small.capsule', 'bug-small.test.ts and bug-small.sh. They need a server: standin start'],
    ['standin capsule to-test bug.capsule --until 12 --out test/bug.test.ts', 'The calls up to call 12'],
  ],
  async run({ values, io }) {
    const { scriptFor } = await import('./capsule-script.ts')
    const file = resolve(io.folder, values.file ?? '')
    const { script, files, leftOut, others } = await scriptFor(file, {
      until: values.until,
      most: values.maxCapsule,
      out: values.out === undefined ? undefined : resolve(io.folder, values.out),
    })
    writeBelow(dirname(resolve(io.folder, values.out ?? file)), files, values.force)
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
