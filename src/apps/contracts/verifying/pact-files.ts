/** Finds pacts in files and folders, parses their interactions, and writes the subset to replay. */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { Misuse, unknownName } from '../../../service/wire/misuse.ts'
import { firstOnly, saidOf } from '../../../service/wire/read-as.ts'
import { type DialectName, dialectNames } from '../../../service/wire/vocabulary.ts'
import { type Exact, exactOf, readExact } from './exact.ts'
import { readJson } from './read-json.ts'

export interface Interaction {
  /** Path to the interaction's pact. */
  readonly file: string
  readonly consumer: string
  readonly description: string
  /** Names of the provider states that the interaction requires. */
  readonly given: readonly string[]
}

export interface WrittenInteraction extends Interaction {
  readonly kind: 'call' | 'message'
  /** Dialect that the interaction is limited to, from its `dialect` comment or the name of its folder. */
  readonly dialect?: DialectName | undefined
  readonly exact: Exact
  /** A token in the request that may be replaced with the state's token. */
  readonly anyToken?: string | undefined
  readonly isControl?: boolean
  readonly states: readonly { readonly name: string; readonly params: Readonly<Record<string, unknown>> }[]
  readonly written: Readonly<Record<string, unknown>>
}

export interface PactFile {
  readonly path: string
  readonly provider: string
  readonly interactions: readonly WrittenInteraction[]
  /** Returns the file's text with only these interactions. */
  only(selection: readonly WrittenInteraction[]): string
}

const named = z.record(z.string(), z.unknown()).nullish().catch(undefined)
const request = z.object({
  path: z.unknown().optional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullish(),
  generators: z.object({ header: named }).nullish().catch(undefined),
  matchingRules: z.looseObject({ header: named }).nullish().catch(undefined),
})

const party = z.object({ name: z.string() })
const interaction = z.object({
  type: z.enum(['Synchronous/HTTP', 'Asynchronous/Messages']).optional(),
  description: z.string(),
  providerStates: z.array(z.object({ name: z.string(), params: z.record(z.string(), z.unknown()).nullish().catch(undefined) })).optional(),
  /** The only state in format version 2. */
  providerState: z.string().nullish(),
  comments: z.object({ dialect: z.unknown() }).nullish().catch(undefined),
  ...readExact,
  /** The request's path and token. */
  request: request.nullish().catch(undefined),
})
/** In format version 3, messages are in a separate list. */
const pact = z.union([
  z.object({ consumer: party, provider: party, interactions: z.array(interaction).min(1) }),
  z.object({ consumer: party, provider: party, messages: z.array(interaction).min(1) }),
])

/** Reads the pacts for one provider or all providers. Throws {@link Misuse} if no pacts are found, because an empty run proves nothing. */
export function readPacts(places: readonly string[], provider?: string): PactFile[] {
  const files = places.flatMap(pathsOf).map(readPact)
  const where = places.join(', ') || 'an empty list of paths'
  if (files.length === 0) throw new Misuse(`No pacts found in ${where}.`)
  const wanted = files.filter((file) => provider === undefined || file.provider === provider)
  if (wanted.length > 0) return wanted
  const others = [...new Set(files.map((file) => file.provider))]
  throw new Misuse(`No pacts with provider ${provider} found in ${where}.`, others)
}

/** Writes pacts with a subset of their interactions, because Pact would replay all interactions in a file. */
export function writePacts(folder: string, files: readonly PactFile[], selection: readonly WrittenInteraction[]): string[] {
  const chosen = files.filter(({ interactions }) => interactions.some((each) => selection.includes(each)))
  return chosen.map((file, at) => {
    const path = join(folder, `${String(at).padStart(4, '0')}.json`)
    writeFileSync(path, file.only(selection))
    return path
  })
}

