/** Runs the tests in `examples/` as a reader would, with the package installed from its tarball. `--all` includes slow examples. */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { findChromium, howToInstallChromium } from './chromium.ts'
import { useOwnTemporaryFolder } from './temporary-folder.ts'

useOwnTemporaryFolder()

const root = resolve(import.meta.dirname, '..')
const chromium = findChromium()

interface Example {
  /** The program that the example needs. */
  readonly needs?: 'PostgreSQL' | 'chromium' | 'dotnet' | 'javac' | 'python3' | 'ruby'
  /** Why the example runs only with `--all`. */
  readonly slow?: string
}

const examples: Readonly<Record<string, Example>> = {
  'vitest-node': {},
  'vitest-jsdom-react': {},
  'jest-esm': {},
  'node-test': {},
  'vite-browser': { needs: 'chromium' },
  'playwright-e2e': { needs: 'chromium' },
  'retry-client': {},
  'generated-clients': {},
  cluster: { needs: 'PostgreSQL' },
  explore: { needs: 'python3', slow: 'hundreds of runs' },
  storybook: { needs: 'chromium', slow: 'many packages' },
  'python-client': { needs: 'python3' },
  'ruby-client': { needs: 'ruby' },
  'java-client': { needs: 'javac' },
  'csharp-client': { needs: 'dotnet', slow: 'packages of NuGet' },
}

/** Programs that our CI provides. There, skipping an example that needs such a program is a failure. */
const inCi: readonly Example['needs'][] = ['javac', 'python3', 'ruby']

const inPath = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

function has(program: NonNullable<Example['needs']>): boolean {
  if (program === 'chromium') return chromium !== undefined
  // Debian does not put PostgreSQL's server programs on the PATH.
  if (program === 'PostgreSQL') return inPath('initdb') || globSync('/usr/lib/postgresql/*/bin/initdb').length > 0
  return inPath(program)
}

/** Returns the reason for skipping an example, or `undefined` if it runs. */
function reason({ needs, slow }: Example, all: boolean): string | undefined {
  if (slow && !all) return `${slow}: npm run test:examples:all runs it`
  if (needs && !has(needs)) return `there is no ${needs} on this machine${needs === 'chromium' ? `. ${howToInstallChromium}` : ''}`
  return undefined
}

const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  CHROMIUM: chromium ?? '',
  NO_COLOR: '1',
}

async function run(folder: string, ...[command = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [said, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} exited with code ${code}.\n${said}${complained}`)
}

const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

/** Installs and tests a copy of an example. Resolves to the duration in seconds. */
async function tryOut(name: string, folder: string, tarball: string): Promise<number> {
  const began = performance.now()
  const isSource = (path: string) => !/[\\/](node_modules|dist|storybook-static|test-results)$/.test(path)
  cpSync(join(root, 'examples', name), folder, { recursive: true, filter: isSource })
  await run(folder, 'npm', 'install', '--no-save', '--no-package-lock', ...quiet, tarball)
  if (existsSync(join(folder, 'tsconfig.json')))
    await run(folder, process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')
  await run(folder, 'npm', 'test')
  return (performance.now() - began) / 1000
}

/** Runs two examples at a time. */
async function main(args: readonly string[]): Promise<number> {
  const all = args.includes('--all')
  const named = args.filter((each) => !each.startsWith('--'))
  const wanted = Object.entries(examples).filter(([name]) => named.length === 0 || named.includes(name))
  const left = wanted.map(([name, example]) => [name, reason(example, all || named.length > 0)] as const)
  const queue = left.flatMap(([name, why]) => (why === undefined ? [name] : []))
  const folder = mkdtempSync(join(tmpdir(), 'standin-examples-'))
  let failed = 0
  try {
    await run(root, 'npm', 'pack', '--pack-destination', folder)
    const [tarball = ''] = globSync(join(folder, '*.tgz'))
    const work = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const copy = join(folder, name)
        mkdirSync(copy)
        const said = await tryOut(name, copy, tarball).then(
          (seconds) => `ok      ${name} (${seconds.toFixed(1)} s)\n`,
          (error: Error) => {
            failed++
            return `FAILED  ${name}\n${error.message}\n`
          },
        )
        process.stdout.write(said)
      }
    }
    await Promise.all([work(), work()])
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  for (const [name, why] of left) {
    if (why === undefined) continue
    process.stdout.write(`skipped ${name}: ${why}\n`)
    if (process.env.CI && inCi.includes(examples[name]?.needs) && !examples[name]?.slow) failed++
  }
  return failed === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
