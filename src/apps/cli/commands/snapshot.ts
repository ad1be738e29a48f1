/** `standin snapshots`: saves a world to a file, and restores it. */
import { resolve } from 'node:path'
import { commandGroup, defineCommand, withProgress } from '../frame/command.ts'
import { bare, optional, required, wholeNumber } from '../frame/option.ts'
import { print } from '../frame/print.ts'
import { connectionOptions, remote } from '../frame/remote.ts'

const file = required("The snapshot file. The world's large files are stored in <file>.contents")

const save = defineCommand({
  name: 'save',
  summary: "Save a world's complete state to a file",
  options: {
    file,
    journal: bare('Save the journal too'),
    inline: optional('Maximum size of files included in the document, in bytes. Default: 65536', wholeNumber(0, 64 * 2 ** 20)),
    ...connectionOptions,
  },
  examples: [
    ['standin snapshots save state.json', 'To restore it: standin snapshots load state.json, or standin start --restore state.json'],
  ],
  async run({ values, io }) {
    const { file: name, journal, inline, world } = values
    const { saveFile } = await import('../serving/snapshot-file.ts')
    const { call, bytes } = remote(values)
    const query = { ...(journal && { journal: 'true' as const }), ...(inline !== undefined && { inline: String(inline) }) }
    const path = resolve(io.folder, name)
    const saved = await withProgress(io, { does: `Saving world ${world}` }, async ({ counted }) =>
      saveFile(path, await call('control.takeSnapshot', { query }), async (sha256, step) =>
        counted(await bytes('control.readSnapshotContent', { params: { sha256 } }), { does: `Saving the files in ${world}`, ...step }),
      ),
    )
    print(io, values, { world, ...saved }, ({ bytes: size, contents: { folder, files, bytes: all } }) => {
      const beside = files > 0 ? `, and ${files} files of ${all} bytes in ${folder}` : ''
      return `${path}: world ${world}, ${size} bytes${beside}.`
    })
  },
})

const load = defineCommand({
  name: 'load',
  summary: 'Replace a world with the world in a file',
  options: { file, ...connectionOptions },
  examples: [['standin snapshots load state.json --world team-b', 'Copy the saved world to team-b']],
  async run({ values, io }) {
    const { differencesText, restoreFile } = await import('../serving/snapshot-file.ts')
    const { call } = remote(values)
    const path = resolve(io.folder, values.file)
    const restored = await withProgress(io, { does: `Restoring ${path}` }, ({ counted }) =>
      restoreFile(path, {
        // The server validates the document.
        restore: (document) => call('control.restoreSnapshot', { body: document as { format: string; version: number } }),
        put: (sha256, body, step) =>
          call('control.putSnapshotContent', {
            params: { sha256 },
            body: counted(body, { does: `Sending the files in ${path}`, ...step }),
          }),
      }),
    )
    print(io, values, restored, (reply) => [`World ${reply.world} was restored from ${path}.`, ...differencesText(reply)])
  },
})

export const snapshots = commandGroup(['snapshots', 'snapshot'], 'Save a world to a file, and restore it', [save, load])
