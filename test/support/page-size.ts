/** Measures the bundle that a user's page loads. */
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'

/** Maximum size after gzip in bytes, in addition to MSW. If a change exceeds this limit, load code on first use with `import()`. */
export const mostInitialBytes = 144_250

interface PageSize {
  /** Size in bytes after gzip, in addition to MSW, of the files loaded before Standin is set up. */
  readonly initial: number
  /** The files that the page loads later. */
  readonly later: readonly string[]
}

/** Measures a page in this folder that imports `setupStandin`. */
export async function pageSize(folder: string, from: string): Promise<PageSize> {
  const chunks = await chunksOf(folder, `import { setupStandin } from '${from}'\nObject.assign(globalThis, setupStandin())\n`)
  const initial = initialOf(chunks)
  return {
    initial: initial.reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0),
    later: chunks.filter((chunk) => !initial.includes(chunk)).flatMap(({ moduleIds }) => moduleIds),
  }
}

async function chunksOf(folder: string, app: string): Promise<OutputChunk[]> {
  const build = await rolldown({
    input: 'app',
    platform: 'browser',
    preserveEntrySignatures: false,
    external: /^(?:msw|@mswjs\/interceptors)(?:\/|$)/,
    plugins: [
      {
        name: 'app',
        resolveId: (id) => (id === 'app' ? `${folder}/app.ts` : null),
        load: (id) => (id.endsWith('/app.ts') ? app : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

/** Returns the entry, and the chunks that it imports statically. */
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
