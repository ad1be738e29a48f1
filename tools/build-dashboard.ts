/** Builds and compresses the dashboard into dist/dashboard/ (run by `npm ci`, `npm run build` and `npm run build:dashboard`). */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { documents } from './documents.ts'

const root = resolve(import.meta.dirname, '..')

/** Provides the documents as a module that the page loads on demand. */
const withDocuments: Plugin = {
  name: 'documents',
  resolveId: (id) => (id === 'virtual:documents' ? id : null),
  // JSON in a string is parsed faster than code.
  load: (id) => (id === 'virtual:documents' ? `export const documents = JSON.parse(${JSON.stringify(JSON.stringify(documents()))})` : null),
}

/** Files other than the page go into `assets/`. URLs are relative, because the page must work under any path. */
const config: InlineConfig = {
  root: join(root, 'src/apps/dashboard'),
  base: './',
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [withDocuments],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    write: false,
    target: 'es2024',
    // A file embedded in the code would become a `data:` URL, which the page's policy allows only for images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
}

export interface Built {
  /** The bundled modules, including packages. */
  readonly modules: readonly string[]
}

/** Replaces the previous build atomically, so a running server always serves a complete build. */
export async function buildDashboard(dist = join(root, 'dist')): Promise<Built> {
  const made = (await build(config)) as Rolldown.RolldownOutput
  const folder = join(dist, 'dashboard')
  const next = join(dist, `dashboard-${process.pid}`)
  for (const file of made.output) write(join(next, file.fileName), file.type === 'chunk' ? file.code : file.source)
  rmSync(folder, { recursive: true, force: true })
  renameSync(next, folder)
  return { modules: made.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])) }
}

/**
 * Maximum size in bytes of a gzip file that is added next to the brotli file. The limit keeps the package small: for clients without brotli
 * support, the server decompresses larger files.
 */
const mostOfBoth = 12_500

function write(path: string, content: string | Uint8Array): void {
  const bytes = Buffer.from(content)
  mkdirSync(dirname(path), { recursive: true })
  const zipped = gzipSync(bytes, { level: 9 })
  if (zipped.byteLength <= mostOfBoth) writeFileSync(`${path}.gz`, zipped)
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }))
}

if (process.argv[1] === import.meta.filename) await buildDashboard()
