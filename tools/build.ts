/** Builds the package into dist/: the code in chunks, the types of the public surface, and the dashboard. Run by `npm run build`. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { esmExternalRequirePlugin } from 'rolldown/plugins'
import { minifySync } from 'rolldown/utils'
import { buildDashboard } from './build-dashboard.ts'
import { buildScenarios } from './build-scenarios.ts'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')

const entries = {
  index: 'src/index.ts',
  express: 'src/express.ts',
  pact: 'src/pact.ts',
  vitest: 'src/vitest.ts',
  playwright: 'src/playwright.ts',
  replay: 'src/pact/replay.ts',
  cli: 'src/cli/main.ts',
  'mocks/handlers': 'mocks/handlers.ts',
  'mocks/node': 'mocks/node.ts',
  'mocks/browser': 'mocks/browser.ts',
}

/** What Node loads first checks its version. The command and the browser have no need: the command checks before it loads anything. */
const checked: readonly (keyof typeof entries)[] = ['index', 'express', 'pact', 'vitest', 'playwright', 'mocks/handlers', 'mocks/node']

function checkNodeFirst(): void {
  for (const entry of checked) {
    const file = join(dist, `${entry}.js`)
    const check = relative(dirname(file), join(root, 'src/cli/require-node.js')).replaceAll('\\', '/')
    writeFileSync(file, `import '${check}';\n${readFileSync(file, 'utf8')}`)
  }
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/**
 * In the bundle without the parts that nothing uses, because a start that looks for packages and reads many small files takes twice the
 * time (`npm run bench:start`). They stay dependencies: the declarations of types name some of them, and the sources in a clone import all.
 */
const bundled = ['@mswjs/data', '@noble/hashes', 'cors', 'express', 'jose', 'libphonenumber-js', 'multipasta', 'yaml', 'yargs', 'zod']

const insteadOf = (name: string) => join(root, 'tools/instead-of', `${name}.ts`)

/** Module → what is bundled in its place: the module does more than Standin needs, and takes long to load. */
const replaced = {
  'body-parser': insteadOf('body-parser'),
  http: insteadOf('http'),
  'node:http': insteadOf('http'),
  'string-width': insteadOf('string-width'),
  'strip-ansi': insteadOf('strip-ansi'),
  'wrap-ansi': insteadOf('wrap-ansi'),
}

/** Parts of Node.js. */
const builtIn = builtinModules.flatMap((name) => [name, `node:${name}`]).filter((name) => !Object.hasOwn(replaced, name))

/** The names of our own functions stay, so that stacks can be read. */
const withNames = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } } as const

/** Gives packages that are bundled short names: the tarball stays within its bound. */
const smaller: Plugin = {
  name: 'smaller',
  transform: {
    filter: { id: /node_modules[\\/].*\.[cm]?js$/ },
    handler: (code, id) => minifySync(id, code, { compress: true, mangle: true }).code,
  },
}

/** One build for all entries, so that they share chunks and a Misuse is the same class in all of them. */
async function bundle(): Promise<OutputChunk[]> {
  const { dependencies, peerDependencies } = manifestOf(root)
  const installed = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !bundled.includes(name))
  const build = await rolldown({
    cwd: root,
    input: entries,
    platform: 'neutral',
    external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [esmExternalRequirePlugin({ external: builtIn }), smaller],
    resolve: { mainFields: ['module', 'main'], alias: replaced },
    onLog(_, { message }) {
      throw new Error(message)
    },
  })
  const { output } = await build.write({ dir: dist, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js', minify: withNames })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

/** Lists the licences of the packages that are bundled. */
function licensesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []))
  return [...folders]
    .sort()
    .map(licenseOf)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

const packageFolder = (id: string) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]

function licenseOf(folder: string): string {
  const { name, version } = manifestOf(folder)
  const files = globSync(['[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*', 'NOTICE*'], { cwd: folder }).sort()
  if (files.length === 0) throw new Error(`${name} has no licence file.`)
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version}`, ...texts].join('\n\n').concat('\n')
}

/** Writes declarations and removes those that no entry reaches. */
function declare(): void {
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  })
  const types = join(dist, 'types')
  const reached = new Set<string>()
  for (const entry of Object.values(entries)) reach(join(types, entry.replace(/\.ts$/, '.d.ts')), reached)
  for (const file of globSync('**/*.d.ts', { cwd: types })) if (!reached.has(join(types, file))) rmSync(join(types, file))
}

function reach(file: string, reached: Set<string>): void {
  if (reached.has(file) || !existsSync(file)) return
  reached.add(file)
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]*)['"]/g)) {
    reach(resolve(dirname(file), target.replace(/\.[jt]s$/, '.d.ts')), reached)
  }
}

rmSync(dist, { recursive: true, force: true })
const chunks = await bundle()
const dashboard = await buildDashboard(dist)
await buildScenarios(dist)
writeFileSync(join(dist, 'licenses.txt'), licensesOf([...chunks.flatMap(({ moduleIds }) => moduleIds), ...dashboard.modules]))
checkNodeFirst()
declare()
