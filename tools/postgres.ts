/** Finds the programs of PostgreSQL, with which tests keep worlds. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { foldersIn, isProgram } from './programs.ts'

/** Debian leaves the programs of a server out of PATH. */
const ofDebian = '/usr/lib/postgresql'

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
  const folders = [...foldersIn(PATH), ...versionsOfDebian()]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => isProgram(join(folder, name))))
}

export const howToInstallPostgres =
  'Install PostgreSQL: npm run postgres:install, on Debian or Ubuntu: sudo apt-get install postgresql. Or name the folder of initdb in STANDIN_POSTGRES.'
