/** Installs Debian's Chromium if the machine has none (`npm run chromium:install`). */
import { spawnSync } from 'node:child_process'
import { findChromium, howToInstallChromium } from './chromium.ts'

function run(command: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} exited with ${error?.message ?? status}.`)
}

if (findChromium() === undefined && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
  run('apt-get', 'update')
  run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium')
}
const found = findChromium()
if (found === undefined) throw new Error(howToInstallChromium)
process.stdout.write(`Browser tests use ${found}.\n`)
