/**
 * Starts this implementation: `node main.ts --key <file> [--notifications-port N] [--broker-port N] [--authentication-port N] [--break
 * <name>] [--scan-seconds N] [--order-seconds N] [--event-seconds N] [--subscription-key <key>] [--client-key <file>] [--rate-limits]`.
 * Prints its URLs as one line of JSON, and exits on SIGTERM. Creates the key file if it does not exist.
 */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { breakNames, isBreak } from './breaks.ts'
import { startDouble } from './double.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    key: text,
    'client-key': text,
    'notifications-port': text,
    'broker-port': text,
    'authentication-port': text,
    break: text,
    'scan-seconds': text,
    'order-seconds': text,
    'event-seconds': text,
    'subscription-key': text,
    'rate-limits': { type: 'boolean' },
  },
})

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

function numberOf(name: keyof typeof values): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  return /^\d+(?:\.\d+)?$/.test(String(value)) ? Number(value) : fail(`--${name} needs a number, not ${JSON.stringify(value)}.`)
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const { key: file, break: name } = values
if (file !== undefined && !existsSync(file)) writeFileSync(file, newKey(), { mode: 0o600 })
if (name !== undefined && !isBreak(name)) fail(`There is no break ${JSON.stringify(name)}. Breaks: ${breakNames.join(', ')}.`)

const { addresses, close } = await startDouble({
  key: file === undefined ? newKey() : readFileSync(file, 'utf8'),
  clientKey: values['client-key'] && readFileSync(values['client-key'], 'utf8'),
  breaks: name,
  scanSeconds: numberOf('scan-seconds'),
  orderSeconds: numberOf('order-seconds'),
  eventSeconds: numberOf('event-seconds'),
  subscriptionKey: values['subscription-key'],
  rateLimits: values['rate-limits'],
  ports: {
    notifications: numberOf('notifications-port') ?? 0,
    fileTransfer: numberOf('broker-port') ?? 0,
    authentication: numberOf('authentication-port') ?? 0,
  },
})
process.once('SIGTERM', () => void close().then(() => process.exit(0)))
process.once('SIGINT', () => void close().then(() => process.exit(0)))
console.log(JSON.stringify(addresses))
