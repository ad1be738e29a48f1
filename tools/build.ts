/** Builds the package into dist/: the code in chunks, the types of the public surface, and the dashboard (`npm run build`). */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { type ChunkingContext, type CodeSplittingGroup, type OutputChunk, rolldown } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { esmExternalRequirePlugin } from 'rolldown/plugins'
import { getOrCreate } from '../src/service/wire/when-needed.ts'
import { buildDashboard } from './build-dashboard.ts'
import { buildData } from './build-data.ts'
import { licensesOf, manifestOf, replaced, root, smaller, withNames } from './bundling.ts'

const dist = join(root, 'dist')

const entries = {
  index: 'src/index.ts',
  express: 'src/express.ts',
  pact: 'src/pact.ts',
  vitest: 'src/vitest.ts',
  playwright: 'src/playwright.ts',
  replay: 'src/apps/contracts/verifying/replay.ts',
  comparing: 'src/apps/compare/sources/live/worker.ts',
  cli: 'src/apps/cli/main.ts',
  'mocks/handlers': 'mocks/handlers.ts',
  'mocks/node': 'mocks/node.ts',
  'mocks/browser': 'mocks/browser.ts',
}

type Entry = keyof typeof entries

/** Entries that check the Node.js version first. The command checks it even earlier, and browser entries do not need it. */
const checked: readonly Entry[] = ['index', 'express', 'pact', 'vitest', 'playwright', 'mocks/handlers', 'mocks/node']

function checkNodeFirst(): void {
  for (const entry of checked) {
    const file = join(dist, `${entry}.js`)
    const check = relative(dirname(file), join(root, 'src/apps/cli/require-node.js')).replaceAll('\\', '/')
    writeFileSync(file, `import '${check}';\n${readFileSync(file, 'utf8')}`)
  }
}

/**
 * Bundled without their unused parts, because resolving packages and reading many small files doubles the startup time (`npm run
 * bench:start`). They are still dependencies: some type declarations refer to them, and the sources in a clone import all of them.
 */
const bundled = ['@mswjs/data', '@noble/hashes', 'cors', 'express', 'jose', 'libphonenumber-js', 'multipasta', 'yaml', 'yargs', 'zod']

const builtIn = builtinModules.flatMap((name) => [name, `node:${name}`]).filter((name) => !Object.hasOwn(replaced, name))

/** Module that a page loads on its first call. */
const walker = 'src/service/engine/handle-call.ts'
/** Modules that answer before the server has loaded the engine. */
const early = 'src/control/health/rows.ts'

/**
 * A page loads a single file before Standin is set up, and another for its first call, because each additional file makes a browser wait.
 * Modules for the command are separate, so that a command loads nothing else. Modules that import MSW are separate too, because not all
 * users of Node.js have MSW.
 */
function inOneFile(): CodeSplittingGroup[] {
  const reached = new Map<string, ReadonlySet<string>>()
  const isOf = (file: string, id: string, graph: ChunkingContext) => getOrCreate(reached, file, () => reachedFrom(file, graph)).has(id)
  const inPage = (id: string, graph: ChunkingContext) => isOf(entries['mocks/browser'], id, graph) && isOf(entries.index, id, graph)
  const inWalk = (id: string, graph: ChunkingContext) =>
    id !== join(root, walker) && isOf(walker, id, graph) && !isOf(entries['mocks/browser'], id, graph)
  return [
    {
      name: (id, graph) => ((inPage(id, graph) || inWalk(id, graph)) && isOf(entries.cli, id, graph) ? 'words' : null),
      debugName: 'words',
      priority: 2,
    },
    {
      name: (id, graph) => (inPage(id, graph) || (inWalk(id, graph) && isOf(early, id, graph)) ? 'simulator' : null),
      debugName: 'simulator',
      priority: 1,
    },
    { name: (id, graph) => (inWalk(id, graph) ? 'operations' : null), debugName: 'operations' },
  ]
}

/** Returns the modules that a file imports statically, directly or indirectly. */
function reachedFrom(file: string, graph: ChunkingContext): Set<string> {
  const reached = new Set<string>()
  const visit = (id: string): void => {
    if (reached.has(id)) return
    reached.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(join(root, file))
  return reached
}

/** Builds all entries together, so that they share chunks and the Misuse class. */
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
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: withNames,
    codeSplitting: { groups: inOneFile() },
  })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

/**
 * Puts each function and value on its own line, because Node.js prints the entire line of an uncaught error. Users' bundlers remove the
 * line breaks again.
 */
function breakLines(chunks: readonly OutputChunk[]): void {
  for (const { fileName, code } of chunks) {
    const starts = parseAst(code).body.flatMap((statement) =>
      statement.type === 'VariableDeclaration'
        ? [statement.start, ...statement.declarations.slice(1).map(({ start }) => start)]
        : statement.start,
    )
    writeFileSync(
      join(dist, fileName),
      [0, ...starts]
        .map((start, at) => code.slice(start, starts[at]))
        .join('\n')
        .trimStart(),
    )
  }
}

/** Writes type declarations, and removes files that no entry refers to. */
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
breakLines(chunks)
const dashboard = await buildDashboard(dist)
await buildData(dist)
writeFileSync(join(dist, 'licenses.txt'), licensesOf([...chunks.flatMap(({ moduleIds }) => moduleIds), ...dashboard.modules]))
checkNodeFirst()
declare()
