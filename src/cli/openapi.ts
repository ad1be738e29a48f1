/** `standin openapi`: the OpenAPI document, without a server. */
import type { OpenApiDocument } from '../openapi/document.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { bare, optional, someText } from './option.ts'
import { ownDocument } from './own-document.ts'
import { startOptions } from './start-options.ts'
import { storeOrPrint } from './store.ts'

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
