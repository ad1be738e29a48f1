/** The OpenAPI document. */
import { controls } from '../../../src/control/index.ts'
import { jsonSchema } from '../../../src/control/openapi/json-schema.ts'
import { members } from '../../../src/control/openapi/members.ts'
import { areaName, areas } from '../../../src/service/areas/areas.ts'
import { operations } from '../../../src/service/areas/index.ts'
import { paths, type RowFacts } from '../../../src/service/wire/row.ts'
import { type DialectName, dialectNames } from '../../../src/service/wire/vocabulary.ts'
import { control } from '../../support/control.ts'
import { expect, rule, test } from '../../support/rule.ts'

rule(
  'decisions §12',
  'the document has every row of the service and of the control interface, once, and those of a resumable upload for its parts too',
  async ({ ask }) => {
    const { body } = await ask('control.showOpenapi')
    const shown = Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    )
    // The document is that of the dialect spec.
    const service = operations
      .filter(({ dialect }) => dialect !== 'live')
      .map((row) => `${row.id} ${row.method} ${areas[areaName(row.id)].prefixes[0]}${paths(row)[0]}`)

    const parts = [
      'describeUploadsByPartialId OPTIONS',
      'inspectUploadByPartialId HEAD',
      'appendToUploadByPartialId PATCH',
      'terminateUploadByPartialId DELETE',
    ].map((each) => `resumableUpload.${each} /broker/api/v1/filetransfer/upload/tus/{fileTransferId}/partial/{partialId}`)

    expect(shown.sort()).toEqual([...service, ...parts, ...controls.map(({ id, method, path }) => `${id} ${method} ${path}`)].sort())
  },
)

test('every parameter of a path is required, and stands in it', async ({ ask }) => {
  const { body } = await ask('control.showOpenapi')
  for (const [path, item] of Object.entries<Record<string, { parameters?: { name: string; in: string; required: boolean }[] }>>(
    body.paths,
  )) {
    for (const { parameters = [] } of Object.values(item)) {
      const inPath = parameters.filter((each) => each.in === 'path')
      expect(inPath.map(({ name, required }) => [name, required])).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]))
    }
  }
})

test('every reference leads somewhere', async ({ ask }) => {
  const { body } = await ask('control.showOpenapi')
  const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)

  expect(new Set(references)).toEqual(new Set(Object.keys(body.components.schemas)))
})

rule('decisions §2', 'the document has the address of the service as the client used it', async ({ ask }) => {
  const elsewhere = control({ publicUrl: 'https://standin.example' })
  const prefix = '/worlds/other/production'

  expect((await ask('control.showOpenapi', { prefix })).body.servers).toEqual([{ url: 'http://standin.test/worlds/other/production' }])
  expect((await elsewhere.ask('control.showOpenapi')).body.servers).toEqual([{ url: 'https://standin.example' }])
})

test('the document speaks the dialect of its world, and the dialect of the start for a world that does not exist', async ({ ask }) => {
  for (const prefix of ['', '/worlds/other']) await ask('control.useDialect', { prefix, body: { dialect: 'live' } })
  const limitAt = async (prefix: string) =>
    (await ask('control.showOpenapi', { prefix })).body.paths['/broker/api/v1/filetransfer'].get['x-rate-limit'].calls

  expect([await limitAt(''), await limitAt('/worlds/other'), await limitAt('/worlds/absent')]).toEqual([10, 10, 30])
})

test('a version of OpenAPI that does not exist is refused with those that do', async ({ ask }) => {
  const { status, body } = await ask('control.showOpenapi', { query: { openapi: '3' } })

  expect([status, body.choices]).toEqual([400, ['3.1', '3.0']])
})

test('required members of a body are required, also those with a default', async ({ ask }) => {
  const { schemas } = (await ask('control.showOpenapi')).body.components

  expect(schemas.FileTransferInitializeRequest.required).toEqual([
    'fileName',
    'resourceId',
    'sendersFileTransferReference',
    'sender',
    'recipients',
  ])
  expect(schemas.FileTransferInitializeRequest.properties.fileName).not.toHaveProperty('default')
  expect(schemas.NotificationsCreateOrderRequest.required).toEqual(['idempotencyId', 'recipient'])
})

test('an enumeration is written by name', async ({ ask }) => {
  const { schemas } = (await ask('control.showOpenapi')).body.components

  expect(schemas.NotificationsSmsSettings.properties.sendingTimePolicy).toMatchObject({
    type: 'string',
    enum: ['Anytime', 'Daytime'],
  })
})

rule('decisions §4', 'the document says the limit of a row and the reply above it', async () => {
  const [ours, live] = [control(), control({ dialect: 'live' })]
  const path = '/broker/api/v1/filetransfer'
  const row = (await ours.ask('control.showOpenapi')).body.paths[path].get
  const liveRow = (await live.ask('control.showOpenapi')).body.paths[path].get

  expect(row['x-rate-limit']).toEqual({ calls: 30, seconds: 60, definition: 'current' })
  expect(Object.keys(row.responses[429].headers)).toEqual(['retry-after', 'ratelimit-policy', 'ratelimit'])
  expect(row.responses[200].headers).toHaveProperty('ratelimit')
  expect(liveRow['x-rate-limit'].calls).toBe(10)
  expect(liveRow.responses[429].content['application/json'].examples['rate-limited'].value).toEqual({
    statusCode: 429,
    message: 'Rate limit is exceeded. Try again in 60 seconds.',
  })
  expect(liveRow.responses[200]).not.toHaveProperty('headers')
})

