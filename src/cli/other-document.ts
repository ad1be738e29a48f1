/** Finds an OpenAPI document that a user names: a file, or an address. */
import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Misuse } from '../misuse.ts'
import { boundedText, demandShallow } from '../wire/json/bounded.ts'
import { messageOf } from './failure.ts'

/** Milliseconds for an answer, and bytes of it. */
const [longest, mostDocument] = [10_000, 2 ** 26]

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
  const isJson = /^\s*\{/.test(text)
  if (isJson) demandShallow(text, url)
  const path = join(place, isJson ? 'other.json' : 'other.yaml')
  await writeFile(path, text)
  return path
}

async function textAt(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(longest) })
    if (!response.ok) throw new Misuse(`${url} answered ${response.status} instead of a document.`)
    return await boundedText(response.body, { most: mostDocument, place: url })
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Misuse(`Nothing answers at ${url}: ${messageOf(error instanceof Error ? (error.cause ?? error) : error)}.`)
  }
}
