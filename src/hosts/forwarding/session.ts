/** HTTP/2 between two servers: a forwarded call is one request, with the heads of call and answer as JSON at the start of the bodies. */
import type { Http2Session, SessionOptions } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { Answer, Call } from '../../service/wire/call.ts'

/** A call without its body. It does not travel as HTTP/2 headers: these allow neither `connection` nor 70 KB. */
export interface CallHead extends Pick<Call, 'method' | 'url' | 'base' | 'place' | 'headers' | 'isOwn'> {
  readonly isLocal: boolean
  /** Names the connection of the client. Absent where the host sees no connections. */
  readonly connection?: string | undefined
  /** `inline`: the body follows the head. `later`: the owner has to ask for it, with status 100. */
  readonly body?: 'inline' | 'later' | undefined
}
export type AnswerHead = Omit<Answer, 'body'>

/** Both sides are authenticated. A limit on resets, which protects from strangers, would cut off all clients when many of them leave. */
export const sessionOptions: SessionOptions & { readonly streamResetBurst: number; readonly streamResetRate: number } = {
  settings: { enablePush: false, initialWindowSize: 2 ** 18, maxConcurrentStreams: 2 ** 31 - 1 },
  peerMaxConcurrentStreams: 2 ** 31 - 1,
  maxSessionMemory: 1_024,
  streamResetBurst: 2 ** 31 - 1,
  streamResetRate: 2 ** 31 - 1,
}

/** Flow control is per stream only: one of the whole connection would let a slow client stop the others. */
export const withoutWindow = (session: Http2Session): Http2Session =>
  session.on('connect', () => session.setLocalWindowSize(2 ** 31 - 1)).on('error', () => session.destroy())

/** The next `size` bytes; `undefined` if the stream ends before. */
export function readBytes(stream: Duplex, size: number): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
  function look(): void {
    const bytes: Buffer | null = stream.read(size)
    if (bytes !== null) resolve(bytes.byteLength === size ? bytes : undefined)
  }
  const end = () => resolve(undefined)
  stream.on('readable', look).on('end', end).on('close', end)
  if (stream.destroyed) end()
  else look()
  return promise.finally(() => stream.off('readable', look).off('end', end).off('close', end))
}
