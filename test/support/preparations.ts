/** Prepares worlds and makes calls that cause each refusal that a row declares. */
import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import { refusalsOf } from '../../src/control/openapi/replies.ts'
import type { RefusalKey } from '../../src/service/areas/areas.ts'
import { dialect } from '../../src/service/areas/dialect.ts'
import { type OperationId, operations } from '../../src/service/areas/index.ts'
import { anyDocument, anyName } from '../../src/service/wire/misuse.ts'
import type { RegisteredClient } from '../../src/service/world/registers.ts'
import { type Provocation, provocations, type Row } from '../../tools/provocations.ts'
import { withoutOrganization } from './file-transfers.ts'
import { at, certified, clientId, type GrantParts, grantOf, orgNo, registeredKey } from './grants.ts'
import type { prepared } from './prepared.ts'
import { losses } from './resources.ts'
import { append, ask, begin, breath, concatenate, filePath, line, part } from './resumable.ts'
import { platformWith } from './storage.ts'

type Prepared = Awaited<ReturnType<typeof prepared>>

/** Causes a refusal that needs more than the calls in `tools/provocations.ts`. */
interface Preparation {
  readonly options?: Partial<SimulatorOptions>
  provoke(here: Prepared): Promise<unknown>
}

const lost = (key: 'BRO-00002' | 'BRO-00005' | 'BRO-00021'): Preparation => ({
  async provoke({ simulator, call }) {
    losses[key]?.(simulator, 'standin-plain')
    await call()
  },
})

const nameless: Preparation = {
  async provoke({ simulator, call }) {
    await call(await withoutOrganization(simulator))
  },
}

const nine = { body: new Uint8Array(9) }

const withFullDisk = (over: object = {}): Preparation => ({
  options: { platform: platformWith(() => ({ write: () => Promise.reject(new Error('The disk is full.')) })) },
  provoke: ({ call }) => call(over),
})

/** Makes a second call while the first call is still sending bytes. */
const duringAnAppend: Preparation = {
  async provoke(here) {
    const { body, send, breakOff } = line()
    const first = append(here, filePath(here.values.fileTransferId ?? ''), 0, body)
    send('one')
    await breath()
    await here.call()
    breakOff()
    await first.catch(() => undefined)
  },
}

const withUnfinishedPart: Preparation = {
  async provoke(here) {
    const id = here.values.fileTransferId ?? ''
    const part = await begin(here, id, 9, { 'upload-concat': 'partial' })
    await ask(here, 'POST', filePath(id), { headers: { 'upload-concat': `final;${part}` } })
  },
}

const withUnknownPart: Preparation = {
  async provoke(here) {
    const id = here.values.fileTransferId ?? ''
    await concatenate(here, id, [`${filePath(id)}/partial/${'0'.repeat(32)}`])
  },
}

/** Creates a concatenation that is waiting for its content. */
const withFinal: Preparation = {
  async provoke(here) {
    const id = here.values.fileTransferId ?? ''
    const one = await part(here, id, 'one')
    await concatenate(here, id, [one])
    await append(here, filePath(id), 0, 'two')
  },
}

const whenGivenUp: Preparation = {
  async provoke(here) {
    const place = filePath(here.values.fileTransferId ?? '')
    await ask(here, 'DELETE', place)
    await ask(here, 'HEAD', place)
  },
}

const whenPublished: Preparation = {
  async provoke(here) {
    const place = filePath(here.values.fileTransferId ?? '')
    const { headers } = await ask(here, 'HEAD', place)
    await append(here, place, 0, new Uint8Array(Number(headers.get('upload-length'))))
    await here.simulator.advance({ until: 'settled' })
    await ask(here, 'HEAD', place)
  },
}

/** Makes two simultaneous calls with the same order. */
const ofOneMoment: Preparation = {
  async provoke({ simulator, call }) {
    const rules = [{ on: 'all', collide: { window: 'PT1S' } }]
    simulator.scenarios.define('colliding', anyDocument({ summary: 'Calls of one moment collide', rules }))
    await simulator.scenarios.use(anyName('colliding'))
    await call()
    await call()
  },
}

const everyRow: Partial<Record<RefusalKey, Preparation>> = {
  collided: ofOneMoment,
  'no-organization': nameless,
  'BRO-07001': nameless,
  'BRO-00002': lost('BRO-00002'),
  'BRO-00005': lost('BRO-00005'),
  'BRO-00008': withFullDisk(),
  'BRO-00021': lost('BRO-00021'),
  'upload-locked': duringAnAppend,
  'upload-parts-unknown': withUnknownPart,
  'upload-parts-unfinished': withUnfinishedPart,
  'upload-final': withFinal,
  'upload-given-up': whenGivenUp,
}
type ClientFacts = Partial<RegisteredClient>

