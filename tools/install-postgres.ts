/** Installs Debian's PostgreSQL if the machine has none (`npm run postgres:install`). */
import { spawnSync } from 'node:child_process'
import { findPostgres, howToInstallPostgres } from './postgres.ts'

function run(command: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} exited with ${error?.message ?? status}.`)
}

if (findPostgres() === undefined && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
  run('apt-get', 'update')
  run('apt-get', 'install', '-y', '--no-install-recommends', 'postgresql')
}
const folder = findPostgres()
if (folder === undefined) throw new Error(howToInstallPostgres)
process.stdout.write(`PostgreSQL tests use ${folder}.\n`)
