/** Finds the PostgreSQL programs for tests. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { foldersIn, isProgram } from './programs.ts'

/** Debian does not put the server programs on the PATH. */
const ofDebian = '/usr/lib/postgresql'

function versionsOfDebian(): string[] {
  try {
    const versions = readdirSync(ofDebian).sort((one, other) => Number(other) - Number(one))
    return versions.map((version) => join(ofDebian, version, 'bin'))
  } catch {
    return []
  }
}

/** Returns the folder with `initdb` and `postgres`: `STANDIN_POSTGRES`, the first such folder in PATH, or Debian's newest version. */
export function findPostgres({ PATH = '', STANDIN_POSTGRES } = process.env): string | undefined {
  if (STANDIN_POSTGRES) return STANDIN_POSTGRES
  const folders = [...foldersIn(PATH), ...versionsOfDebian()]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => isProgram(join(folder, name))))
}

export const howToInstallPostgres =
  'Install PostgreSQL: npm run postgres:install, on Debian or Ubuntu: sudo apt-get install postgresql. Or set STANDIN_POSTGRES to the folder that contains initdb.'
