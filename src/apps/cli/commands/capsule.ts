/** `standin capsules`: saves, shows and replays recordings. */
import { resolve } from 'node:path'
import { replay } from '../capsules/capsule-replay.ts'
import { countedCalls, show } from '../capsules/capsule-show.ts'
import { commandGroup, defineCommand, Failure, messageOf, withProgress } from '../frame/command.ts'
import { required } from '../frame/option.ts'
import { print } from '../frame/print.ts'
import { connectionOptions, remote } from '../frame/remote.ts'
import { demandCapsulePlace, replace, writeStream } from '../frame/whole-file.ts'

const save = defineCommand({
  name: 'save',
  summary: 'End the recording and save the capsule to a file',
  options: { file: required('The file to write'), ...connectionOptions },
  examples: [['standin capsules save bug.capsule', 'Then replay it: standin capsules replay bug.capsule']],
  async run({ values, io }) {
    const { call, bytes } = remote(values)
    const path = resolve(io.folder, values.file)
    // Checked before the recording ends, so the user can choose another file.
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
        `${path}: ${incomplete === null ? countedCalls(told) : `${countedCalls(told)}, incomplete: ${incomplete}`}.${nothingIn(told, world)}`,
    )
    return incomplete === null ? 0 : 1
  },
})

/** Helps the user spot a misspelt world name. */
const nothingIn = ({ calls }: { readonly calls: number }, world: string | null) =>
  calls > 0 ? '' : ` ${world === null ? 'No call was made' : `No call was made to world ${world}`} during the recording.`

async function store(body: ReadableStream<Uint8Array>, path: string): Promise<number> {
  // The file is readable only by its owner, like the files that the server records to.
  return replace(path, (beside) => writeStream(beside, body, 0o600)).catch((error: unknown) => {
    throw new Failure(`The capsule was not saved to ${path}: ${messageOf(error)}.`)
  })
}

export const capsules = commandGroup(['capsules', 'capsule'], 'Save, show and replay recordings', [save, show, replay])
