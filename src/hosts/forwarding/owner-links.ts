/** The links over which other servers forward calls to this one, and the calls on them. */
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers'
import type { Call } from '../../wire/http/call.ts'
import { BadFrame, type FrameOf, framesOf } from './frames.ts'
import { type IncomingCall, type OwnerCarrier, receiveCall } from './incoming-call.ts'

/** Takes a frame of the forwarder. Throws {@link BadFrame} for one that does not fit. */
type Take = (name: FrameOf<'toOwner'>, payload: Buffer) => void

interface OwnerLinks {
  /** Serves a link of the forwarder with this id. The owner of the socket closes it when `Take` throws. */
  serve(socket: Socket, id: string): Take
  /** Takes no more calls. Those on their way get `grace` milliseconds of real time. */
  close(grace: number): void
}

interface Link {
  readonly socket: Socket
  current: IncomingCall | undefined
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
  function begin(link: Link, id: string, payload: Buffer): void {
    let isOver = false
    const call = receiveCall(payload, {
      socket: link.socket,
      carrier: carry,
      alarm,
      connectionOf: (number) => connectionOf(id, number),
      freed() {
        isOver = true
        link.current = undefined
      },
    })
    if (!isOver) link.current = call
  }
  function take(link: Link, id: string, name: FrameOf<'toOwner'>, payload: Buffer): void {
    if (name === 'ping') link.socket.write(frames.bare('pong'))
    else if (name === 'call' && link.current === undefined) begin(link, id, payload)
    else if (link.current) link.current.take(name, payload)
    // The client may have left when the world was not here.
    else if (name !== 'abort') throw new BadFrame(`A forwarder sends "${name}" without a call.`)
  }

  return {
    serve(socket, id) {
      const link: Link = { socket, current: undefined }
      links.add(link)
      socket.setTimeout(silence, () => socket.destroy())
      socket.on('close', () => {
        links.delete(link)
        link.current?.lost()
      })
      return (name, payload) => take(link, id, name, payload)
    },
    close(grace) {
      isClosing = true
      for (const { socket } of links) socket.write(frames.bare('goodbye'))
      const late = setTimeout(() => {
        for (const { socket } of links) socket.destroy()
      }, grace)
      late.unref()
    },
  }
}
