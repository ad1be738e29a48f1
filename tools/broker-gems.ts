/** Folders with gems for tests (a Pact Broker and a Ruby consumer), and the environment for Bundler. */
import { spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Each folder contains a Gemfile and a lock file. */
export const gemFolders = [join(root, 'test/broker'), join(root, 'examples/ruby-consumer')]
export const [brokerFolder = '', rubyConsumer = ''] = gemFolders

/** Folder for installed gems, outside the repository, so that the gems survive `npm ci` and a new clone. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'standin', 'gems')

export const gemEnvironment = (folder: string) => ({
  ...process.env,
  BUNDLE_GEMFILE: join(folder, 'Gemfile'),
  BUNDLE_PATH: cache,
  BUNDLE_FROZEN: 'true',
  BUNDLE_JOBS: '4',
  BUNDLE_RETRY: '3',
  BUNDLE_SILENCE_ROOT_WARNING: 'true',
})

export const hasGems = (folder: string): boolean =>
  spawnSync('bundle', ['check'], { cwd: folder, env: gemEnvironment(folder) }).status === 0

export const howToInstall = "Install the Pact Broker and the Ruby consumer's gems: npm run broker:install"
