/** Finds the programs of PostgreSQL, with which tests keep worlds. */
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian leaves the programs of a server out of PATH. */
const ofDebian = '/usr/lib/postgresql'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function versionsOfDebian(): string[] {
  try {
    const versions = readdirSync(ofDebian).sort((one, other) => Number(other) - Number(one))
    return versions.map((version) => join(ofDebian, version, 'bin'))
  } catch {
    return []
  }
}

/** The folder of `initdb` and `postgres`: that of `STANDIN_POSTGRES`, the first that PATH has, or the newest of Debian. */
export function findPostgres({ PATH = '', STANDIN_POSTGRES } = process.env): string | undefined {
  if (STANDIN_POSTGRES) return STANDIN_POSTGRES
  const folders = [...PATH.split(delimiter).filter((folder) => folder !== ''), ...versionsOfDebian()]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => isProgram(join(folder, name))))
}

export const howToInstallPostgres =
  'Install PostgreSQL: npm run postgres:install, on Debian or Ubuntu: sudo apt-get install postgresql. Or name the folder of initdb in STANDIN_POSTGRES.'
