/** How much a page loads before Standin is set up in it. */
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** Bytes after gzip, beside MSW's own. What exceeds them should be loaded when it is first needed, by `import()`. */
const most = 130_000

const app = "import { setupStandin } from './mocks/browser.ts'\nObject.assign(globalThis, setupStandin())\n"

/** The page of a user, as a bundler makes it: the first is its entry. */
async function chunksOfApp(): Promise<OutputChunk[]> {
  const build = await rolldown({
    input: 'app',
    platform: 'browser',
    preserveEntrySignatures: false,
    external: /^(?:msw|@mswjs\/interceptors)(?:\/|$)/,
    plugins: [
      {
        name: 'app',
        resolveId: (id) => (id === 'app' ? `${process.cwd()}/app.ts` : null),
        load: (id) => (id.endsWith('/app.ts') ? app : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

/** The entry, and the chunks that it imports at once. */
function initialOf(chunks: readonly OutputChunk[]): OutputChunk[] {
  const initial = new Set<OutputChunk>()
  const visit = (chunk: OutputChunk | undefined): void => {
    if (!chunk || initial.has(chunk)) return
    initial.add(chunk)
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name))
  }
  visit(chunks.find(({ isEntry }) => isEntry))
  return [...initial]
}

test(`a page loads at most ${most} bytes before Standin is set up, and the rest when it is needed`, async () => {
  const chunks = await chunksOfApp()
  const initial = initialOf(chunks)
  const later = chunks.filter((chunk) => !initial.includes(chunk)).flatMap(({ moduleIds }) => moduleIds)
  const size = initial.reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0)

  expect(size).toBeLessThanOrEqual(most)
  expect(size).toBeGreaterThan(50_000)
  for (const part of [
    '@mswjs/data',
    'libphonenumber-js',
    'mocks/scenarios.ts',
    'src/control/index.ts',
    'src/engine/walker.ts',
    'src/givens/index.ts',
    'src/jobs/index.ts',
    'src/knobs/snapshot/contents.ts',
    'src/operations/index.ts',
  ])
    expect(
      later.some((id) => id.includes(part)),
      part,
    ).toBe(true)
})
