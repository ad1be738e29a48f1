/** Makes calls for resumable uploads as clients do, by path and headers. */
import { pbkdf2 } from 'node:crypto'
import type { Client, Identity } from '../../src/service/areas/client.ts'
import { bytes, initialized, sender, type Wanted } from './file-transfers.ts'
import { base } from './standin.ts'

/** A simulator, with or without a host. */
export interface Here {
  readonly client: Client
  readonly send: (request: Request) => Promise<Response>
  readonly origin?: string
}

export const version = { 'tus-resumable': '1.0.0' }
export const bytesOfUpload = 'application/offset+octet-stream'

export const filePath = (fileTransferId: string) => `/broker/api/v1/filetransfer/upload/tus/${fileTransferId}`

export interface Asked {
  /** Headers to add. `null` removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>
  readonly as?: Identity | null
  readonly signal?: AbortSignal
}

/** Makes a call by method and path. `place`: a path, or the URL from a location header. */
export async function ask(here: Here, method: string, place: string, { headers = {}, body, as = sender, signal }: Asked = {}) {
  const all: Record<string, string | null> = { ...version, ...headers }
  if (as) all.authorization ??= `Bearer ${await here.client.token(as)}`
  const sent = body === undefined ? {} : { body: (typeof body === 'string' ? bytes(body) : body) as BodyInit, duplex: 'half' }
  const request = new Request(new URL(place, here.origin ?? base), {
    method,
    headers: Object.entries(all).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
    ...sent,
    ...(signal ? { signal } : {}),
  })
  const response = await here.send(request)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Creates an upload for a transfer, and returns its location. */
export async function begin(here: Here, fileTransferId: string, length: number, headers: Record<string, string> = {}): Promise<string> {
  const reply = await ask(here, 'POST', filePath(fileTransferId), { headers: { 'upload-length': String(length), ...headers } })
  if (reply.status !== 201) throw new Error(`The creation got ${reply.status}: ${reply.text}`)
  return reply.headers.get('location') ?? ''
}

export const append = (
  here: Here,
  place: string,
  offset: number,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  more: Asked = {},
) =>
  ask(here, 'PATCH', place, { ...more, headers: { 'content-type': bytesOfUpload, 'upload-offset': String(offset), ...more.headers }, body })

export const offsetOf = async (here: Here, place: string) => (await ask(here, 'HEAD', place)).headers.get('upload-offset')

export async function begun(here: Here, length: number, wanted: Wanted = {}) {
  const fileTransferId = await initialized(here.client, wanted)
  return { fileTransferId, place: await begin(here, fileTransferId, length) }
}

/** Uploads a part of a file in a single call. */
export async function part(here: Here, fileTransferId: string, content: string | Uint8Array): Promise<string> {
  const body = typeof content === 'string' ? bytes(content) : content
  const place = await begin(here, fileTransferId, body.length, { 'upload-concat': 'partial' })
  if (body.length > 0) await append(here, place, 0, body)
  return place
}

export const concatenate = (here: Here, fileTransferId: string, places: readonly string[]) =>
  ask(here, 'POST', filePath(fileTransferId), { headers: { 'upload-concat': `final;${places.join(' ')}` } })

/**
 * Uploads as the broker's own C# client does: sends the parts in parallel, then concatenates them, and checks with HEAD every two seconds
 * until the upload is complete. `wait`: lets time pass. Returns the offset at each check.
 */
export async function uploadInParallel(
  here: Here,
  fileTransferId: string,
  parts: readonly Uint8Array[],
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<(string | null)[]> {
  // Uses one token, and so one session, for all calls: the service remembers the sessions that use an upload.
  const token = await here.client.token(sender)
  const own = { ...here, client: { ...here.client, token: async () => token } }
  const places = await Promise.all(parts.map((content) => part(own, fileTransferId, content)))
  const { status, headers, text } = await concatenate(own, fileTransferId, places)
  if (status !== 201) throw new Error(`The concatenation got ${status}: ${text}`)
  const place = headers.get('location') ?? ''
  const offsets: (string | null)[] = []
  while (offsets.length < 60) {
    const look = await ask(own, 'HEAD', place)
    if (look.status !== 200) throw new Error(`Check ${offsets.length + 1} got ${look.status}.`)
    offsets.push(look.headers.get('upload-offset'))
    if (offsets.at(-1) === look.headers.get('upload-length')) return offsets
    await wait(2_000)
  }
  throw new Error('The upload did not become complete within two minutes.')
}

/** Creates a body whose chunks the test sends one at a time. */
export function line() {
  let opened: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      opened = controller
    },
  })
  return {
    body,
    send: (text: string) => opened?.enqueue(bytes(text)),
    end: () => opened?.close(),
    breakOff: () => opened?.error(new Error('The line is dead.')),
  }
}

/** Waits until all pending work is done. */
export const breath = async () => {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    // This job uses the threads that verify token signatures, so it ends only after all pending signatures have been verified.
    await new Promise((resolve) => pbkdf2('a', 'b', 5_000, 32, 'sha256', resolve))
  }
}