/** Sends a grant with these parts, from a client registered with these facts. */
const grantWith = (parts: GrantParts, facts: ClientFacts = {}): Preparation => ({
  async provoke({ simulator, call }) {
    const jwks = { keys: [{ ...(await registeredKey()), ...('exp' in facts ? { exp: 1 } : {}) }] }
    const { exp: _, ...more } = facts as ClientFacts & { exp?: true }
    simulator.clients.put({ id: clientId, orgNo, scopes: ['altinn:broker.read', 'altinn:broker.write'], jwks, ...more })
    await call({ body: { assertion: await grantOf(parts) } })
  },
})
const details = (more: object) => grantWith({ claims: { authorization_details: [{ type: 'urn:altinn:systemuser', ...more }] } })

const grants: Partial<Record<RefusalKey, Preparation>> = {
  'MP-100': grantWith({}, { revoked: true }),
  'MP-110': grantWith({ claims: { aud: 'https://example.org/' } }),
  'MP-120': grantWith({ header: { x5c: ['AAAA'] } }),
  'MP-121': grantWith({}, { exp: true } as ClientFacts),
  'MP-122': {
    async provoke({ simulator, call }) {
      const { x5c, key } = certified('/CN=Other/serialNumber=313456781', '-days', '36500')
      simulator.clients.put({ id: clientId, orgNo, scopes: ['altinn:broker.read'] })
      await call({ body: { assertion: await grantOf({ header: { x5c }, key: await key }) } })
    },
  },
  'MP-123': grantWith({ header: { x5c: 'AAAA' } }),
  'MP-124': grantWith({ header: { kid: 'other' } }),
  'MP-130': grantWith({ claims: { iat: at - 200, exp: at - 100 } }),
  'too-long-lived': grantWith({ claims: { exp: at + 200 } }),
  'MP-200': grantWith({ claims: { scope: 'altinn:serviceowner' } }),
  'MP-201': grantWith({ claims: { scope: 'openid' } }),
  'MP-250': grantWith({}, { notGranted: ['altinn:broker.read'] }),
  'MP-251': grantWith({ claims: { consumer_org: '313456781' } }),
  'MP-301': details({ type: 'urn:other' }),
  'MP-302': details({ more: 1 }),
  'MP-303': details({ systemuser_org: '0192:313456781' }),
  'issued-after-now': grantWith({ claims: { iat: at + 11, exp: at + 60 } }),
  'own-consumer': grantWith({ claims: { consumer_org: orgNo } }),
}

const oneRow: Partial<Record<OperationId, typeof everyRow>> = {
  'authentication.requestToken': grants,
  'resumableUpload.createUpload': { 'BRO-00008': withFullDisk(nine) },
  'resumableUpload.inspectUpload': { 'BRO-00004': whenPublished },
}

/** Refusals that rows declare because the live service returns them. Standin returns them only for `Prefer` and the `refuse` effect. */
export const onRequest: Partial<Record<OperationId, readonly RefusalKey[]>> = {
  // Model validation refuses the same request first, under the field's key.
  'resources.configureResource': ['BRO-00023'],
  // Registration cannot fail.
  'resources.createServiceOwner': ['BRO-07003'],
  // The operation needs no internal service, so no outage affects it.
  'resumableUpload.describeUploads': ['unreachable'],
}

/** Each row with each refusal to test: declared by the row, or caused by a client. */
export const refusedRows = operations.flatMap((row) =>
  refusalsOf(row, dialect(row.dialect ?? 'spec').of(row.id).area)
    .filter((key) => row.refusals.includes(key as never) || provocations[key]?.(row))
    .filter((key) => !onRequest[row.id]?.includes(key))
    .map((key) => [row.id, key, row] as const),
)

/** Prefers provocations, because a client can make their calls. */
export function preparationOf(row: Row, key: RefusalKey): { preparation: Preparation | undefined; start: Partial<Provocation> } {
  const sent = provocations[key]?.(row)
  if (!sent) return { preparation: oneRow[row.id]?.[key] ?? everyRow[key], start: {} }
  const preparation: Preparation = {
    options: { rateLimits: sent.times > 1 ? 'current' : 'off' },
    async provoke({ call }) {
      for (let made = 0; made < sent.times; made++) await call(sent.input)
    },
  }
  return { preparation, start: sent }
}
