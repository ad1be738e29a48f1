/** HTTP Archive 1.2: reads files from browsers and proxies, and writes a journal's calls. */
import { STATUS_CODES } from 'node:http'
import type { ControlReply } from '../../control/client.ts'
import { demandModest, isObject, parseJson } from '../../service/wire/json.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { readTimestamp } from '../../service/wire/timestamp.ts'
import { pathWithin } from './comparing/operation.ts'
import { claimsOf, isUpload } from './comparing/request.ts'
import type { Exchange } from './exchange.ts'
import {
  bodyOf,
  formOf,
  headersOf,
  isMissing,
  type Members,
  membersOf,
  outcomeOf,
  type ReadBeside,
  textOf,
} from './sources/har-messages.ts'

type FullLine = ControlReply<'control.showJournalLine'>
type Headers = FullLine['request']['headers']

interface Origin {
  /** Destination of the calls: scheme, host, world and environment. */
  readonly base: string
  readonly version: string
}

/** Writes world times. Members that the format does not define begin with `_`. */
export const harOf = (lines: readonly FullLine[], { base, version }: Origin) => ({
  log: { version: '1.2', creator: { name: 'Standin', version }, entries: lines.map((line) => entryOf(line, base)) },
})

function entryOf(line: FullLine, base: string) {
  const { id, at, ms, operation, code, scenario, why, caller, token, stage, committed, request, reply } = line
  const url = `${base}${line.path ?? '/'}${request.query === '' ? '' : `?${request.query}`}`
  const time = ms ?? 0
  return {
    startedDateTime: at,
    time,
    request: {
      method: line.method ?? '',
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: listed(request.headers),
      queryString: [...new URLSearchParams(request.query)].map(([name, value]) => ({ name, value })),
      ...(request.body !== null && { postData: { mimeType: typeOf(request.headers), text: request.body, ...left(request.missing) } }),
      headersSize: -1,
      bodySize: request.bytes ?? -1,
    },
    response: {
      status: line.status ?? 0,
      statusText: STATUS_CODES[line.status ?? 0] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: listed(reply?.headers ?? {}),
      content: {
        size: reply?.bytes ?? 0,
        mimeType: typeOf(reply?.headers ?? {}),
        ...(reply?.body != null && { text: reply.body, ...left(reply.missing) }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: reply?.bytes ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(reply?.cut && { comment: 'The reply was cut off.' }),
    _standin: { id, operation, code, scenario, why, caller, token, stage, committed, isCut: reply?.cut ?? false },
  }
}

const left = (missing: number) => (missing > 0 ? { comment: `${missing} more characters are not stored.`, _missing: missing } : {})

const listed = (headers: Headers) => Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))

const typeOf = (headers: Headers) => [headers['content-type'] ?? ''].flat()[0] ?? ''

/** Maximum size of a file in bytes, and maximum number of entries in a file. */
export const mostBytes = 256 * 2 ** 20
const mostEntries = 100_000

/**
 * `file`: the archive's name, for messages. `beside`: reads a file in the archive's folder. Throws {@link Misuse} if the text is not an
 * archive. `others` in the result: the number of entries that are not calls to the service.
 */
export function readHar(text: string, file: string, beside: ReadBeside = () => undefined) {
  if (text.startsWith('PK\u0003\u0004'))
    throw new Misuse(`${file} is a ZIP archive. Unpack it, and specify the .har file inside; its bodies are in the files next to it.`)
  demandModest(text, { most: mostBytes, place: file })
  const document = parseJson(text.replace(/^\uFEFF/, ''))
  if (document === undefined) throw new Misuse(`${file} is not JSON, so it is not an HTTP Archive.`)
  const log = isObject(document) ? document.log : undefined
  if (!isObject(log) || !Array.isArray(log.entries)) throw new Misuse(`${file} is not an HTTP Archive: it has no log.entries.`)
  if (log.entries.length > mostEntries) throw new Misuse(`${file} has ${log.entries.length} entries. The maximum is ${mostEntries}.`)
  const exchanges = log.entries.flatMap((entry: unknown, nth) => exchangeOf(membersOf(entry), `${file}, entry ${nth + 1}`, beside) ?? [])
  return { exchanges, others: log.entries.length - exchanges.length }
}

const [earliest, latest] = [Date.UTC(1990), Date.UTC(2200)]
/** Maximum duration of a call, in milliseconds. */
const longest = 86_400_000

/** Returns undefined if the entry is not a call to the service. */
function exchangeOf(entry: Members, from: string, beside: ReadBeside): Exchange | undefined {
  const [request, response] = [membersOf(entry.request), membersOf(entry.response)]
  const url = typeof request.url === 'string' ? URL.parse(request.url) : null
  const within = url && pathWithin(url.pathname)
  if (!url || !within) return undefined
  const at = typeof entry.startedDateTime === 'string' ? readTimestamp(entry.startedDateTime)?.at : undefined
  if (at === undefined || at < earliest || at > latest)
    throw new Misuse(`${from}: startedDateTime is not a time between 1990 and 2200, such as 2026-06-01T10:00:00Z.`)
  const took = typeof entry.time === 'number' && entry.time > 0 ? Math.min(entry.time, longest) : 0
  const posted = membersOf(request.postData)
  const headers = headersOf(request.headers)
  const stored = bodyOf(posted, beside) ?? formOf(posted)
  // Standin's journal omits assertions. Other programs omit files in forms, or truncate long bodies.
  const isWhole = headers['content-encoding'] !== undefined || !(Number(headers['content-length']) > (stored?.byteLength ?? 0))
  const body = isWhole ? stored : undefined
  const size = typeof request.bodySize === 'number' ? request.bodySize : 0
  const standin = membersOf(entry._standin)
  return {
    from,
    at,
    // Calls in Standin's journal are already in order, and their `time` is not measured with the world's clock.
    ended: entry._standin === undefined ? at + took : at,
    method: textOf(request.method, 'GET').toUpperCase(),
    base: url.origin + within.base,
    url: within.path + url.search,
    headers,
    body,
    missing: body
      ? 0
      : Math.max(size, Number(headers['content-length']) || 0, isMissing(posted) || (size < 0 && isUpload(headers)) ? 1 : 0),
    ...(isObject(standin.token) && { claims: claimsOf(standin.token) }),
    ...outcomeOf(entry, response, standin.isCut === true, beside),
  }
}
