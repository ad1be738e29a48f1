/** `standin diff`. */
import { expect, test } from 'vitest'
import { ownDocument } from '../../../src/apps/cli/commands/openapi.ts'
import { breakingChanges } from '../../../src/apps/cli/contracts/breaking-changes.ts'
import { misuse, run } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { otherServer } from '../../support/listen.ts'

// biome-ignore lint/suspicious/noExplicitAny: each test changes what it likes.
type Changeable = any

const base = 'http://127.0.0.1:4300'

/** Standin's own document, with a change of each kind. */
async function changed(): Promise<string> {
  const document: Changeable = structuredClone(await ownDocument({ dialect: 'spec', base: 'https://example.org', serviceOnly: true }))
  const { NotificationsGetShipmentReply: shipment, NotificationsCreateOrderRequest: order, ...schemas } = document.components.schemas
  delete shipment.properties.status
  shipment.required = shipment.required.filter((name: string) => name !== 'status')
  delete order.properties.sendersReference
  order.properties.extra = { type: 'string' }
  order.required.push('extra')
  schemas.FileTransferInitializeRequest.properties.fileName = { type: 'integer' }
  schemas.FileTransferInitializeRequest.properties.more = { type: 'string' }
  delete document.paths['/orders/{id}/cancel']
  delete document.paths['/broker/api/v1/filetransfer'].get
  return JSON.stringify(document)
}

const named = `GET /broker/api/v1/filetransfer  fileTransfer.search
  Operation \`GET /broker/api/v1/filetransfer\` was removed.

POST /broker/api/v1/filetransfer  fileTransfer.initialize
  request application/json, fileName: Type of \`fileName\` narrowed from 'string' to 'integer'.

POST /future/orders  notifications.createOrder
  request application/json: Properties became required: \`extra\`.
  request application/json, sendersReference: The request property \`sendersReference\` was removed.

GET /future/shipment/{id}  notifications.getShipment
  reply 200 application/json: Properties are no longer required: \`status\`.
  reply 200 application/json, status: Property \`status\` was removed.

PUT /orders/{id}/cancel  notifications.cancelOrder
  Path \`/orders/{id}/cancel\` was removed.

7 breaking changes from Standin (dialect spec) to openapi.json.
`

test('each change that breaks clients is named with its operation and place, and no other change is', async () => {
  const folder = folderWith({ 'openapi.json': await changed() })

  expect(await run(['diff', 'openapi.json'], { folder })).toEqual({ code: 1, out: named, err: '' })
})

test("Standin's own document, control interface included, breaks nothing", async () => {
  const { out } = await run(['openapi', '--dialect', 'live', '--yaml'])
  const url = await otherServer((_, response) => response.end(out))
  const found = await run(['diff', `${url}/openapi.yaml`, '--dialect', 'live', '--format', 'json'])

  expect({ ...found, out: JSON.parse(found.out) }).toEqual({
    code: 0,
    out: { from: 'Standin (dialect live)', to: `${url}/openapi.yaml`, breaking: [], total: 0 },
    err: '',
  })
})

/** A service of one operation, which takes and gives the same thing. */
const tiny = (thing: object): Changeable => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: base }],
  paths: {
    '/things': {
      put: {
        operationId: 'putThing',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: { 200: { description: 'OK', content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
    },
  },
  components: { schemas: { Thing: { type: 'object', ...thing } } },
})

const compare = (own: object, other: object, older = false) => {
  const folder = folderWith({ 'other.json': JSON.stringify(other) })
  return breakingChanges({ own: own as Changeable, other: 'other.json', older, folder })
}

const name = { name: { type: 'string' } }

test('a schema of requests and replies is judged for each, in the direction that is asked', async () => {
  const [demanded, free] = [tiny({ properties: name, required: ['name'] }), tiny({ properties: name })]
  const operation = { operation: 'putThing', call: 'PUT /things' }

  expect(await compare(demanded, free)).toMatchObject([{ ...operation, place: 'reply 200 application/json' }])
  expect(await compare(demanded, free, true)).toMatchObject([{ ...operation, place: 'request application/json' }])
})

test('a schema that contains itself is compared too', async () => {
  const tree = (names: object) =>
    tiny({ properties: { ...names, parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } } })

  const found = await compare(tree(name), tree({ name: { type: 'integer' } }))

  expect(found.map(({ operation, rule, place }) => [operation, rule, place])).toContainEqual([
    'putThing',
    'schema-type-changed',
    'request application/json, name',
  ])
})

test.each([
  ['absent.json', /^standin: File not found: .*absent\.json\.\n$/],
  ['half.json', /^standin: half\.json cannot be read as OpenAPI: Failed to parse .*\n$/],
  ['torn.json', /^standin: torn\.json cannot be read as OpenAPI: .*Can't resolve \$ref.*\n$/],
  ['swagger.json', /^standin: swagger\.json cannot be compared: Cannot compare oas3_1 with oas2\.\n$/],
  ['http://127.0.0.1:9/openapi.json', /^standin: Cannot connect to http:\/\/127\.0\.0\.1:9\/openapi\.json: .*\n$/],
])('%s is misuse', async (document, said) => {
  const info = { info: { title: 'Things', version: '1' } }
  const folder = folderWith({
    'half.json': '{"openapi":',
    'torn.json': JSON.stringify({ openapi: '3.1.0', ...info, paths: { '/things': { $ref: './absent.json' } } }),
    'swagger.json': JSON.stringify({ swagger: '2.0', ...info, paths: {} }),
  })
  expect(await run(['diff', document], { folder })).toMatchObject(misuse(said))
})

test('an address that answers no document is misuse', async () => {
  const url = await otherServer((_, response) => response.writeHead(404).end())

  expect(await run(['diff', `${url}/openapi.json`])).toEqual({
    code: 2,
    out: '',
    err: `standin: ${url}/openapi.json returned 404 instead of a document.\n`,
  })
})

test('a document whose aliases multiply is refused before it is read', async () => {
  const lists = Array.from(
    { length: 12 },
    (_, at) =>
      `a${at}: &a${at} [${Array(10)
        .fill(at === 0 ? 'x' : `*a${at - 1}`)
        .join()}]\n`,
  )
  const folder = folderWith({ 'other.yaml': `openapi: 3.1.0\ninfo: { title: x, version: '1' }\npaths: {}\n${lists.join('')}` })

  expect(await run(['diff', 'other.yaml'], { folder })).toMatchObject(misuse('contains another alias. Write it out.'))
})
