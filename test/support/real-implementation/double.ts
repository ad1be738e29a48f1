/** A second implementation of the service on three hosts. Written only from docs/reference, without any of Standin's code. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAccess } from './access.ts'
import { authenticationRows } from './authentication.ts'
import { type BreakName, stepsWith } from './breaks.ts'
import { brokerRows } from './broker.ts'
import { openEvents } from './events.ts'
import { host } from './host.ts'
import { openLater } from './later.ts'
import { notificationRows } from './notifications.ts'
import { openOrders } from './orders.ts'
import { problems } from './problems.ts'
import { eventRows } from './subscriptions.ts'
import { openSwitches } from './switches.ts'
import { claimsOf } from './tokens.ts'
import { openTransfers } from './transfers.ts'
import { tusRows } from './tus.ts'
import { bytesOf, type Reply, textOf } from './wire.ts'

export interface DoubleTerms {
  /** The private key in PEM format that signs Altinn tokens. */
  readonly key: string
  /** The key of all Maskinporten clients, private or public, in PEM format. Default: `key`. */
  readonly clientKey?: string | undefined
  readonly breaks?: BreakName | undefined
  /** A scan's duration. */
  readonly scanSeconds?: number | undefined
  /** Time from an order's send time to its delivery. */
  readonly orderSeconds?: number | undefined
  /** Time from a change to a file until the first attempt to send its event. */
  readonly eventSeconds?: number | undefined
  /** The key that each call to the file transfer host must contain. */
  readonly subscriptionKey?: string | undefined
  /** True if calls count against rate limits. */
  readonly rateLimits?: boolean | undefined
  /** 0 (default) means any free port. */
  readonly ports?: { readonly notifications?: number; readonly fileTransfer?: number; readonly authentication?: number }
}

export interface Addresses {
  readonly notifications: string
  readonly fileTransfer: string
  /** The same as `fileTransfer`. */
  readonly events: string
  readonly authentication: string
}

/** Creates only the notifications host. `prefix`: the host's path prefix. */
export function notificationHost(terms: Pick<DoubleTerms, 'breaks' | 'orderSeconds'> & { readonly publicKey: KeyObject; prefix?: string }) {
  const { publicKey, prefix = '/notifications/api/v1', breaks, orderSeconds = 3 } = terms
  const switches = openSwitches()
  const orders = openOrders({ steps: stepsWith(breaks), switches, seconds: orderSeconds })
  return host(notificationRows(orders), { prefix, switches, claimsOf: (token) => claimsOf(token, [publicKey]) })
}

export async function startDouble(terms: DoubleTerms): Promise<{ addresses: Addresses; close(): Promise<void> }> {
  const { breaks, scanSeconds = 30, orderSeconds = 3, eventSeconds = 1, subscriptionKey, ports = {} } = terms
  const altinn = createPrivateKey(terms.key)
  const maskinporten = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = { altinn, maskinporten, clients: createPublicKey(terms.clientKey ?? terms.key) }
  const steps = stepsWith(breaks)
  const switches = openSwitches({ counts: terms.rateLimits ?? false })
  const { later, end } = openLater()
  const started: Partial<Record<keyof Addresses, string>> = {}
  const origin = () => started.fileTransfer ?? ''
  const events = openEvents({ steps, switches, later, eventSeconds, origin })
  const transfers = openTransfers({ steps, switches, events, later, scanSeconds })
  const access = openAccess({ transfers, switches, steps })
  const orders = openOrders({ steps, switches, seconds: orderSeconds })

  async function expire(what: string, request: IncomingMessage): Promise<Reply | undefined> {
    if (what !== 'expire') return undefined
    const transfer = transfers.of(textOf(JSON.parse((await bytesOf(request, problems.tooLarge())).toString()), 'fileTransferId') ?? '')
    if (!transfer) return problems.noSuchTransfer()
    transfers.purge(transfer)
    return { status: 204 }
  }

  const altinnOnly = (token: string) => claimsOf(token, [createPublicKey(altinn)])
  const both = (token: string) => claimsOf(token, [createPublicKey(altinn), maskinporten.publicKey])
  const broker = [
    ...brokerRows({ transfers, access, switches, steps }),
    ...tusRows({ transfers, access, switches }),
    ...eventRows({ events, switches, origin }),
  ]
  const listeners = {
    notifications: host(notificationRows(orders), { prefix: '/notifications/api/v1', switches, claimsOf: altinnOnly, double: expire }),
    fileTransfer: host(broker, { switches, claimsOf: both, subscriptionKey, double: expire }),
    authentication: host(
      authenticationRows(keys, () => started.authentication ?? ''),
      { switches, claimsOf: altinnOnly, double: expire },
    ),
  }
  const notifications = await listen(listeners.notifications, ports.notifications)
  const fileTransfer = await listen(listeners.fileTransfer, ports.fileTransfer)
  const authentication = await listen(listeners.authentication, ports.authentication)
  Object.assign(started, { fileTransfer: fileTransfer.url, authentication: authentication.url })
  return {
    addresses: {
      notifications: notifications.url,
      fileTransfer: fileTransfer.url,
      events: fileTransfer.url,
      authentication: authentication.url,
    },
    async close() {
      end()
      await Promise.all([notifications, fileTransfer, authentication].map(({ close }) => close()))
    },
  }
}

async function listen(listener: RequestListener, port = 0) {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
