/** Forwards calls to the real service with replaced names, refuses unknown recipients, and lets Standin answer some calls itself. */
import { demandRecipients, mostBody } from '../../../../real/bodies.ts'
import type { HeadersThere } from '../../../../real/commands.ts'
import type { EnvironmentFile } from '../../../../real/environment-file.ts'
import { exchangeBody, exchangeValue, type Exchange as Names } from '../../../../real/exchange.ts'
import { type Destination, destinationsAt, type Target, targetOf } from '../../../../real/target.ts'
import { type Address, addressIn, defaultWorld } from '../../../../service/engine/address.ts'
import { type Answer, type Call, type Carrier, ClientGone, header, type PendingAnswer } from '../../../../service/wire/call.ts'
import { misuseAnswer } from '../../../../service/wire/error-answers.ts'
import { Misuse } from '../../../../service/wire/misuse.ts'
import type { Exchange } from '../../exchange.ts'
import { type Copies, noBody, readBody, streamed } from './copies.ts'
import { createForward, sentHeaders, withLocation } from './forward.ts'
import type { OpenLine } from './lines.ts'
import type { Posting } from './posting.ts'
import { Severed } from './sending.ts'
import type { Upstream } from './upstream.ts'

interface CarrierOptions extends Pick<Posting, 'open' | 'pass' | 'later'> {
  readonly file: EnvironmentFile
  readonly headersThere: HeadersThere
  readonly names: Names
  readonly upstream: Upstream
  readonly copies: Copies
  /** Time in milliseconds within which the real service must begin its reply. */
  readonly silence: number
  /** False to forward orders to any recipient. */
  readonly isGuarded: boolean
  /** True to forward calls to production as well. */
  readonly isProduction: boolean
  /** Origins of the web pages that may send calls. */
  readonly cors: readonly string[]
  /** Milliseconds since 1970. */
  now(): number
  /** Opens a journal line for a forwarded call. */
  begin(call: Call): OpenLine | undefined
}

/** Areas that Standin answers itself if the file has no URL for them. */
const answeredHere = ['maskinporten', 'tokenGenerator'] as const

/** Forwards service calls to the real service. `local` answers control rows, and areas without a URL in the file. */
export function forwarding(local: Carrier, options: CarrierOptions): Carrier {
  const { file, headersThere, names, upstream, copies, silence, isGuarded, isProduction, cors, now, open, pass, later, begin } = options
  const forward = createForward(upstream, copies, silence)
  const lacking = new Set<string>(answeredHere.filter((area) => !file.addresses[area]))
  const destinationAt = destinationsAt(file, names.there)
  const isUnequal = [...names.outward].some(([ours, theirs]) => ours !== theirs)

  /** Throws {@link Misuse} for a call that must not reach the real service. */
  function demandAllowed(call: Call, { world, environment }: Address): void {
    if (isOfOtherPage(call, cors)) throw new Misuse('Web pages from other origins may not call the real service.', undefined, 403)
    if (world !== defaultWorld) throw new Misuse(`Only the default world can be compared, not world "${world}".`, undefined, 409)
    if (environment === 'production' && !isProduction)
      throw new Misuse('The production environment is not called. Only the test environment can be compared.', undefined, 409)
  }

  async function carry(call: Call, address: Address, target: Target): Promise<PendingAnswer> {
    const at = now()
    let destination: Destination | undefined
    let line: OpenLine | undefined
    let body = noBody
    const headers = isUnequal ? exchangedHeaders(sentHeaders(call), names) : sentHeaders(call)
    function tell(outcomeOf: () => Outcome | Promise<Outcome>): void {
      if (!destination) return
      const { within, url } = destination
      const base = url.href.endsWith(within) ? url.href.slice(0, -within.length) : url.origin
      const facts = { at, ended: now(), method: call.method, base, url: within, headers, missing: 0, reply: undefined }
      later(async () => {
        const outcome = await outcomeOf()
        pass({ ...facts, body: await body.content(), ...outcome }, line)
      })
    }
    try {
      demandAllowed(call, address)
      destination = destinationAt(target)
      open()
      line = begin(call)
      const { area, mayOrder } = destination
      const type = typeOf(call)
      const isRead = (isGuarded && mayOrder) || (isUnequal && /json|multipart\/form-data/i.test(type))
      body = isRead
        ? await readBody(call, copies, (bytes) => exchangeBody(bytes, type || 'application/json', names.there))
        : streamed(call, copies)
      if (isGuarded && mayOrder) {
        const whole = body.sent ?? new Uint8Array()
        if (!(whole instanceof Uint8Array))
          throw new Misuse(`The body is larger than ${mostBody} bytes, so its recipients cannot be read.`, undefined, 409)
        demandRecipients(Buffer.from(whole), call.headers as Parameters<typeof demandRecipients>[1], file)
      }
      const sending = { destination, headers: { ...headers, ...headersThere[area] }, body: body.sent, ended: tell }
      const { answer, sent } = await forward(call, sending)
      return { answer: withLocation(answer, destination, call), sent: ({ complete }) => sent(complete) }
    } catch (thrown) {
      if (thrown instanceof ClientGone) return pending({ status: 499, headers: {} }, () => tell(() => ({ broken: 'client' })))
      if (thrown instanceof Severed)
        return pending({ status: 0, headers: {}, cut: { how: 'end' } }, () => tell(() => ({ broken: 'service', why: thrown.message })))
      if (!(thrown instanceof Misuse)) throw thrown
      const isOfService = thrown.status === 504 || (thrown.status === 502 && destination !== undefined)
      const answer = misuseAnswer(thrown)
      line?.answered(answer)
      return pending(answer, () => tell(() => (isOfService ? { broken: 'service', why: thrown.message } : { apart: 'guard' })))
    }
  }

  return (call) => {
    const address = addressIn(call)
    if (!address || address.path === '/_standin' || address.path.startsWith('/_standin/')) return local(call)
    const target = targetOf(address.query === '' ? address.path : `${address.path}?${address.query}`)
    return lacking.has(target.area) ? local(call) : carry(call, address, target)
  }
}

const pending = (answer: Answer, sent: () => void): PendingAnswer => ({ answer, sent })

type Outcome = Partial<Pick<Exchange, 'reply' | 'broken' | 'why' | 'apart'>>

const typeOf = ({ headers }: Call) => header(headers, 'content-type') ?? ''

/** True if a web page with a different origin made the call. Browsers send the origin of the page. */
function isOfOtherPage({ headers, base }: Call, cors: readonly string[]): boolean {
  const origin = header(headers, 'origin')
  if (origin !== undefined) return !(cors.includes('*') || cors.includes(origin) || origin === URL.parse(base ?? '')?.origin)
  return header(headers, 'sec-fetch-site') === 'cross-site'
}

const exchangedHeaders = (headers: ReturnType<typeof sentHeaders>, { there }: Names) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.startsWith('content-') ? value : exchangeValue(value, there)]),
  )
