/** Makes Standin's own OpenAPI document without a server. */
import type { OpenApiDocument } from '../openapi/document.ts'
import { ownPackage } from '../platform/node-package.ts'
import { defaultSettings } from '../state/settings.ts'
import type { DialectName } from '../wire/dialect.ts'

export interface DocumentOptions {
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
  const controls = serviceOnly ? [] : (await import('../control/index.ts')).controls
  return openApi({ operations, controls, dialect: dialect(name), base, rateLimits, version: ownPackage().version })
}
