/** Measures what the engine alone costs, without a host: the CPU of an overview, of an SMS order, and of a daytime SMS with its jobs, called in process. */
import type { Answer, Simulator } from '../src/index.ts'
import { initializeBody, parties } from './calls.ts'
import { median } from './median.ts'

/** The folder of a package with a build. Give another one to compare two builds. */
const root = process.argv[2] ?? new URL('..', import.meta.url).href
const { createSimulator } = (await import(new URL('dist/index.js', root).href)) as typeof import('../src/index.ts')

const rounds = 40
const calls = 1000
const { signal } = new AbortController()

function caller(simulator: Simulator, token: string) {
  const authorization = Buffer.from(`Bearer ${token}`)
  return async (method: string, url: string, status: number, text?: string): Promise<Answer> => {
    const bytes = new TextEncoder().encode(text)
    async function* chunks() {
      yield bytes
    }
    // Each call has a new string, as from a socket.
    const headers = { authorization: authorization.toString('latin1'), 'content-type': 'application/json' }
    const body = text === undefined ? undefined : { chunks, collect: () => bytes }
    const { answer, sent } = await simulator.carry({ method, url, headers, body, signal, isLocal: () => true })
    sent({ bytes: 0, complete: true })
    if (answer.status !== status) throw new Error(`${method} ${url} was answered ${answer.status}.`)
    return answer
  }
}

/** Microseconds of CPU per call, the median of the rounds. The first quarter of them warms up. */
async function cost(call: () => Promise<unknown>): Promise<number> {
  const all: number[] = []
  while (all.length < rounds) {
    const before = process.cpuUsage()
    for (let nth = 0; nth < calls; nth++) await call()
    const { user, system } = process.cpuUsage(before)
    all.push((user + system) / calls)
  }
  return median(all.slice(rounds / 4))
}

const simulator = createSimulator({ clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z'), rateLimits: 'off' })
const tokenOf = async (party: keyof typeof parties) => (await simulator.token(parties[party])).token
const [asSender, asOrderer] = [caller(simulator, await tokenOf('sender')), caller(simulator, await tokenOf('orderer'))]

const initialized = await asSender('POST', '/broker/api/v1/filetransfer', 200, initializeBody(0))
const { fileTransferId } = JSON.parse(initialized.body as string)
let orders = 0
const smsSettings = { body: 'You have a new message.' }

function order(settings: object): Promise<Answer> {
  const recipient = { recipientSms: { phoneNumber: '+4799999999', smsSettings: settings } }
  return asOrderer('POST', '/future/orders', 201, JSON.stringify({ idempotencyId: `order-${orders++}`, recipient }))
}

console.table({
  'an overview': { 'µs CPU a call': await cost(() => asSender('GET', `/broker/api/v1/filetransfer/${fileTransferId}`, 200)) },
  'an SMS order': {
    'µs CPU a call': await cost(() => order(smsSettings)),
  },
  'a daytime SMS with its jobs': {
    'µs CPU a call': await cost(async () => {
      await order({ ...smsSettings, sendingTimePolicy: 'Daytime' })
      await simulator.advance({ by: 1 })
    }),
  },
})
simulator.close()
