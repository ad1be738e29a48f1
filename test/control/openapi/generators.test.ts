/** The documents have what generators of clients can read. */
import { expect, test } from 'vitest'
import { ownDocument } from '../../../src/apps/cli/commands/openapi.ts'
import { type OpenApiVersion, openApiVersions } from '../../../src/control/openapi/older.ts'
import { type DialectName, dialectNames } from '../../../src/service/wire/vocabulary.ts'

type Json = Readonly<Record<string, unknown>>

interface Within {
  readonly schema: Json
  readonly path: string
  /** Whether it is a component. */
  readonly named: boolean
}

const lists = ['anyOf', 'oneOf', 'allOf']
const maps = ['properties', 'schemas']
const single = ['items', 'additionalProperties', 'schema']

/** Each schema of a document. Examples have none. */
function* schemasIn(node: unknown, path = '', named = false): Generator<Within> {
  if (typeof node !== 'object' || node === null) return
  const isSchema = /(?:\/(?:schema|items|additionalProperties)|\/(?:properties|schemas|anyOf|oneOf|allOf)\/[^/]+)$/.test(path)
  if (isSchema) yield { schema: node as Json, path, named }
  for (const [name, inner] of Object.entries(node)) {
    if (isSchema && ![...lists, ...maps, ...single].includes(name)) continue
    if (['example', 'examples', 'x-example'].includes(name) && !path.endsWith('/properties')) continue
    yield* schemasIn(inner, `${path}/${name.replaceAll('/', '~1')}`, path === '/components/schemas')
  }
}

const which = openApiVersions.flatMap((version) => dialectNames.map((dialect) => ({ version, dialect })))
const written = (version: OpenApiVersion, dialect: DialectName, serviceOnly = false) =>
  ownDocument({ version, dialect, serviceOnly, base: 'http://127.0.0.1:4300' })

test.each(which)('every object of the document of dialect $dialect in OpenAPI $version has a name', async ({ version, dialect }) => {
  const all = [...schemasIn(await written(version, dialect))]
  const anonymous = all.filter(({ schema, named }) => schema.properties !== undefined && !named)

  expect(anonymous.map(({ path }) => path)).toEqual([])
  expect(all.filter(({ schema }) => schema.properties !== undefined).length).toBeGreaterThan(100)
})

test.each(which)('no schema of dialect $dialect in OpenAPI $version has null as a variant of anyOf', async ({ version, dialect }) => {
  const all = [...schemasIn(await written(version, dialect))]
  const hasNull = all.filter(({ schema }) => (schema.anyOf as Json[] | undefined)?.some(({ type }) => type === 'null'))

  expect(hasNull.map(({ path }) => path)).toEqual([])
})

test.each(which)('the service of dialect $dialect in OpenAPI $version has no alternatives at all', async ({ version, dialect }) => {
  const all = [...schemasIn(await written(version, dialect, true))]
  const several = all.filter(({ schema }) => lists.some((name) => Array.isArray(schema[name]) && schema[name].length > 1))

  expect(several.map(({ path }) => path)).toEqual([])
})

test.each(dialectNames)('what is new in 3.1 is not in the document of dialect %s in 3.0', async (dialect) => {
  const text = JSON.stringify([...schemasIn(await written('3.0', dialect))].map(({ schema }) => schema))

  expect(text).not.toMatch(/"(?:const|examples|propertyNames)":|"type":\[|"type":"null"/)
  expect(text).toContain('"nullable":true')
})

test('a value of several types has an alternative for each in OpenAPI 3.0', async () => {
  const placeIn = async (version: OpenApiVersion) => {
    const { components } = (await written(version, 'spec')) as unknown as { components: { schemas: Record<string, { properties: Json }> } }
    return components.schemas.ControlPlace?.properties.path
  }

  expect(await placeIn('3.1')).toMatchObject({ items: { type: ['string', 'integer'] } })
  expect(await placeIn('3.0')).toMatchObject({ items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } })
})

test('a reference of OpenAPI 3.0 stands alone, or in allOf with what is said beside it', async () => {
  const { components } = (await written('3.0', 'spec')) as unknown as { components: { schemas: Record<string, { properties: Json }> } }
  const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const { NotificationsRecipientPerson, ControlJournalEntry } = components.schemas

  expect(NotificationsRecipientPerson?.properties.emailSettings).toEqual({
    description: expect.any(String),
    allOf: [schemaOf('NotificationsEmailSettings')],
  })
  expect(ControlJournalEntry?.properties.caller).toMatchObject({ nullable: true, allOf: [schemaOf('ControlCaller')] })
})

test('all problems of the service have one type, which demands what all of them have', async () => {
  const { components } = (await written('3.1', 'spec', true)) as unknown as { components: { schemas: Record<string, Json> } }

  expect(Object.keys(components.schemas).filter((name) => /Problem|Error/.test(name))).toEqual(['Problem', 'OAuthError'])
  expect(components.schemas.Problem?.required).toEqual(['type', 'title', 'status'])
  expect(JSON.stringify(components.schemas.Problem)).toContain('"NOT-00001"')
})

test.each([
  ['/future/shipment/feed', 'get', 'seq', 'int64'],
  ['/future/shipment/feed', 'get', 'pageSize', 'int32'],
  ['/events/api/v1/events', 'get', 'size', 'int32'],
  ['/events/api/v1/subscriptions/{id}', 'get', 'id', 'int32'],
])('%s %s takes %s as an integer', async (path, method, name, format) => {
  const { paths } = await written('3.1', 'spec', true)
  const parameters = paths[path]?.[method]?.parameters as { name: string; schema: Json }[]

  expect(parameters.find((each) => each.name === name)?.schema).toMatchObject({ type: 'integer', format })
})

test('the objects of the service have short names, which a change does not change unseen', async () => {
  const { components } = (await written('3.1', 'spec', true)) as unknown as { components: { schemas: Record<string, Json> } }
  const inner = Object.keys(components.schemas).filter((name) => !/(?:Request|Reply(?:\w+)?)$/.test(name))

  expect(inner.sort()).toMatchInlineSnapshot(`
    [
      "AuthenticationKey",
      "EventsCloudEvent",
      "FileTransferRecipient",
      "FileTransferRecipientFileTransferStatusHistoryEntry",
      "FileTransferStatusHistoryEntry",
      "NotificationsDialogportenAssociation",
      "NotificationsEmailSettings",
      "NotificationsFeedEntry",
      "NotificationsFeedRecipient",
      "NotificationsInstantEmail",
      "NotificationsInstantEmailSettings",
      "NotificationsInstantRecipient",
      "NotificationsInstantSms",
      "NotificationsInstantSmsSettings",
      "NotificationsNotification",
      "NotificationsProcessingStatus",
      "NotificationsRecipient",
      "NotificationsRecipientEmail",
      "NotificationsRecipientExternalIdentity",
      "NotificationsRecipientOrganization",
      "NotificationsRecipientPerson",
      "NotificationsRecipientSms",
      "NotificationsReminder",
      "NotificationsShipmentRecipient",
      "NotificationsShipmentReference",
      "NotificationsSmsSettings",
      "OAuthError",
      "Problem",
      "ResourcesStorageProvider",
    ]
  `)
})
