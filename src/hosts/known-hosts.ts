/** Refuses calls without a Host, and calls to this machine by a name that is not known to be its own. Source: decisions §2, RFC 9110 section 7.4. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { placeOf } from '../engine/address.ts'
import { misuseAnswer } from '../engine/misuse-answer.ts'
import { Misuse } from '../misuse.ts'
import type { Answer } from '../wire/http/call.ts'
import { liveHosts, nameOf } from '../wire/live-hosts.ts'
import { tcpOf } from './node-answer.ts'
import { loopback } from './node-call.ts'
import { noHostAnswer } from './unreadable.ts'

const ipAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/
/** Names that no stranger can register: RFC 6761, and `.internal`, which ICANN has reserved. */
const reserved = /(?:^|\.)(?:localhost|internal|test)$/

/**
 * A function that returns the answer to a call that must not be carried. A web page can point a name of its own at a loopback address
 * (DNS rebinding), and its browser then sends that name. `names`: more names of this server. Control rows have a stricter list.
 */
export function demandKnownHost(names: readonly string[]): (req: IncomingMessage) => Answer | undefined {
  const own = new Set([...liveHosts.keys(), ...names.map(plainName)])
  const isOwn = (name: string) => ipAddress.test(name) || !name.includes('.') || reserved.test(name) || own.has(name)
  // The service refuses what is not a host. Only the parser of URLs knows that 127.1 is an address.
  const isKnown = (host: string) => {
    if (isOwn(plainName(host))) return true
    const url = URL.parse(`http://${host}`)
    return url === null || isOwn(plainName(url.hostname))
  }
  return (req) => {
    const { host } = req.headers
    if (host === undefined) return req.httpVersion === '1.1' ? noHostAnswer() : undefined
    if (host === '' || isKnown(host) || !isOverLoopback(req) || isControl(req.url)) return undefined
    return misuseAnswer(strangeName(host))
  }
}

/** Without the dot at the end of a full name. */
const plainName = (host: string) => nameOf(host).replace(/\.$/, '')

/** A connection that has ended has no address any more. */
function isOverLoopback({ socket }: IncomingMessage): boolean {
  const address = tcpOf(socket as Socket)?.localAddress
  return address === undefined || loopback.test(address)
}

function isControl(url = '/'): boolean {
  const { path } = placeOf(url.split('?', 1)[0] ?? '')
  return path === '/_standin' || path.startsWith('/_standin/')
}

function strangeName(host: string): Misuse {
  const name = plainName(host).slice(0, 100)
  return new Misuse(
    `Standin does not know ${JSON.stringify(name)} as a name of this machine: a web page may have pointed it here. If it is yours, start Standin with --serve-names ${/^[\w.-]+$/.test(name) ? name : '<name>'}.`,
    undefined,
    421,
  )
}
