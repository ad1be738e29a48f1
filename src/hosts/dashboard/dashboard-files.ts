/** Reads the dashboard's built files from `dist/dashboard`. */
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { folderAt, ownFolder } from '../../platform/node-package.ts'

/** File extensions of compressed files, and their encodings. */
const compressions = [
  { ending: '.br', encoding: 'br' },
  { ending: '.gz', encoding: 'gzip' },
]

async function expand(bytes: Uint8Array, encoding: string): Promise<Uint8Array> {
  const { brotliDecompress, gunzip } = await import('node:zlib')
  return promisify(encoding === 'br' ? brotliDecompress : gunzip)(bytes)
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
}

const page = 'index.html'

/**
 * Serves only files in the folder. The list is read again whenever the page is requested, so a new build needs no restart. Files are stored
 * compressed, and are decompressed for clients that do not accept compression.
 */
export function dashboardFiles(path?: string) {
  const folder = () => (path === undefined ? ownFolder('dist/dashboard') : folderAt(path))
  let listed: ReadonlySet<string> | undefined

  function readIf(name: string): Buffer | undefined {
    try {
      return folder().read(name)
    } catch {
      return undefined
    }
  }
  return {
    async find(name: string, encodings: readonly string[]) {
      if (name === page || !listed) listed = new Set(folder().list())
      const names = listed
      const type = types[extname(name)]
      const there = compressions.filter(({ ending }) => names.has(`${name}${ending}`))
      const stored = encodings.flatMap((wanted) => there.filter(({ encoding }) => encoding === wanted))[0]
      const [any = stored] = there
      if (type === undefined || !any) return undefined
      const { ending, encoding } = stored ?? any
      // A new build might have removed the file in the meantime.
      const bytes = readIf(`${name}${ending}`)
      if (!bytes) return undefined
      const content = stored && name !== page ? undefined : await expand(bytes, encoding)
      // All other file names contain a hash of the content.
      const hash = content && name === page ? createHash('sha256').update(content).digest('hex').slice(0, 16) : hashIn(name)
      return { body: stored ? bytes : (content ?? bytes), encoding: stored ? encoding : undefined, type, hash }
    },
  }
}

const hashIn = (name: string) => name.slice(name.lastIndexOf('/') + 1)
