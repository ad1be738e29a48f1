/** The files of the package swagger-ui-dist, where it is installed beside Standin or in the folder of the user. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

interface Found {
  readonly body: Buffer
  readonly hash: string
}

/** The package is too large to be a part of Standin. */
const files = ['swagger-ui-bundle.js', 'swagger-ui.css']
const found = new Map<string, Found>()

/** Undefined for every other name, and where the package is not installed. */
export function swaggerUi(name: string): Found | undefined {
  if (!files.includes(name)) return undefined
  const known = found.get(name) ?? [import.meta.url, join(process.cwd(), 'package.json')].map((from) => fileFrom(from, name)).find(Boolean)
  if (known) found.set(name, known)
  return known
}

function fileFrom(from: string, name: string): Found | undefined {
  try {
    const body = readFileSync(createRequire(from).resolve(`swagger-ui-dist/${name}`))
    return { body, hash: createHash('sha256').update(body).digest('hex').slice(0, 16) }
  } catch {
    return undefined
  }
}
