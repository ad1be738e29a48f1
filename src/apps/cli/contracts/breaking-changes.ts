/** Finds changes between two OpenAPI documents that break clients. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { OpenApiDocument } from '../../../control/openapi-document.ts'
import { demandFile } from '../../../platform/node-path.ts'
import { boundedText, demandModest } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { messageOf } from '../frame/command.ts'
import { findRedocly, type Ran } from './redocly.ts'

/** Time limit for a download in milliseconds, and a document's maximum size in bytes. */
const [longest, mostDocument] = [10_000, 2 ** 26]

/** Returns the document's path. Downloads are saved in `tempFolder`. Throws {@link Misuse} if the document does not exist. */
async function otherDocument(name: string, folder: string, tempFolder: string): Promise<string> {
  if (/^https?:\/\//i.test(name)) return download(name, tempFolder)
  const path = resolve(folder, name)
  demandFile(path, mostDocument)
  if (!existsSync(path)) throw new Misuse(`File not found: ${path}.`)
  await demandReadable(await readFile(path, 'utf8'), path)
  return path
}

async function download(url: string, tempFolder: string): Promise<string> {
  const text = await textAt(url)
  await demandReadable(text, url)
  const path = join(tempFolder, isJson(text) ? 'other.json' : 'other.yaml')
  await writeFile(path, text)
  return path
}

/** True if a text starts with a brace and is therefore parsed as JSON. Any other text is parsed as YAML. */
const isJson = (text: string) => /^\s*\{/.test(text)

/** Rejects excessive nesting and too many values or aliases, which Redocly does not check. */
async function demandReadable(text: string, name: string): Promise<void> {
  if (isJson(text)) demandModest(text, { most: mostDocument, place: name })
  else await (await import('../../../platform/node-files.ts')).demandFewAliases(name, text)
}

async function textAt(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(longest) })
    if (!response.ok) throw new Misuse(`${url} returned ${response.status} instead of a document.`)
    return await boundedText(response.body, { most: mostDocument, place: url })
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Misuse(`Cannot connect to ${url}: ${messageOf(error instanceof Error ? (error.cause ?? error) : error)}.`)
  }
}

export interface BreakingChange {
  /** `null` if the change is not within an operation. */
  readonly operation: string | null
  /** For example `POST /future/orders`. */
  readonly call: string | null
  /** Location within the operation, such as `reply 200 application/json, recipients[].status`. Empty for the whole operation. */
  readonly place: string
  readonly rule: string
  readonly message: string
}

export interface Compared {
  readonly own: OpenApiDocument
  /** File or URL. */
  readonly other: string
  /** True if clients were written for the other document. */
  readonly older: boolean
  readonly folder: string
}

interface Change {
  readonly path: string
  readonly impact: string
  readonly kind: string
  /** Location in the base document, which differs from `path` if the path was renamed. */
  readonly base?: { readonly pointer?: string }
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[]
}

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>

const ownName = "standin's-own"

/** Throws {@link Misuse} if a document is not valid OpenAPI 3. */
export async function breakingChanges({ own, other, older, folder }: Compared): Promise<BreakingChange[]> {
  const redocly = findRedocly(folder)
  const tempFolder = await mkdtemp(join(tmpdir(), 'standin-diff-'))
  try {
    await writeFile(join(tempFolder, `${ownName}.json`), JSON.stringify(own))
    const bundles = await bundle(redocly, tempFolder, await otherDocument(other, folder, tempFolder), other)
    const ours = await serviceOf(bundles.own)
    const theirs = await serviceOf(bundles.other)
    const [base, revision] = older ? [bundles.other, bundles.own] : [bundles.own, bundles.other]
    const { out, err } = await redocly(['diff', base, revision, '--format', 'json'], tempFolder)
    if (!out.startsWith('{')) throw new Misuse(`${other} cannot be compared: ${wordsOf(err)}`)
    const { changes } = JSON.parse(out) as { changes: readonly Change[] }
    return changes.flatMap((change) => told(change, older ? theirs : ours))
  } finally {
    await rm(tempFolder, { recursive: true, force: true })
  }
}

