/** Finds an OpenAPI document that a user names: a file, or an address. */
import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Misuse } from '../misuse.ts'

/** Milliseconds. */
const longest = 10_000

/** The path of the document. What an address answers is stored in `place`. Throws {@link Misuse} where there is none. */
export async function otherDocument(name: string, folder: string, place: string): Promise<string> {
  if (/^https?:\/\//i.test(name)) return download(name, place)
  const path = resolve(folder, name)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Misuse(`There is no file ${path}.`)
  return path
}

async function download(url: string, place: string): Promise<string> {
  const text = await textAt(url)
  // JSON begins with a brace; everything else is read as YAML.
  const path = join(place, /^\s*\{/.test(text) ? 'other.json' : 'other.yaml')
  await writeFile(path, text)
  return path
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(longest) }).catch((error: Error) => {
    const why = error.cause instanceof Error ? error.cause : error
    throw new Misuse(`Nothing answers at ${url}: ${why.message}.`)
  })
  if (!response.ok) throw new Misuse(`${url} answered ${response.status} instead of a document.`)
  return response.text()
}
