/** Installs the gems for the Pact Broker and the Ruby consumer in a cache folder in the user's home (`npm run broker:install`). */
import { spawnSync } from 'node:child_process'
import { gemEnvironment, gemFolders, hasGems } from './broker-gems.ts'

const packages = ['ruby', 'ruby-dev', 'bundler', 'build-essential', 'libyaml-dev']

function run(command: string, args: readonly string[], options: Parameters<typeof spawnSync>[2] = {}): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} exited with ${error?.message ?? status}.`)
}

const isThere = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0

function installRuby(): void {
  const missing = isThere('dpkg', '--version') ? packages.filter((name) => !isThere('dpkg', '-s', name)) : []
  if (missing.length > 0 && process.getuid?.() === 0) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', ...missing])
  }
  if (isThere('ruby', '-v') && isThere('bundle', '-v')) return
  throw new Error(`Ruby and Bundler are missing. On Debian or Ubuntu: sudo apt-get install ${packages.join(' ')}`)
}

const missing = () => gemFolders.filter((folder) => !hasGems(folder))

if (missing().length > 0) installRuby()
for (const folder of missing()) run('bundle', ['install'], { cwd: folder, env: gemEnvironment(folder) })
process.stdout.write('The gems for the Pact Broker and the Ruby consumer are installed.\n')
