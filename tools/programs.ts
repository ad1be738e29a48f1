/** Finds programs on the machine. */
import { accessSync, constants } from 'node:fs'
import { delimiter } from 'node:path'

/** `path`: a value in the format of the PATH variable. */
export const foldersIn = (path: string): string[] => path.split(delimiter).filter((folder) => folder !== '')

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
