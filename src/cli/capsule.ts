/** `standin capsules`: saves what was recorded, shows, replays and shortens it, makes a test of it. */
import { basename, dirname, extname, resolve } from 'node:path'
import { prove } from './capsule-prove.ts'
import { replay } from './capsule-replay.ts'
import { callNumber, capsuleFile, countedCalls, maxCapsule, show, toTest } from './capsule-show.ts'
import { defineCommand, Failure, messageOf, withProgress } from './command.ts'
import { bare, optional, output, required, someText, wholeNumber } from './option.ts'
import { counted, print } from './print.ts'
import { connectionOptions, json, remote } from './remote.ts'
import { demandCapsulePlace, placeBelow, replace, writeStream } from './whole-file.ts'

const save = defineCommand({
  name: 'save',
  summary: 'End the recording, and store the capsule in a file',
  options: { file: required('The file to write'), ...connectionOptions },
  examples: [['standin capsules save bug.capsule', 'Then replay it: standin capsules replay bug.capsule']],
  async run({ values, io }) {
    const { call, bytes } = remote(values)
    const path = resolve(io.folder, values.file)
    // Before the recording ends: a user can name another file.
    demandCapsulePlace(path)
    const { calls, controlCalls, world, file, incomplete } = await call('control.recordCapsule', { body: { record: false } })
    const step = { does: 'Saving the capsule' }
    const written =
      path === file
        ? undefined
        : await withProgress(io, step, async (progress) => store(progress.counted(await bytes('control.readCapsule'), step), path))
    const told = { file: path, calls, controlCalls, incomplete, ...(written !== undefined && { bytes: written }) }
    print(
      io,
      values,
      told,
      () =>
        `${path}: ${incomplete === null ? countedCalls(told) : `not all of ${countedCalls(told)}: ${incomplete}`}.${nothingIn(told, world)}`,
    )
    return incomplete === null ? 0 : 1
  },
})

/** A name that was misspelt shows here. */
const nothingIn = ({ calls }: { readonly calls: number }, world: string | null) =>
  calls > 0 ? '' : ` ${world === null ? 'No call came' : `No call came to the world ${world}`} while it was recorded.`

/** Resolves to the number of bytes. */
async function store(body: ReadableStream<Uint8Array>, path: string): Promise<number> {
  // As a file that the server records to, it is for its owner alone.
  return replace(path, (beside) => writeStream(beside, body, 0o600)).catch((error: unknown) => {
    throw new Failure(`The capsule was not stored at ${path}: ${messageOf(error)}.`)
  })
}

const shrink = defineCommand({
  name: 'shrink',
  summary: 'Leave out every call that is not needed for one call to be answered as it was',
  options: {
    file: capsuleFile,
    call: optional('The call that must be answered as it was: its number, or world/number', callNumber),
    status: optional(
      'Or the first call with this status; a defect of Standin, or the last call, when both are absent',
      wholeNumber(100, 599),
    ),
    output: output(optional('The file to write; <name>.small.capsule when absent', someText)),
    force: bare('Replace a file that exists'),
    maxCapsule,
    json,
  },
  examples: [['standin capsules shrink bug.capsule --status 409', 'The shortest sequence to the first 409, as bug.small.capsule']],
  async run({ values, io }) {
    const { readCapsuleFile, fileStore } = await import('../record/capsule/files.ts')
    const { shrinkCapsule } = await import('../record/capsule/shrink.ts')
    const { partsFor } = await import('./replay-file.ts')
    const file = resolve(io.folder, values.file)
    const out =
      values.output === undefined ? `${file.slice(0, file.length - extname(file).length)}.small.capsule` : resolve(io.folder, values.output)
    // Before the search, which may take minutes.
    placeBelow(dirname(out), basename(out), values.force)
    const capsule = await readCapsuleFile(file, values.maxCapsule)
    const does = `Shrinking ${basename(file)}`
    const shrunk = await withProgress(io, { does }, ({ tell }) => {
      const progress = (done: number) => tell({ does, done, unit: 'replays' })
      return shrinkCapsule(capsule, { call: values.call, status: values.status }, { ...partsFor(file), progress }, () => fileStore(out))
    })
    print(
      io,
      values,
      { file: out, ...shrunk },
      ({ before, after, tried }) => `${out}: ${after} of ${counted(before, 'call')}, found in ${counted(tried, 'replay')}.`,
    )
    return 0
  },
})

export const capsules = defineCommand({
  name: 'capsules',
  also: ['capsule'],
  summary: 'Save what was recorded, show, replay and shorten it, make a test of it',
  options: {},
  commands: [save, show, replay, shrink, toTest, prove],
})
