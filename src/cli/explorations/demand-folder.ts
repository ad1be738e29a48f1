/** Refuses a folder that cannot be written, before a search that would end in it. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Misuse } from '../../misuse.ts'

/** The folder may be missing. Then the nearest one above it that is there must take it. Throws {@link Misuse}. */
export async function demandFolder(option: string, folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) {
    if (dirname(folder) !== folder) await demandFolder(option, dirname(folder))
    return
  }
  if (!found.isDirectory()) throw new Misuse(`${option}: ${folder} is a file. Name a folder.`)
  await access(folder, constants.W_OK).catch(() => {
    throw new Misuse(`${option}: nothing can be written in ${folder}. Name another folder.`)
  })
}
