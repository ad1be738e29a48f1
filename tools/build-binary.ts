/** Builds Standin as a single file that does not need Node.js and contains its data, pages and dashboard (`npm run build:binary`). */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { buildDashboard } from './build-dashboard.ts'
import { buildData } from './build-data.ts'
import { licensesOf, replaced, root, smaller, withNames } from './bundling.ts'

const work = join(root, 'out', 'binary')
const licenses = join(work, 'licenses.txt')

/** Libraries that some commands need and the single-file program does not include. */
const left = [
  '@faker-js/faker',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-node',
  '@pact-foundation/pact',
  '@redocly/cli',
  'msw',
  'vitest',
  '@playwright/test',
]

/**
 * Bundles everything into a single script, because the program reads no code from disk. Modules are evaluated on first import. Returns the
 * bundled files.
 */
async function bundle(file: string): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: root,
    input: 'src/apps/cli/inside-one-file.ts',
    platform: 'node',
    // Libraries use import.meta to find files next to the module, which do not exist in the single file.
    onLog(_, { code, message }) {
      if (code !== 'EMPTY_IMPORT_META') throw new Error(message)
    },
    external: (id) => left.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [smaller],
    resolve: { alias: replaced },
  })
  const { output } = await build.write({ file, format: 'cjs', codeSplitting: false, dynamicImportInCjs: false, minify: withNames })
  await build.close()
  return output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
}

/** Returns Node.js's licence file, which also includes the licences of its libraries. */
function licenseOfNode(): string {
  const folder = dirname(realpathSync(process.execPath))
  const path = [join(folder, '../LICENSE'), join(folder, 'LICENSE')].find((each) => existsSync(each))
  if (path === undefined) throw new Error(`There is no Node.js LICENSE next to ${folder}.`)
  return `Node.js ${process.versions.node}\n\n${readFileSync(path, 'utf8').trim()}\n`
}

/** Returns the files to embed, keyed by path in the package. */
function assets(): Record<string, string> {
  const data = ['fixtures/*.json', 'scenarios/*.yaml', 'dist/scenarios.json', 'dist/fixtures.json']
  const names = globSync(['package.json', 'docs/**/*.{md,txt}', 'clients/*', ...data, 'dist/dashboard/**/*.{br,gz}'], { cwd: root })
  return {
    ...Object.fromEntries(names.sort().map((name) => [name.replaceAll('\\', '/'), join(root, name)])),
    'dist/licenses.txt': licenses,
  }
}

/** The marker that identifies injected data to Node.js. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Injects the script and the files into a copy of the running Node.js. */
function makeProgram(script: string, program: string): void {
  const config = join(work, 'config.json')
  const blob = join(work, 'standin.blob')
  const settings = { main: script, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true, assets: assets() }
  writeFileSync(config, JSON.stringify(settings, null, 2))
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' })
  rmSync(program, { force: true })
  copyFileSync(process.execPath, program)
  chmodSync(program, 0o755)
  const isMac = process.platform === 'darwin'
  if (isMac) execFileSync('codesign', ['--remove-signature', program])
  // The program must be stripped before the injection, because strip would remove what was injected.
  strip(program)
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : []
  const postject = join(root, 'node_modules/postject/dist/cli.js')
  execFileSync(process.execPath, [postject, program, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...segment], { stdio: 'pipe' })
  if (isMac) execFileSync('codesign', ['--sign', '-', program])
}

/** Removes Node.js's function names, which account for a tenth of the program. */
function strip(program: string): void {
  if (process.platform === 'win32') return
  try {
    execFileSync('strip', [program], { stdio: 'ignore' })
  } catch {
    console.log('The program was not stripped, because strip is not installed (Debian: binutils).')
  }
}

function librariesOf(program: string): string {
  if (process.platform !== 'linux') return 'It was built on an untested system. Please test it.'
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).trim().split('\n')
  return `It links these system libraries:\n${lines.map((line) => `  ${line.trim().replace(/ \(0x.*/, '')}`).join('\n')}`
}

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const ending = process.platform === 'win32' ? '.exe' : ''
const program = values.out === undefined ? join(work, `standin${ending}`) : resolve(values.out)

for (const folder of [work, dirname(program)]) mkdirSync(folder, { recursive: true })
const dashboard = await buildDashboard()
await buildData(join(root, 'dist'))
const script = join(work, 'standin.cjs')
const modules = await bundle(script)
writeFileSync(licenses, licensesOf([...modules, ...dashboard.modules], [licenseOfNode()]))
makeProgram(script, program)
const megabytes = (statSync(program).size / 1e6).toFixed(0)
console.log(
  `${program}: ${megabytes} MB, with Node.js ${process.versions.node} for ${process.platform} ${process.arch}.\n${librariesOf(program)}`,
)
