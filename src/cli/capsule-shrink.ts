/** `standin capsule shrink`: the shortest sequence of calls that still ends as it did. */

import { basename, dirname, extname, resolve } from 'node:path'
import { callNumber } from './call-number.ts'
import { capsuleFile, maxCapsule } from './capsule-show.ts'
import { defineCommand } from './command.ts'
import { json } from './connection.ts'
import { counted } from './counted.ts'
import { placeBelow } from './files-below.ts'
import { bare, optional, someText, wholeNumber } from './option.ts'
import { print } from './print.ts'

export const shrink = defineCommand({
  name: 'shrink',
  summary: 'Leave out every call that is not needed for one call to be answered as it was',
  options: {
    file: capsuleFile,
    call: optional('The call that must be answered as it was: its number, or world/number', callNumber),
    status: optional(
      'Or the first call with this status; a defect of Standin, or the last call, when both are absent',
      wholeNumber(100, 599),
    ),
    out: optional('The file to write; <name>.small.capsule when absent', someText),
    force: bare('Replace a file that exists'),
    maxCapsule,
    json,
  },
  examples: [['standin capsule shrink bug.capsule --status 409', 'The shortest sequence to the first 409, as bug.small.capsule']],
  async run({ values, io }) {
    const { readCapsuleFile, fileStore } = await import('../capsule/files.ts')
    const { shrinkCapsule } = await import('../capsule/shrink.ts')
    const { partsFor } = await import('./replay-file.ts')
    const file = resolve(io.folder, values.file ?? '')
    const out =
      values.out === undefined ? `${file.slice(0, file.length - extname(file).length)}.small.capsule` : resolve(io.folder, values.out)
    // Before the search, which may take minutes.
    placeBelow(dirname(out), basename(out), values.force)
    const capsule = await readCapsuleFile(file, values.maxCapsule)
    const shrunk = await shrinkCapsule(capsule, { call: values.call, status: values.status }, partsFor(file), () => fileStore(out))
    print(
      io,
      values,
      { file: out, ...shrunk },
      ({ before, after, tried }) => `${out}: ${after} of ${counted(before, 'call')}, found in ${counted(tried, 'replay')}.`,
    )
    return 0
  },
})
