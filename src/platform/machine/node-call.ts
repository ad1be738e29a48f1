/** Makes outgoing calls on Node, without adding headers other than Host and Content-Length. */
// Default imports, because MSW patches the modules' functions.
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { gatherBytes } from '../../service/wire/call.ts'
import { type OutgoingReply, type OutgoingRequest, ReplyTooLong } from '../../service/world/platform.ts'

/** Agents without keep-alive, because the peer might close an idle connection at any time. */
const agents = { http: new http.Agent(), https: new https.Agent() }

export function nodeCall({ method, url, headers, body, timeout, limit, signal }: OutgoingRequest): Promise<OutgoingReply> {
  const { protocol, hostname, port, pathname, search, host } = new URL(url)
  const isSecure = protocol === 'https:'
  const name = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(Math.ceil(timeout))
    const fail = (error: unknown) => reject(late.aborted ? new Error(`no reply within ${Math.ceil(timeout / 1000)} s`) : reasonOf(error))
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const sent: ClientRequest = (isSecure ? https : http).request({
      agent: isSecure ? agents.https : agents.http,
      method,
      // All names under localhost mean this machine (RFC 6761), but not every system resolves them.
      ...(name.endsWith('.localhost') ? { host: 'localhost', servername: name } : { host: name }),
      port,
      path: pathname + search,
      setDefaultHeaders: false,
      headers: { host, ...headers, ...(bytes && { 'content-length': bytes.byteLength }) },
      signal: AbortSignal.any([signal, late]),
    })
    sent.on('error', fail)
    sent.on('response', (response) => {
      read(response, limit).then(
        (content) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: content }),
        fail,
      )
    })
    sent.end(bytes)
  })
}

/** Joins the values of repeated headers. */
const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))

/** Reads the reply's body, unless the limit is 0. */
async function read(response: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (limit === 0) {
    response.destroy()
    return new Uint8Array()
  }
  const gathered = gatherBytes()
  let size = 0
  // An error in the loop destroys the reply.
  for await (const chunk of decoded(response)) {
    size += chunk.byteLength
    if (size > limit) throw new ReplyTooLong(response.statusCode ?? 0, limit)
    gathered.add(chunk)
  }
  return gathered.whole()
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Decompresses the body: some servers compress it even if the request did not ask for it. */
function decoded(response: IncomingMessage): AsyncIterable<Uint8Array> {
  const decoder = decoders[response.headers['content-encoding']?.toLowerCase() ?? '']?.()
  if (!decoder) return response
  // The reader gets errors from both streams.
  pipeline(response, decoder, () => {})
  return decoder
}

function reasonOf(error: unknown): Error {
  if (error instanceof ReplyTooLong) return error
  if (!(error instanceof Error)) return new Error(String(error))
  const code = 'code' in error ? String(error.code) : ''
  return new Error(code === '' || error.message.includes(code) ? error.message : `${error.message} (${code})`)
}
