/** A second implementation of the service: orders of notifications, from docs/reference alone. It shares no code with Standin. */
import type { KeyObject } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Orders } from './orders.ts'
import { problems, type Reply } from './problems.ts'
import { claimsIn } from './tokens.ts'

/** docs/reference/notifications.md §2 */
const scope = 'altinn:serviceowner/notifications.create'

const routes: readonly [RegExp, (orders: Orders, creator: string, id: string, request: IncomingMessage) => Reply | Promise<Reply>][] = [
  [
    /^POST \/future\/orders$/,
    async (orders, creator, _, request) => orders.create(creator, (await json(request)) as Parameters<Orders['create']>[1]),
  ],
  [/^GET \/future\/shipment\/([^/]+)$/, (orders, creator, id) => orders.show(creator, id)],
  [/^PUT \/orders\/([^/]+)\/cancel$/, (orders, creator, id) => orders.cancel(creator, id)],
]

/** `key` checks the signatures of tokens. */
export const serve =
  (orders: Orders, key: KeyObject): RequestListener =>
  async (request, response) => {
    const { status, headers = { 'content-type': 'application/json; charset=utf-8' }, body } = await answer(orders, key, request)
    response.writeHead(status, headers).end(JSON.stringify(body))
  }

function answer(orders: Orders, key: KeyObject, request: IncomingMessage): Reply | Promise<Reply> {
  const asked = `${request.method} ${request.url}`
  const [path, run] = routes.find(([pattern]) => pattern.test(asked)) ?? []
  if (!path || !run) return problems.noSuchPath
  const claims = claimsIn(request.headers.authorization, key)
  if (!claims) return problems.unauthenticated
  if (!claims.scope.split(' ').includes(scope)) return problems.forbidden
  return run(orders, claims['urn:altinn:orgNumber'], path.exec(asked)?.[1] ?? '', request)
}
