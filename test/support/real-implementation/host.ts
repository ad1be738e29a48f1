/** Creates a host that finds a call's row, checks the caller, and replies. Source: decisions §16. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { invalid, problems } from './problems.ts'
import type { Switches } from './switches.ts'
import { bearerOf, type Claims, callerOf } from './tokens.ts'
import { Refused, type Reply, type Row, refuse } from './wire.ts'

export interface HostTerms {
  /** The rows' path prefix. */
  readonly prefix?: string
  readonly switches: Switches
  /** Returns a token's claims if the token is valid. */
  claimsOf(token: string): Claims | undefined
  /** The `Ocp-Apim-Subscription-Key` that each call must contain. */
  readonly subscriptionKey?: string | undefined
  /** Answers `POST /double/<what>`, which is not part of the service. By default, the switches answer such calls. */
  double?(what: string, request: IncomingMessage): Promise<Reply | undefined>
}

const nobody: Claims = { exp: 0 }

export function host(rows: readonly Row[], terms: HostTerms): RequestListener {
  const { prefix = '', switches, subscriptionKey } = terms
  const routes = rows.map((row) => {
    const pattern = (prefix + row.path).replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    return { row, path: new RegExp(`^${pattern}/?$`, 'i') }
  })

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://host')
    const path = decoded(url.pathname)
    const method = request.method ?? ''
    const [, what] = /^\/double\/([\w-]+)$/.exec(path) ?? []
    if (what) return (await terms.double?.(what, request)) ?? switches.turn(what, request)
    if (subscriptionKey !== undefined) demandKey(request.headers['ocp-apim-subscription-key'], subscriptionKey)
    const here = routes.filter((route) => route.path.test(path))
    if (here.length === 0) return problems.noSuchPath(method, path)
    const route = here.find(({ row }) => row.method === method)
    if (!route) return problems.methodNotAllowed(here.map(({ row }) => row.method).join(', '))
    const { row } = route
    demandTypes(row, request)
    const claims = row.scopes ? identify(row, row.scopes, request) : nobody
    if (switches.cancels()) return problems.cancelled()
    const spent = row.limit === undefined ? undefined : switches.spend(row.id, callerOf(claims) ?? '', row.limit)
    if (spent?.isOver) return problems.rateLimited(spent.wait, spent.headers)
    const params = { ...route.path.exec(path)?.groups }
    const reply = await orRefusal(async () => row.answer({ request, url, params, claims }))
    return { ...reply, headers: { ...reply.headers, ...spent?.headers } }
  }

  function identify({ isBare }: Row, scopes: readonly string[], request: IncomingMessage): Claims {
    const claims = terms.claimsOf(bearerOf(request.headers.authorization))
    if (!claims) return refuse(isBare ? { status: 401 } : problems.unauthenticated())
    const own = claims.scope?.split(' ') ?? []
    if (scopes.length > 0 && !scopes.some((scope) => own.includes(scope)))
      refuse(isBare ? { status: 403 } : problems.forbidden(scopes.join(' or ')))
    return claims
  }

  return (request, response) => {
    void orRefusal(() => answer(request)).then((reply) => send(response, reply))
  }
}

async function orRefusal(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.reply
    // The body is not JSON.
    if (thrown instanceof SyntaxError) return invalid({ $: [thrown.message] })
    console.error(thrown)
    return problems.defect()
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return refuse(problems.noSuchPath('', path))
  }
}

function demandTypes({ takes, saysJson }: Row, { headers }: IncomingMessage): void {
  if (takes && !takes.test(headers['content-type'] ?? '')) refuse(problems.wrongContentType())
  const accepted = headers.accept?.split(',').map((one) => one.split(';')[0]?.trim().toLowerCase())
  if (saysJson && accepted && !accepted.some((one) => one === 'application/json' || one === '*/*')) refuse(problems.notAcceptable())
}

/** Source: authentication §8 */
function demandKey(key: string | string[] | undefined, expected: string): void {
  if (key === expected) return
  const message =
    key === undefined
      ? 'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.'
      : 'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.'
  refuse({ status: 401, headers: { 'content-type': 'application/json' }, body: { statusCode: 401, message } })
}

function send(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json; charset=utf-8' }), ...headers })
  response.end(isJson ? JSON.stringify(body) : body)
}