test('refusals are listed by status, with the problem of the wire', async ({ ask, client }) => {
  const { paths: shown } = (await ask('control.showOpenapi')).body
  const { problem } = await client.call('notifications.getShipment', { params: { id: 'unknown' } })
  const { value } = shown['/future/shipment/{id}'].get.responses[404].content['application/problem+json'].examples['NOT-00003']

  expect({ ...value, traceId: problem.traceId }).toEqual(problem)
  expect(shown['/future/shipment/{id}'].get.responses).not.toHaveProperty('400')
  expect(Object.keys(shown['/future/orders'].post.responses)).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '403', '413', '415', '422', '499', '503']),
  )
})

test('the document names the scopes of a row', async ({ ask }) => {
  const { paths: shown } = (await ask('control.showOpenapi')).body

  expect(shown['/broker/api/v1/filetransfer'].get.security).toEqual([
    { bearer: ['altinn:broker.read'] },
    { bearer: ['altinn:broker.write'] },
  ])
  expect(shown['/api/GetEnterpriseToken'].get.security).toEqual([])
  expect(shown['/_standin/reset'].post.security).toEqual([{}, { admin: [] }])
})

test('every body of a request has an example', async ({ ask }) => {
  const { paths: shown } = (await ask('control.showOpenapi')).body
  const bodies = Object.values<object>(shown)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, requestBody }) =>
      Object.values<object>(requestBody?.content ?? {}).map((content) => ({ operationId, content })),
    )

  expect(
    bodies.filter(({ content }) => !('example' in content)).map(({ operationId }) => operationId),
    'The bodies of these rows have no example. Add example: { body: … } to each row.',
  ).toEqual([])
  expect(bodies.length).toBeGreaterThan(20)
})

test('the parts of a form have their names in order', async ({ ask }) => {
  const { content } = (await ask('control.showOpenapi')).body.paths['/broker/api/v1/filetransfer/upload'].post.requestBody

  expect(content['multipart/form-data'].example).toMatchObject({
    'Metadata.FileName': 'report.xml',
    'Metadata.Recipients': ['0192:370916446'],
  })
})

/** Each member of the document that has, or should have, a description. */
async function* membersOf(dialect: DialectName) {
  const { ask } = control({ dialect })
  const { body } = await ask('control.showOpenapi')
  for (const [name, schema] of Object.entries(body.components.schemas)) yield* within(schema, name)
  for (const operation of Object.values<object>(body.paths).flatMap((item) => Object.values(item))) {
    for (const parameter of operation.parameters ?? []) yield { at: `${operation.operationId}.${parameter.name}`, ...parameter }
    for (const [status, { headers = {}, ...reply }] of Object.entries<{ headers?: object }>(operation.responses)) {
      yield { at: `${operation.operationId} ${status}`, ...reply }
      for (const [header, shape] of Object.entries(headers)) yield { at: `header.${header}`, ...shape }
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a schema may have any member of JSON Schema.
function* within(schema: any, path: string): Generator<{ at: string; description?: string }> {
  for (const [name, member] of Object.entries<object>(schema?.properties ?? {})) {
    yield { at: `${path}.${name}`, ...member }
    yield* within(member, `${path}.${name}`)
  }
  const { items, additionalProperties, anyOf, oneOf, allOf } = schema ?? {}
  for (const inner of [items, additionalProperties, anyOf, oneOf, allOf].flat()) if (typeof inner === 'object') yield* within(inner, path)
}

test.each(dialectNames)('every member of the document of dialect %s has a description', async (dialect) => {
  const silent = new Set<string>()
  for await (const { at, description = '' } of membersOf(dialect)) if (description.trim() === '') silent.add(at)

  expect(
    [...silent],
    'These members have no description. Add .describe(…) in their schema, or an entry in members.ts of openapi/.',
  ).toEqual([])
})

test('every member of a control row describes itself, unless its schema is one of the service', () => {
  const repliesOf = ({ replies }: Pick<RowFacts, 'replies'>) =>
    Object.values(replies).flatMap((reply) => (reply.kind === 'json' || reply.kind === 'eventStream' ? [reply.schema] : []))
  const ofService = new Set(operations.flatMap(repliesOf))
  const silent = controls.flatMap((row) => {
    const { params, query, headers, body } = row.request
    const sent = [params, query, headers, body?.kind === 'json' ? body.schema : undefined].flatMap((each) => each ?? [])
    const shown = repliesOf(row).filter((schema) => !ofService.has(schema))
    return [...sent.map((schema) => jsonSchema(schema, 'input')), ...shown.map((schema) => jsonSchema(schema, 'output'))]
      .flatMap((schema) => [...within(schema, row.id)])
      .filter(({ description = '' }) => description.trim() === '')
      .map(({ at }) => at)
  })

  expect(silent, 'These members have no description. Add .describe(…) in the schema of their row.').toEqual([])
})

test('every description of a member is used', async () => {
  const used = new Set<string | undefined>()
  for (const dialect of dialectNames) for await (const { description } of membersOf(dialect)) used.add(description)

  expect(
    Object.entries(members).filter(([, text]) => !used.has(text)),
    'No member uses these descriptions. Remove them from src/control/openapi/members.ts.',
  ).toEqual([])
})

test('a name is described by its nearest surroundings', async ({ ask }) => {
  const { schemas } = (await ask('control.showOpenapi')).body.components
  const { recipient } = schemas.NotificationsCreateOrderRequest.properties

  expect(recipient.description).toBe("The notification's recipient. Set exactly one of the five members.")
  expect(schemas.NotificationsReminder.properties.recipient.description).toMatch(/^The reminder's recipient/)
  expect(schemas.NotificationsGetShipmentReply.properties.type.description).toMatch(/^The kind of shipment: a notification/)
})
