/** Reads the environment file: a real implementation's URLs and callers, and its names for our resources and recipients. */
import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { z } from 'zod'
import { parseYaml } from '../platform/node-files.ts'
import { demandFile } from '../platform/node-path.ts'
import { givens } from '../service/failures/givens.ts'
import { Misuse, misuseOfAll, placeIn, unknownName } from '../service/wire/misuse.ts'
import { messageOf } from '../service/wire/read-as.ts'
import { readDuration } from '../service/wire/timestamp.ts'
import { dialectNames } from '../service/wire/vocabulary.ts'
import { isSecretHeader } from '../service/world/journal.ts'
import { type CallerName, callerNames } from './callers.ts'

/** A secret, given as the name of an environment variable or as a command that prints it. The file never contains the secret itself. */
const secret = z.union([z.strictObject({ variable: z.string().min(1) }), z.strictObject({ command: z.string().min(1) })])
export type Secret = z.output<typeof secret>

const address = z.string().refine(isBase, 'is not a URL such as https://platform.example.org/notifications/api/v1')

const reached = z.strictObject({
  url: address.transform(withoutSlashes).describe("The area's base URL, without a trailing slash."),
  headers: z.record(z.string().regex(/^[!#$%&'*+.^`|~\w-]+$/, 'is not a header name'), z.union([z.string(), secret])).default({}),
})
export type Address = z.output<typeof reached>

const maskinporten = z.strictObject({
  clientId: z.string().min(1),
  key: z.union([z.strictObject({ file: z.string().min(1) }), secret]).describe('A private RSA key: PEM, or a JWK.'),
  keyId: z.string().optional(),
  tokenUrl: address,
  audience: z.string().min(1),
  exchange: z.boolean().default(true),
})

const token = z.union(
  [z.strictObject({ command: z.string().min(1) }), z.strictObject({ maskinporten }), z.strictObject({ variable: z.string().min(1) })],
  'must be { command: <command> }, { variable: <NAME> } or { maskinporten: { clientId, key, tokenUrl, audience } }',
)
export type TokenSource = z.output<typeof token>

const noNumber = 'is not an organization number: nine digits in quotes, such as "991825827"'
const orgNo = z.string(noNumber).regex(/^\d{9}$/, noNumber)
const recipient = z
  .string()
  .regex(/^(?!\d+$)|^(?:\d{9}|\d{11})$/, 'is not a recipient: put numbers in quotes, so that YAML preserves their zeros')

const caller = z.strictObject({
  orgNo,
  org: z.string().optional(),
  clientId: z.string().optional(),
  scopes: z.string().optional(),
  token,
})
export type Caller = z.output<typeof caller>

const command = z.strictObject({
  setup: z.string().min(1),
  teardown: z.string().min(1).optional(),
  within: z
    .string()
    .transform((text, { addIssue }) => {
      const time = readDuration(text)
      if (time === undefined) addIssue({ code: 'custom', message: `is ${JSON.stringify(text)}; expected a duration such as PT30S` })
      return time ?? 0
    })
    .default(30_000),
})
export type StateCommand = z.output<typeof command>

const file = z.strictObject({
  name: z.string().optional(),
  dialect: z.enum(dialectNames).optional(),
  addresses: z.strictObject({
    notifications: reached.optional(),
    fileTransfer: reached.optional(),
    events: reached.optional(),
    authentication: reached.optional(),
    maskinporten: reached.optional(),
    tokenGenerator: reached.optional(),
  }),
  callers: z.partialRecord(z.enum(callerNames), caller).default({}),
  resources: z.record(z.string(), z.string().min(1)).default({}),
  recipients: z.record(recipient, z.string('is not a string: put numbers in quotes').min(1)).default({}),
  states: z.record(z.string(), command).default({}),
  skip: z.record(z.string(), z.string().min(1)).default({}),
})

export type AreaThere = keyof z.output<typeof file>['addresses']

/** The file's contents. Paths and commands are relative to `folder`. */
export interface EnvironmentFile extends Omit<z.output<typeof file>, 'name' | 'callers'> {
  readonly name: string
  readonly folder: string
  readonly callers: Readonly<Partial<Record<CallerName, Caller>>>
}

function isBase(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
}

function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

/** Maximum file size in bytes. */
const most = 2 ** 20

/** Reads the file. Throws {@link Misuse} with the position of each mistake. */
export async function readEnvironment(path: string): Promise<EnvironmentFile> {
  const name = basename(path)
  return environmentOf(await parseYaml(name, bytesOf(path)), name, dirname(resolve(path)))
}

function bytesOf(path: string): Uint8Array {
  try {
    demandFile(path, most)
    return readFileSync(path)
  } catch (thrown) {
    if (thrown instanceof Misuse) throw thrown
    throw new Misuse(`${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}.`)
  }
}

/** `source`: the document's name in messages, either a file or a member of `standin.config.yaml`. */
export function environmentOf(document: unknown, source: string, folder: string): EnvironmentFile {
  const read = file.safeParse(document, { error: messageOf })
  const at = (way: readonly PropertyKey[]) => placeIn(document, way) ?? source
  if (!read.success) {
    throw misuseOfAll(
      read.error.issues.slice(0, 20).map(({ path: way, message, ...issue }) => {
        // An error about a key is reported for the key itself, one level below.
        const [inner] = 'issues' in issue && issue.code === 'invalid_key' ? issue.issues : []
        const what = way.join('.') || 'the file'
        if (inner) return new Misuse(`${at(way)}: ${what} ${inner.message}.`)
        if (issue.code !== 'unrecognized_keys') return new Misuse(`${at(way)}: ${what} ${message}.`)
        const [unknown = ''] = issue.keys
        return unknownName(`${at([...way, unknown])}: ${[...way, unknown].join('.')} is unknown.`, unknown, membersAt(way))
      }),
    )
  }
  const { states, skip, addresses } = read.data
  const sentences = givens.map(({ sentence }) => sentence)
  const mistakes = [
    ...(['states', 'skip'] as const).flatMap((member) =>
      Object.keys({ states, skip }[member])
        .filter((state) => !sentences.includes(state))
        .map((state) =>
          unknownName(`${at([member, state])}: ${JSON.stringify(state.slice(0, 100))} is not a provider state.`, state, sentences),
        ),
    ),
    ...Object.entries(addresses).flatMap(([area, there]) =>
      Object.entries(there?.headers ?? {})
        .filter(([header, value]) => typeof value === 'string' && isSecretHeader(header))
        .map(
          ([header]) =>
            new Misuse(
              `${at(['addresses', area, 'headers', header])}: the value of ${header} is a secret. Write { variable: <NAME> } or { command: <command> }.`,
            ),
        ),
    ),
  ]
  if (mistakes.length > 0) throw misuseOfAll(mistakes)
  return { ...read.data, name: read.data.name ?? source.replace(/\.ya?ml$/, ''), folder }
}

/** Returns the members allowed at this position in the file. */
function membersAt([first, second, third]: readonly PropertyKey[]): readonly string[] {
  if (first === undefined) return Object.keys(file.shape)
  if (first === 'addresses') return second === undefined ? Object.keys(file.shape.addresses.shape) : Object.keys(reached.shape)
  if (first === 'callers') return second === undefined ? callerNames : third === undefined ? Object.keys(caller.shape) : []
  return first === 'states' ? Object.keys(command.shape) : []
}
