/** Finds the folder and the version of this package. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Package {
  readonly folder: string
  readonly version: string
}

let found: Package | undefined

/** Searches upwards, because source and build lie at different depths. */
export function ownPackage(): Package {
  found ??= lookUpwards(dirname(fileURLToPath(import.meta.url)))
  return found
}

function lookUpwards(folder: string): Package {
  const { name, version } = readPackage(join(folder, 'package.json'))
  if (name === 'standin') return { folder, version: version ?? '' }
  if (dirname(folder) === folder) throw new Error('The package.json of standin is not above its code.')
  return lookUpwards(dirname(folder))
}

function readPackage(path: string): { name?: string; version?: string } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