/**
 * Inlines references, because Redocly examines a shared schema only where it is first used, which might be in a request even though the
 * change matters in a reply. Recursive schemas are not inlined.
 */
async function bundle(redocly: (args: readonly string[], cwd: string) => Promise<Ran>, tempFolder: string, path: string, name: string) {
  const out = join(tempFolder, 'out')
  const args = ['bundle', `${ownName}.json`, path, '--ext', 'json', '--output', out]
  let { err } = await redocly([...args, '--dereferenced'], tempFolder)
  if (err.includes('circular reference')) err = (await redocly(args, tempFolder)).err
  const own = join(out, `${ownName}.json`)
  const written = (await readdir(out).catch(() => [])).map((file) => join(out, file)).find((file) => file !== own)
  if (written === undefined) throw new Misuse(`${name} cannot be read as OpenAPI: ${wordsOf(err)}`)
  return { own, other: written }
}

/** Removes the control rows, and the server addresses, which always differ. */
async function serviceOf(file: string): Promise<Paths> {
  const { servers: _, paths = {}, ...document } = JSON.parse(await readFile(file, 'utf8')) as { servers?: unknown; paths?: Paths }
  const service = Object.fromEntries(Object.entries(paths).filter(([path]) => !path.startsWith('/_standin')))
  await writeFile(file, JSON.stringify({ ...document, paths: service }))
  return service
}

/** Returns Redocly's errors without its progress output. */
function wordsOf(err: string): string {
  const lines = err.split('\n').filter((line) => !line.startsWith('bundling ') && !line.includes('Created a bundle'))
  return lines.join(' ').replace(/\s+/g, ' ').trim().slice(0, 500)
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

function told({ path, impact, kind, verdicts, base: before }: Change, base: Paths): BreakingChange[] {
  const [top, newUrl = '', ...segments] = partsOf(path)
  const [, oldUrl = newUrl] = before?.pointer?.startsWith('#/paths/') ? partsOf(before.pointer) : []
  const url = oldUrl in base ? oldUrl : newUrl
  const [method = ''] = segments
  const isNamed = methods.includes(method)
  const rest = isNamed ? segments.slice(1) : segments
  // Redocly allows a service to ignore a request property, even though the client's value would be lost.
  const ignored = kind === 'removed' && rest[0] === 'requestBody' && rest.at(-2) === 'properties' && impact !== 'major'
  const findings = ignored
    ? [{ ruleId: 'request-property-removed', message: `The request property \`${rest.at(-1)}\` was removed.` }]
    : verdicts
  if (impact !== 'major' && !ignored) return []
  const item = top === 'paths' ? base[url] : undefined
  const touched = isNamed ? [method] : Object.keys(item ?? {}).filter((each) => methods.includes(each))
  const calls = top === 'paths' && touched.length > 0 ? touched : [undefined]
  return calls.flatMap((each) =>
    findings.map(({ ruleId, message }) => ({
      operation: (each !== undefined && item?.[each]?.operationId) || null,
      call: each === undefined ? null : `${each.toUpperCase()} ${url}`,
      place: each === undefined ? path.slice(2) : placeOf(rest),
      rule: ruleId,
      message,
    })),
  )
}

const partsOf = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

function placeOf([first = '', ...rest]: readonly string[]): string {
  const [second = '', third, fourth = '', ...deeper] = rest
  if (first === 'requestBody' && second === 'content') return placed(`request ${third ?? ''}`, [fourth, ...deeper])
  if (first === 'responses' && third === 'content') return placed(`reply ${second} ${fourth}`, deeper)
  if (first === 'responses' && third === 'headers') return `reply ${second}, header ${fourth}`
  if (first === 'responses') return `reply ${rest.join('/')}`
  return [first, ...rest].join('/')
}

/** Appends the path within a schema, such as `recipients[].status`. */
function placed(what: string, [, ...schema]: readonly string[]): string {
  let members = ''
  for (const [at, part] of schema.entries()) {
    if (schema[at - 1] === 'properties') members += `${members && '.'}${part}`
    else if (part === 'items') members += '[]'
  }
  return members ? `${what}, ${members}` : what
}
