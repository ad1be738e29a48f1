/** Loads test files without running tests, and prints the names of the tests made by `rule`. */
import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const maker = 'test/support/rule.ts'
/** Folders whose tests are not evidence, because they run in a browser or need a program, so `npm test` may skip them. */
const elsewhere = /^test\/(browser|broker|dashboard|dom|store\/postgres)\//

const tests: { name: string; file: string }[] = []
let loading = ''

/** A stub for everything in vitest except `test`. The stub is callable, and each of its members is the stub itself. */
const nothing: unknown = new Proxy(() => undefined, {
  get: (_, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => '' : nothing),
  apply: () => nothing,
})
const listed = (name: string) => {
  tests.push({ name, file: loading })
}
/** `test`, also with fixtures: `test.extend` returns the same function. Tests made by its other members, such as `test.for`, are not listed. */
const lister: unknown = new Proxy(listed, {
  get: (_, key) => (key === 'then' ? undefined : key === 'extend' ? () => lister : nothing),
})
const vitest = { listed: lister, nothing }
Object.assign(globalThis, { vitestOfRules: vitest })

const others = ['it', 'describe', 'expect', 'expectTypeOf', 'assert', 'vi', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']
const more = ['inject', 'onTestFinished', 'onTestFailed']
const source = [
  'export const test = vitestOfRules.listed',
  ...[...others, ...more].map((name) => `export const ${name} = vitestOfRules.nothing`),
].join('\n')

registerHooks({
  resolve: (name, context, next) =>
    name === 'vitest' ? { url: 'rules:vitest', format: 'module', shortCircuit: true } : next(name, context),
  load: (url, context, next) => (url === 'rules:vitest' ? { source, format: 'module', shortCircuit: true } : next(url, context)),
})

const texts = new Map(
  readdirSync(posix.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join('test', name.replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.ts') && !elsewhere.test(path))
    .sort()
    .map((path) => [path, readFileSync(posix.join(root, path), 'utf8')]),
)

/** True if the file imports `rule`, directly or through other files in test/. */
function makesRules(path: string, seen = new Set<string>()): boolean {
  if (path === maker) return true
  if (seen.has(path)) return false
  seen.add(path)
  const imports = (texts.get(path) ?? '').matchAll(/^(?:import|export|\}).* from '(\.[^']+)'/gm)
  return [...imports].some(([, name = '']) => makesRules(posix.join(posix.dirname(path), name), seen))
}

process.chdir(root)
for (const path of texts.keys()) {
  if (!path.endsWith('.test.ts') || !makesRules(path)) continue
  loading = path
  await import(pathToFileURL(posix.join(root, path)).href)
}
process.stdout.write(JSON.stringify(tests), () => process.exit())
