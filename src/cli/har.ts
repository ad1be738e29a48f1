/** Writes calls as an HTTP Archive, version 1.2. */
import { STATUS_CODES } from 'node:http'
import type { ControlReply } from '../control/rows/client.ts'

type FullLine = ControlReply<'control.showJournalLine'>
type Headers = FullLine['request']['headers']

interface Origin {
  /** Where the calls went: scheme, host, world and environment. */
  readonly base: string
  readonly version: string
}

/** Times are those of the world. What an archive has no member for stands in members that begin with `_`. */
export const harOf = (lines: readonly FullLine[], { base, version }: Origin) => ({
  log: { version: '1.2', creator: { name: 'Standin', version }, entries: lines.map((line) => entryOf(line, base)) },
})

function entryOf(line: FullLine, base: string) {
  const { id, at, ms, operation, code, scenario, why, caller, stage, committed, request, reply } = line
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
    ...(reply?.cut && { comment: 'The reply was broken off.' }),
    _standin: { id, operation, code, scenario, why, caller, stage, committed },
  }
}

const left = (missing: number) => (missing > 0 ? { comment: `${missing} characters more are not kept.` } : {})

const listed = (headers: Headers) => Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))

const typeOf = (headers: Headers) => [headers['content-type'] ?? ''].flat()[0] ?? ''
