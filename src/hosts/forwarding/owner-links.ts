/** The links over which other servers forward calls to this one, and the calls on them. */
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers'
import type { Call } from '../../wire/http/call.ts'
import { BadFrame, type FrameOf, framesOf, writerOf } from './frames.ts'
import { type IncomingCall, type OwnerCarrier, receiveCall } from './incoming-call.ts'

/** Takes a frame of the forwarder. Throws {@link BadFrame} for one that does not fit. */
type Take = (name: FrameOf<'toOwner'>, payload: Buffer, number: number) => void

interface OwnerLinks {
  /** Serves a link of the forwarder with this id. The owner of the socket closes it when `Take` throws. */
  serve(socket: Socket, id: string): Take
  /** Takes no more calls. Those on their way get `grace` milliseconds of real time. */
  close(grace: number): void
}

interface Link {
  readonly socket: Socket
  readonly write: (frame: Uint8Array) => void
  /** The id of the forwarder. */
  readonly id: string
  readonly calls: Map<number, IncomingCall>
  /** The number of the newest call. */
  last: number
}

/** A forwarder says something at least every few seconds, as long as it has a link. Milliseconds. */
const silence = 15_000
/** How many connections of clients are known. A client that returns after so many others counts as new. */
const mostConnections = 20_000

const frames = framesOf('toForwarder')

export function createOwnerLinks(carrier: OwnerCarrier, alarm: (defect: unknown) => void): OwnerLinks {
  const links = new Set<Link>()
  const connections = new Map<string, object>()
  let isClosing = false
  const carry: OwnerCarrier = (call: Call) => (isClosing ? undefined : carrier(call))

  function connectionOf(id: string, number: number): object | undefined {
    if (number === 0) return undefined
    const name = `${id} ${number}`
    const connection = connections.get(name) ?? {}
    connections.delete(name)
    connections.set(name, connection)
    if (connections.size > mostConnections) connections.delete(String(connections.keys().next().value))
    return connection
  }
  function begin(link: Link, number: number, payload: Buffer): void {
    const { id, write, calls } = link
    let isOver = false
    link.last = number
    const call = receiveCall(payload, {
      number,
      write,
      carrier: carry,
      alarm,
      connectionOf: (connection) => connectionOf(id, connection),
      over() {
        isOver = true
        calls.delete(number)
      },
    })
    if (!isOver) calls.set(number, call)
  }
  function take(link: Link, name: FrameOf<'toOwner'>, payload: Buffer, number: number): void {
    const call = link.calls.get(number)
    if (call && name !== 'call') call.take(name, payload)
    else if (name === 'ping') link.write(frames.bare('pong'))
    else if (name === 'call' && number > link.last) begin(link, number, payload)
    // The client may have left when the world was not here.
    else if (name !== 'abort' || number > link.last) throw new BadFrame(`A forwarder sends "${name}" where it has no meaning.`)
  }

  return {
    serve(socket, id) {
      const link: Link = { socket, write: writerOf(socket), id, calls: new Map(), last: 0 }
      links.add(link)
      socket.setTimeout(silence, () => socket.destroy())
      socket.on('close', () => {
        links.delete(link)
        for (const call of link.calls.values()) call.lost()
        link.calls.clear()
      })
      return (name, payload, number) => take(link, name, payload, number)
    },
    close(grace) {
      isClosing = true
      for (const { write } of links) write(frames.bare('goodbye'))
      const late = setTimeout(() => {
        for (const { socket } of links) socket.destroy()
      }, grace)
      late.unref()
    },
  }
}