/** Returns the paths of the pacts in a folder and in its subfolders named after a dialect. */
export function pathsOf(folderOrFile: string): string[] {
  const stats = statSync(folderOrFile, { throwIfNoEntry: false })
  if (!stats) throw new Misuse(`${folderOrFile} does not exist.`)
  if (!stats.isDirectory()) return [folderOrFile]
  const dialectFolders = dialectNames
    .map((name) => join(folderOrFile, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory())
  return [folderOrFile, ...dialectFolders].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name)),
  )
}

function dialectOf(named: unknown, subject: string): DialectName | undefined {
  if (named === undefined || named === null) return undefined
  const dialect = dialectNames.find((name) => name === named)
  if (!dialect) throw unknownName(`${subject} is ${JSON.stringify(named)}.`, typeof named === 'string' ? named : '', dialectNames)
  return dialect
}

function readPact(path: string): PactFile {
  const { document } = readJson(path)
  const read = pact.safeParse(document, firstOnly)
  if (!read.success) {
    const form = pact.options['messages' in Object(document) ? 1 : 0]
    const [issue] = form.safeParse(document, firstOnly).error?.issues ?? []
    throw new Misuse(`${path} is not a pact with HTTP interactions or messages: ${issue ? saidOf(issue) : ''}.`)
  }
  const { consumer, provider } = read.data
  const [list, items] =
    'messages' in read.data ? (['messages', read.data.messages] as const) : (['interactions', read.data.interactions] as const)
  const folder = basename(dirname(path))
  const raw = (document as Readonly<Record<string, readonly Record<string, unknown>[]>>)[list] ?? []
  const interactions = items.map((item, at): WrittenInteraction => {
    const { type, description, providerState, comments } = item
    const states = item.providerStates ?? (providerState ? [{ name: providerState }] : [])
    return {
      kind: list === 'messages' || type === 'Asynchronous/Messages' ? 'message' : 'call',
      file: path,
      consumer: consumer.name,
      description,
      given: states.map(({ name }) => name),
      dialect:
        dialectOf(comments?.dialect, `${path}: the "dialect" comment of ${JSON.stringify(description)}`) ??
        dialectNames.find((name) => name === folder),
      exact: exactOf(item),
      anyToken: anyTokenOf(item),
      isControl: isControlCall(item),
      states: states.map(({ name, params }) => ({ name, params: params ?? {} })),
      written: raw[at] ?? {},
    }
  })
  return {
    path,
    provider: provider.name,
    interactions,
    only(selection) {
      const chosen = raw.filter((_, at) => selection.includes(interactions[at] as WrittenInteraction))
      // Pact's verifier would run any plugins named in a pact.
      const { plugins: _, ...metadata } = Object(Object(document).metadata) as Readonly<Record<string, unknown>>
      return JSON.stringify({ ...(document as object), metadata, [list]: chosen })
    },
  }
}

/** Returns the `Authorization` header if a matching rule accepts other values and no generator defines the value to send. */
function anyTokenOf({ request: sent }: Pick<z.output<typeof interaction>, 'request'>): string | undefined {
  const rules = sent?.matchingRules ?? {}
  // In format version 2, rules are keyed by path.
  const ruled = find(rules.header) ?? find(rules, '$.headers.')
  if (!ruled || find(sent?.generators?.header)) return undefined
  return [find(sent?.headers)].flat().find((value) => typeof value === 'string')
}

const find = (headers: object | null | undefined, prefix = ''): unknown =>
  Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === `${prefix.toLowerCase()}authorization`)?.[1]

/** True if the request calls a control row. Contracts describe the service, and must not change settings or drop worlds. */
function isControlCall({ request: sent }: Pick<z.output<typeof interaction>, 'request'>): boolean {
  const path = typeof sent?.path === 'string' ? sent.path : ''
  const { pathname } = new URL(`http://standin.test/${path.replace(/^\/+/, '')}`)
  return /(?:^|\/)_standin(?:\/|$)/i.test(pathname.replaceAll(/%[0-9a-f]{2}/gi, decoded))
}

const decoded = (escaped: string) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
