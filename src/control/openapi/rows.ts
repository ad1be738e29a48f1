/** The control row for the OpenAPI document. */
import { z } from 'zod'
import { dialect } from '../../service/areas/dialect.ts'
import { operations } from '../../service/areas/index.ts'
import { reply } from '../../service/wire/row.ts'
import { boundedCache, getOrCreate } from '../../service/wire/when-needed.ts'
import { type OpenApiDocument, openApi } from '../openapi-document.ts'
import { defineControl } from '../rows/row.ts'
import { openApiVersions } from './older.ts'

/** Writing a document takes 0.1 s, and tools request the same document repeatedly. */
const documents = boundedCache<string, OpenApiDocument>(8)

const showOpenapi = defineControl('control.showOpenapi', 'GET /_standin/openapi.json', {
  world: 'named',
  summary: 'The OpenAPI document for the service and these rows',
  request: {
    query: z.object({
      openapi: z
        .enum(openApiVersions)
        .optional()
        .describe('The OpenAPI version. Default: 3.1. Use 3.0 for client generators that cannot read anything newer.'),
    }),
  },
  replies: { 200: reply.json(z.record(z.string(), z.unknown())) },

  handle({ query: { openapi } }, { simulator, address, base, rows, reply: answer }) {
    const { rateLimits, dialect: usual, requireSubscriptionKey } = simulator.settings
    const world = simulator.worlds().find(({ name }) => name === address.world)
    const spoken = dialect(world?.data.dialect ?? usual)
    const facts = { rateLimits, demandsKey: requireSubscriptionKey !== undefined, base, version: simulator.version }
    const document = getOrCreate(documents, JSON.stringify([spoken.name, openapi, facts]), () =>
      openApi({ operations, controls: rows, dialect: spoken, openapi, ...facts }),
    )
    return answer(200, document)
  },
})

export const openapiRows = [showOpenapi] as const
