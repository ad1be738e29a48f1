/** Runs a random client session: calls to both areas, scenarios, aborts, clock changes, two worlds, concurrent calls. */
import { request as ask } from 'node:http'
import { scopes } from '../../src/service/wire/vocabulary.ts'
import { random } from '../../src/service/world/random.ts'
import { iso, otherRecipient, recipient, request, sender } from './file-transfers.ts'
import { orderTo, toEmail, toOrganization, toPerson, toPhone } from './orders.ts'

const scenarios =
  'bad-day lost-reply slow-reads fail-every-third outage-storage outage-register flapping-database rate-limit-all connection-reset upload-interrupted infected-file some-emails-bounce sms-failed garbled-json throttled-upload order-lost-reply webhook-duplicated keys-rotated clock-behind download-truncated upload-refused-early hanging'.split(
    ' ',
  )
const callers = {
  ttd: { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
  brg: { org: 'brg', orgNo: '974760673', scope: scopes.createNotifications },
  sender: { ...sender, scope: `${scopes.brokerWrite} ${scopes.brokerRead} altinn:events.subscribe` },
  recipient: { ...recipient, scope: `${scopes.brokerRead} altinn:events.subscribe` },
  other: { ...otherRecipient, scope: scopes.brokerRead },
}
type Caller = keyof typeof callers
const large = new Uint8Array(150_000).map((_, at) => at * 31)

export interface SessionOptions {
  readonly url: string
  readonly seed: number
  readonly steps: number
  /** The URL for webhooks. */
  readonly webhook: string
  readonly subscriptionKey: string
  readonly generatorUser: string
  readonly adminToken: string
}

/** Values from a world that a client knows. */
interface Known {
  readonly prefix: string
  readonly tokens: Map<Caller, string>
  readonly transfers: string[]
  readonly shipments: string[]
  readonly orders: string[]
  readonly uploads: { readonly place: string; offset: number }[]
}

interface Reply {
  readonly status: number
  readonly location: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a session looks for ids only.
  readonly body: any
}

interface Sending {
  /** A caller, or a token. */
  readonly as?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Bytes after which the client disconnects. */
  readonly abortAfter?: number | undefined
  /** Milliseconds after which the client disconnects. */
  readonly abortLater?: number | undefined
}

/** Returns all secrets that the session used. */
export async function randomSession({
  url,
  seed,
  steps,
  webhook,
  subscriptionKey,
  generatorUser,
  adminToken,
}: SessionOptions): Promise<string[]> {
  const draw = random('session', seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(draw.fraction() * all.length)] as T
  const chance = (share: number) => draw.fraction() < share
  const secrets = [adminToken, subscriptionKey, generatorUser, Buffer.from(generatorUser).toString('base64')]
  const worlds: Known[] = ['', '/worlds/other'].map((prefix) => ({
    prefix,
    tokens: new Map(),
    transfers: [],
    shipments: [],
    orders: [],
    uploads: [],
  }))
  let made = 0

  function send(method: string, path: string, { body, headers = {}, abortAfter, abortLater }: Sending = {}): Promise<Reply> {
    const isJson = body !== undefined && !(body instanceof Uint8Array) && typeof body !== 'string'
    const sent = body === undefined ? undefined : isJson ? Buffer.from(JSON.stringify(body)) : Buffer.from(body as Uint8Array)
    const nothing = { status: 0, location: undefined, body: {} }
    return new Promise((resolve) => {
      const asked = ask(
        path.startsWith('http') ? path : url + path,
        {
          method,
          headers: {
            ...(isJson && { 'content-type': 'application/json' }),
            ...(sent && { 'content-length': sent.length }),
            'ocp-apim-subscription-key': subscriptionKey,
            'user-agent': 'random session',
            ...headers,
          },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', () => resolve(nothing))
          response.on('end', () => {
            const text = Buffer.concat(parts).toString()
            let value = {}
            try {
              value = JSON.parse(text)
            } catch {}
            resolve({ status: response.statusCode ?? 0, location: response.headers.location, body: value })
          })
          response.on('close', () => resolve(nothing))
        },
      )
      asked.on('error', () => resolve(nothing))
      if (sent && abortAfter !== undefined) {
        asked.write(sent.subarray(0, abortAfter))
        setTimeout(() => asked.destroy(), 3)
      } else asked.end(sent)
      if (abortLater !== undefined) setTimeout(() => asked.destroy(), abortLater)
      // A scenario may delay a call for a minute.
      setTimeout(() => asked.destroy(), 150)
    })
  }
  const control = (method: string, world: Known, path: string, body?: unknown) =>
    send(method, `${world.prefix}/_standin/${path}`, { body, ...(chance(0.5) && { headers: { authorization: `Bearer ${adminToken}` } }) })

  async function tokenOf(world: Known, caller: Caller): Promise<string> {
    const known = world.tokens.get(caller)
    if (known && chance(0.95)) return known
    const { body } = await control('POST', world, 'tokens', { ...callers[caller], ttl: 86_400 })
    const token = body.token ?? ''
    secrets.push(token)
    world.tokens.set(caller, token)
    return token
  }
  async function call(world: Known, method: string, path: string, { as, headers = {}, ...more }: Sending = {}): Promise<Reply> {
    const token = as === undefined ? undefined : as in callers ? await tokenOf(world, as as Caller) : as
    const wished: Record<string, string> = {}
    if (chance(0.04)) wished.prefer = `code=${pick(['503', '429', '400', 'NOT-00001'])}`
    if (chance(0.04)) wished['x-standin-scenario'] = pick(scenarios)
    const environment = chance(0.05) ? '/production' : ''
    const authorization = token === undefined ? {} : { authorization: `Bearer ${chance(0.02) ? `${token.slice(0, -4)}AAAA` : token}` }
    const abort = { ...(chance(0.03) && { abortLater: Math.floor(draw.fraction() * 4) }) }
    return send(method, `${world.prefix}${path.startsWith('http') ? '' : environment}${path}`.replace(/^\/worlds\/other(?=http)/, ''), {
      ...more,
      ...abort,
      headers: { ...authorization, ...wished, ...headers },
    })
  }

  const orders = '/notifications/api/v1/future'
  const broker = '/broker/api/v1/filetransfer'
  const actions: readonly (readonly [weight: number, act: (world: Known) => Promise<unknown>])[] = [
    [
      8,
      async (world) => {
        const to = pick([toEmail(), toPhone(), toPhone('+4799990003'), toPerson('24867542562'), toOrganization('310000005'), toEmail('no')])
        const more = {
          idempotencyId: chance(0.2) ? 'again' : `order-${++made}`,
          ...(chance(0.1) && { reminders: [{ delayDays: 1, recipient: toEmail() }] }),
          ...(chance(0.1) && { conditionEndpoint: `${webhook}/condition?sig=a-condition-secret` }),
        }
        const abortAfter = chance(0.05) ? 20 : undefined
        const { body } = await call(world, 'POST', `${orders}/orders`, { as: pick(['ttd', 'brg']), body: orderTo(to, more), abortAfter })
        if (body.notification) world.shipments.push(body.notification.shipmentId)
        if (body.notificationOrderId) world.orders.push(body.notificationOrderId)
      },
    ],
    [4, (world) => call(world, 'GET', `${orders}/shipment/${pick([...world.shipments, 'none'])}`, { as: pick(['ttd', 'ttd', 'brg']) })],
    [2, (world) => call(world, 'GET', `${orders}/shipment/feed?seq=${Math.floor(draw.fraction() * 4)}`, { as: 'ttd' })],
    [1, (world) => call(world, 'PUT', `${orders}/orders/${pick([...world.orders, 'none'])}/cancel`, { as: 'ttd' })],
    [
      6,
      async (world) => {
        const body = {
          ...request,
          fileName: pick(['report.xml', 'infected.xml']),
          ...(chance(0.5) && { disableVirusScan: true }),
          recipients: [iso(recipient), iso(otherRecipient)],
        }
        const reply = await call(world, 'POST', broker, { as: 'sender', body })
        if (reply.body.fileTransferId) world.transfers.push(reply.body.fileTransferId)
      },
    ],
    [
      6,
      (world) => {
        const body = chance(0.1) ? large : Buffer.from(`content ${++made} ${'x'.repeat(Math.floor(draw.fraction() * 5_000))}`)
        const abortAfter = chance(0.2) ? Math.floor(draw.fraction() * body.length) : undefined
        return call(world, 'POST', `${broker}/${pick([...world.transfers, 'none'])}/upload`, {
          as: 'sender',
          body,
          abortAfter,
          headers: { 'content-type': 'application/octet-stream' },
        })
      },
    ],
    [3, (world) => call(world, 'GET', `${broker}/${pick([...world.transfers, 'none'])}`, { as: pick(['sender', 'recipient', 'ttd']) })],
    [2, (world) => call(world, 'GET', `${broker}/${pick([...world.transfers, 'none'])}/details`, { as: 'sender' })],
    [2, (world) => call(world, 'GET', `${broker}?resourceId=standin-plain`, { as: pick(['sender', 'recipient']) })],
    [4, (world) => call(world, 'GET', `${broker}/${pick([...world.transfers, 'none'])}/download`, { as: pick(['recipient', 'other']) })],
    [2, (world) => call(world, 'POST', `${broker}/${pick([...world.transfers, 'none'])}/confirmdownload`, { as: 'recipient' })],
    [
      2,
      async (world) => {
        const headers = { 'tus-resumable': '1.0.0', 'upload-length': '2000' }
        const { location } = await call(world, 'POST', `${broker}/upload/tus/${pick([...world.transfers, 'none'])}`, {
          as: 'sender',
          headers,
        })
        if (location) world.uploads.push({ place: location, offset: 0 })
      },
    ],
    [
      3,
      async (world) => {
        const upload = pick([...world.uploads, { place: `${url}${world.prefix}${broker}/upload/tus/none/none`, offset: 0 }])
        const headers = {
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(upload.offset),
        }
        const body = new Uint8Array(Math.min(700, 2000 - upload.offset)).fill(7)
        const { status } = await call(world, 'PATCH', upload.place, {
          as: 'sender',
          headers,
          body,
          abortAfter: chance(0.2) ? 300 : undefined,
        })
        if (status === 204) upload.offset += body.length
      },
    ],
    [
      1,
      (world) =>
        call(world, 'POST', '/events/api/v1/subscriptions', {
          as: pick(['sender', 'recipient']),
          body: { endPoint: `${webhook}/hook?code=a-webhook-secret`, resourceFilter: 'urn:altinn:resource:standin-plain' },
        }),
    ],
    [1, (world) => call(world, 'GET', '/events/api/v1/subscriptions', { as: 'sender' })],
    [
      1,
      async (world) => {
        const basic = Buffer.from(chance(0.8) ? generatorUser : 'wrong:password').toString('base64')
        const reply = await call(world, 'GET', '/api/GetEnterpriseToken?env=tt02&scopes=altinn:broker.read&orgNo=312345676', {
          headers: { authorization: `Basic ${basic}`, cookie: `session=a-cookie-secret-${seed}` },
        })
        secrets.push(basic, `a-cookie-secret-${seed}`, typeof reply.body === 'string' ? reply.body : 'a-webhook-secret')
      },
    ],
    [
      1,
      async (world) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        const iat = 1_780_308_000
        const grant = `${part({ alg: 'RS256', typ: 'JWT', kid: 'mine' })}.${part({ aud: `${url}/`, iss: 'a-client', scope: scopes.brokerRead, iat, exp: iat + 120, jti: `${++made}` })}.c2lnbmF0dXJl`
        secrets.push(grant)
        const reply = await call(world, 'POST', '/token', {
          body: `grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=${grant}&client_assertion=a-client-assertion`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        secrets.push('a-client-assertion')
        const token = reply.body.access_token
        if (!token) return
        secrets.push(token)
        await call(world, 'GET', '/authentication/api/v1/exchange/maskinporten', { as: token })
      },
    ],
    [1, (world) => call(world, pick(['DELETE', 'GET']), pick(['/nowhere', `${broker}/x/y`, `${orders}/orders`]), { as: 'ttd' })],
    [2, (world) => control('POST', world, 'clock/advance', { by: pick(['PT1S', 'PT10M', 'P1D', 'PT5S']) })],
    [1, (world) => control('POST', world, pick(['clock/freeze', 'clock/resume']))],
    [2, (world) => control('PUT', world, `scenarios/${pick(scenarios)}/active`)],
    [2, (world) => control('DELETE', world, 'scenarios/active')],
    [0.3, (world) => control('DELETE', world, 'limits')],
    [0.3, (world) => control('PUT', world, 'contacts/24867542562', { email: `changed-${++made}@example.org` })],
    [0.2, (world) => control('POST', world, 'file-transfers', { size: 1_000, seed: made })],
    [0.1, (world) => control('POST', world, 'keys/rotate')],
  ]
  const all = actions.reduce((sum, [weight]) => sum + weight, 0)
  function next(): (world: Known) => Promise<unknown> {
    let left = draw.fraction() * all
    for (const [weight, act] of actions) {
      left -= weight
      if (left < 0) return act
    }
    return next()
  }
  for (let step = 0; step < steps; ) {
    const together = chance(0.25) ? 1 + Math.floor(draw.fraction() * 4) : 1
    await Promise.all(Array.from({ length: together }, () => next()(chance(0.7) ? (worlds[0] as Known) : (worlds[1] as Known))))
    step += together
  }
  return [...new Set(secrets.filter((each) => each !== ''))]
}
