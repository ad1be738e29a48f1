/** `standin openapi`: the OpenAPI document, without a server. */
import type { OpenApiDocument } from '../openapi/document.ts'
import { ownPackage } from '../platform/node-package.ts'
import type { DialectName } from '../wire/dialect.ts'
import { defaultSettings } from '../world/settings.ts'
import { defineCommand } from './command.ts'
import { storeOrPrint } from './named-file.ts'
import { bare, optional, someText } from './option.ts'
import { connectionOptions } from './remote.ts'
import { startOptions } from './start-options.ts'

export const openapi = defineCommand({
  name: 'openapi',
  summary: 'Print the OpenAPI document, without a server',
  options: {
    dialect: startOptions.dialect,
    serviceOnly: bare('Leave the control interface out'),
    yaml: bare('Print YAML instead of JSON'),
    output: optional('Where to store it; replaces the file. The standard output when absent', someText),
    url: connectionOptions.url,
  },
  examples: [
    ['standin openapi --dialect live --yaml', 'Print the document of the live services as YAML'],
    ['standin openapi --service-only --output openapi.json', 'Store it, for a generator of clients'],
  ],
  async run({ values, io }) {
    const { dialect, serviceOnly, yaml, output, url } = values
    const document = await ownDocument({ dialect, serviceOnly, base: url })
    const text = yaml ? await yamlOf(document) : `${JSON.stringify(document, null, 2)}\n`
    storeOrPrint(io, output, text, 'The document was not stored')
    return 0
  },
})

async function yamlOf(document: OpenApiDocument): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}

interface DocumentOptions {
  readonly dialect: DialectName
  /** The address of the service. */
  readonly base: string
  /** Whether the document leaves the control interface out. */
  readonly serviceOnly: boolean
}

/** The same document as `GET /_standin/openapi.json` of a server that has the usual rate limits. */
export async function ownDocument({ dialect: name, base, serviceOnly }: DocumentOptions): Promise<OpenApiDocument> {
  const { rateLimits } = defaultSettings
  const [{ openApi }, { operations }, { dialect }] = await Promise.all([
    import('../openapi/document.ts'),
    import('../areas/all.ts'),
    import('../wire/dialect.ts'),
  ])
  const controls = serviceOnly ? [] : (await import('../control/rows/index.ts')).controls
  return openApi({ operations, controls, dialect: dialect(name), base, rateLimits, version: ownPackage().version })
}
