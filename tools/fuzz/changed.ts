/**
 * Changes one thing in the recorded replies of an operation, compares them with Standin, and checks that the comparison names this operation
 * and no other: `node tools/fuzz/changed.ts --recordings events`. Tries each kind of change at each operation and status.
 */
import { readdirSync } from 'node:fs'
import { optional, someText } from '../../src/apps/cli/frame/option.ts'
import { compareExchanges } from '../../src/apps/compare/compare.ts'
import { operationOr } from '../../src/apps/compare/comparing/operation.ts'
import type { Exchange } from '../../src/apps/compare/exchange.ts'
import { readHar } from '../../src/apps/compare/har.ts'
import { reportOf } from '../../src/apps/compare/report.ts'
import { isObject } from '../../src/service/wire/json.ts'
import { getOrCreate } from '../../src/service/wire/when-needed.ts'
import { recordedHar } from '../../test/apps/compare/recorded-har.ts'
import { optionsOrExit } from '../options.ts'

const { recordings } = optionsOrExit({ recordings: optional('Only this file of test/live/recordings, without its ending', someText) })

const folder = new URL('../../test/live/recordings/', import.meta.url).pathname
const suffix = '.jsonl.gz'
/** Number of recorded sequences in which an operation's replies are changed. */
const mostSequences = 4
/** Number of members of a reply that are changed, one at a time. */
const mostMembers = 12
/** A difference may have consequences at the same operation. */
const mostGroups = 3

/** Returns the same exchange if the change does not apply to its reply. */
type Change = (exchange: Exchange) => Exchange

const withReply = (exchange: Exchange, change: object): Exchange => ({
  ...exchange,
  reply: { ...exchange.reply, ...change } as Exchange['reply'],
})

const withStatus =
  (status: number): Change =>
  (exchange) =>
    exchange.reply?.status === status ? exchange : withReply(exchange, { status })

/** `act`: returns the same value if it does not apply. */
const withJson =
  (act: (body: unknown) => unknown): Change =>
  (exchange) => {
    const { body } = exchange.reply ?? {}
    if (!(body instanceof Uint8Array) || body.length === 0) return exchange
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(body))
      const changed = act(value)
      return changed === value ? exchange : withReply(exchange, { body: new TextEncoder().encode(JSON.stringify(changed)) })
    } catch {
      return exchange
    }
  }

/** Changes a member of the reply or, if the reply is a list, of its first entry. */
const withMember = (nth: number, act: (member: unknown) => unknown): Change =>
  withJson((body) => {
    const object: unknown = Array.isArray(body) ? body[0] : body
    const name = isObject(object) ? Object.keys(object)[nth] : undefined
    if (!isObject(object) || name === undefined) return body
    const changed = act(object[name])
    if (changed === object[name]) return body
    const made = { ...object, [name]: changed }
    return Array.isArray(body) ? body.with(0, made) : made
  })

const retyped = (value: unknown): unknown =>
  value === null ? null : typeof value === 'string' ? 7 : typeof value === 'object' ? 'text' : JSON.stringify(value)

/** Ids, times, tokens and addresses are compared by their shape. */
const isComparedByShape = (text: string) => /[0-9a-f]{8}-[0-9a-f]{4}|^\d{4}-\d\d-\d\dT|^ey|^00-|https?:/.test(text)
function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 17
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' && value !== '' && !isComparedByShape(value) ? `${value} Changed` : value
}

function withColour(body: unknown): unknown {
  if (Array.isArray(body)) return body.some(isObject) ? body.map(withColour) : body
  return isObject(body) ? { ...body, colour: 'red' } : body
}

/** Reverses lists of the reply itself. The service does not order the lists within an entry. */
const reversed = (body: unknown) =>
  Array.isArray(body) && JSON.stringify(body.toReversed()) !== JSON.stringify(body) ? body.toReversed() : body

const changes: Record<string, Change> = {
  'status 409': withStatus(409),
  'status 500': withStatus(500),
  'content type': (exchange) => withReply(exchange, { headers: { ...exchange.reply?.headers, 'content-type': 'text/odd' } }),
  'added member': withJson(withColour),
  order: withJson(reversed),
  'no JSON': (exchange) =>
    withJson(() => '')(exchange) === exchange
      ? exchange
      : withReply(exchange, { body: new TextEncoder().encode('<html>Bad gateway</html>') }),
  'broken connection': (exchange) => ({ ...exchange, reply: undefined, broken: 'service' }),
}
for (let nth = 0; nth < mostMembers; nth++) {
  changes[`member ${nth} dropped`] = withMember(nth, () => undefined)
  changes[`member ${nth} of another type`] = withMember(nth, retyped)
  changes[`member ${nth} with another value`] = withMember(nth, otherValue)
}

async function groupsOf(exchanges: readonly Exchange[]) {
  const compared = await compareExchanges(exchanges, { settle: 120_000 })
  const { groups, apart } = reportOf(compared, { standin: '', environment: '', showValues: true })
  return { named: groups.map(({ operation, kind, where }) => ({ operation, text: `${operation} ${kind} ${where}` })), apart }
}

/** Resolves to the number of changes that were named wrongly or not at all. */
async function tryAll(name: string): Promise<number> {
  const har = recordedHar(`${folder}${name}${suffix}`)
  const read = (entries: readonly object[]) => [...readHar(JSON.stringify({ log: { ...har.log, entries } }), name).exchanges]
  const sequenceOf = (entry: object) => String((entry as { _name?: string })._name).split(': ')[0] ?? ''
  const keyOf = ({ method, url, reply }: Exchange) =>
    `${operationOr(method, new URL(url, 'http://localhost').pathname)} ${reply?.status ?? ''}`
  const { entries } = har.log
  /** Operation and status → sequences that contain such a reply. */
  const sequences = new Map<string, Set<string>>()
  for (const [nth, exchange] of read(entries).entries()) {
    const names = getOrCreate(sequences, keyOf(exchange), () => new Set<string>())
    if (names.size < mostSequences) names.add(sequenceOf(entries[nth] ?? {}))
  }
  let [tried, wrong] = [0, 0]
  for (const [key, names] of sequences) {
    const operation = key.slice(0, key.lastIndexOf(' '))
    const exchanges = read(entries.filter((entry) => names.has(sequenceOf(entry))))
    const before = new Set((await groupsOf(exchanges)).named.map(({ text }) => text))
    for (const [what, change] of Object.entries(changes)) {
      const changed = exchanges.map((each) => (keyOf(each) === key ? change(each) : each))
      if (changed.every((each, nth) => each === exchanges[nth])) continue
      tried++
      const after = await groupsOf(changed)
      const named = after.named.filter(({ text }) => !before.has(text))
      // A source without the token, a token that Standin cannot check, and an id that may exist there do not determine a reply.
      const isUnknown = named.length === 0 && ['cut', 'token', 'known-before'].some((reason) => reason in after.apart)
      if (isUnknown || (named.length > 0 && named.length <= mostGroups && named.every((each) => each.operation === operation))) continue
      wrong++
      console.log(`${key}, ${what}: ${named.map(({ text }) => text).join(', ') || 'no difference'} ${JSON.stringify(after.apart)}`)
    }
  }
  console.log(`${name}: ${tried} changes, ${wrong} of them named wrongly or not at all.`)
  return wrong
}

let wrong = 0
const names = readdirSync(folder).flatMap((file) => (file.endsWith(suffix) ? file.slice(0, -suffix.length) : []))
for (const name of recordings === undefined ? names : [recordings]) wrong += await tryAll(name)
if (wrong > 0) process.exitCode = 1
