/** `standin openapi`: prints the OpenAPI document without a server. `standin diff`: compares two documents. */

import type { OpenApiDocument, OpenApiOptions } from '../../../control/openapi-document.ts'
import { ownPackage } from '../../../platform/node-package.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { DialectName } from '../../../service/wire/vocabulary.ts'
import { defaultSettings } from '../../../service/world/settings.ts'
import type { BreakingChange } from '../contracts/breaking-changes.ts'
import { defineCommand, withProgress } from '../frame/command.ts'
import { bare, option, optional, required, someText, word } from '../frame/option.ts'
import { connectionOptions, json } from '../frame/remote.ts'
import { storeOrPrint } from '../frame/whole-file.ts'
import { dialectOption } from '../serving/start-options.ts'

export const openapi = defineCommand({
  name: 'openapi',
  summary: 'Print the OpenAPI document, without a server',
  options: {
    dialect: dialectOption,
    openapi: option(
      'The OpenAPI version: 3.1, or 3.0 for client generators that do not support 3.1',
      word({ '3.1': '', '3.0': '' }),
      '3.1',
    ),
    serviceOnly: bare('Omit the control endpoints'),
    yaml: bare('Print YAML instead of JSON'),
    output: optional('The file to write; an existing file is replaced. Default: standard output', someText),
    url: connectionOptions.url,
    json: bare('Print JSON on a single line'),
  },
  examples: [
    ['standin openapi --dialect live --yaml', "Print the live services' document as YAML"],
    ['standin openapi --service-only --output openapi.json', 'Save it for a client generator'],
    ['standin openapi --service-only --openapi 3.0 --output openapi.json', 'The same in the older OpenAPI version'],
  ],
  async run({ values, io }) {
    const { dialect, openapi: version, serviceOnly, yaml, output, url, json: isBrief } = values
    if (yaml && isBrief) throw new Misuse('--json and --yaml cannot be combined.')
    const document = await ownDocument({ dialect, serviceOnly, base: url, version })
    const text = yaml
      ? await yamlOf(document)
      : `${JSON.stringify(document, null, isBrief ? 0 : 2)}
`
    await storeOrPrint(io, output, text, 'The document was not saved')
  },
})

async function yamlOf(document: OpenApiDocument): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}

interface DocumentOptions {
  readonly dialect: DialectName
  readonly base: string
  readonly serviceOnly: boolean
  /** Default: 3.1. */
  readonly version?: OpenApiOptions['openapi']
}

/** Returns the document that a server with default rate limits would return for `GET /_standin/openapi.json`. */
export async function ownDocument({ dialect: name, base, serviceOnly, version: openapi }: DocumentOptions): Promise<OpenApiDocument> {
  const { rateLimits } = defaultSettings
  const [{ openApi }, { operations }, { dialect }] = await Promise.all([
    import('../../../control/openapi-document.ts'),
    import('../../../service/areas/index.ts'),
    import('../../../service/areas/dialect.ts'),
  ])
  const controls = serviceOnly ? [] : (await import('../../../control/index.ts')).controls
  return openApi({ operations, controls, dialect: dialect(name), base, rateLimits, version: ownPackage().version, openapi })
}

export const diff = defineCommand({
  name: 'diff',
  needsPackage: true,
  summary: "List the differences that would break Standin's clients on a service with another OpenAPI document",
  options: {
    document: required('A file or a URL: OpenAPI 3 as JSON or YAML'),
    dialect: dialectOption,
    older: bare('Treat the other document as the older one: list changes in Standin that break its clients'),
    format: option('Format: text, json', word({ text: '', json: '' }), 'text'),
    json,
  },
  examples: [
    ['standin diff openapi.json', 'Exit code 1 if a changed request or reply breaks clients'],
    ['standin diff --older before.json --format json', 'Find out which clients of an earlier Standin this version breaks'],
  ],
  async run({ values, io }) {
    const { document: other, dialect, older, format, json: isData } = values
    const { breakingChanges } = await import('../contracts/breaking-changes.ts')
    const own = await ownDocument({ dialect, base: connectionOptions.url.fallback, serviceOnly: true })
    const breaking = await withProgress(io, { does: `Comparing with ${other}` }, () =>
      breakingChanges({ own, other, older, folder: io.folder }),
    )
    const ours = `Standin (dialect ${dialect})`
    const [from, to] = older ? [other, ours] : [ours, other]
    const changes = { from, to, breaking, total: breaking.length }
    io.stdout.say(isData || format === 'json' ? JSON.stringify(changes) : inWords(changes))
    return breaking.length > 0 ? 1 : 0
  },
})

interface Changes {
  /** The document that clients were written for. */
  readonly from: string
  /** The document of the server that the clients will call. */
  readonly to: string
  readonly breaking: readonly BreakingChange[]
  readonly total: number
}

function inWords({ from, to, breaking, total }: Changes): string[] {
  if (total === 0) return [`No breaking changes from ${from} to ${to}.`]
  const calls = new Map<string, string[]>()
  for (const { call, operation, place, message } of breaking) {
    const title = call === null ? 'The whole document' : operation === null ? call : `${call}  ${operation}`
    calls.set(title, [...(calls.get(title) ?? []), `  ${place && `${place}: `}${message}`])
  }
  const parts = [...calls].flatMap(([title, lines]) => [title, ...lines, ''])
  return [...parts, `${total} breaking ${total === 1 ? 'change' : 'changes'} from ${from} to ${to}.`]
}
